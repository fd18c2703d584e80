export { askJson, sendForJson, type JsonAnswer, type JsonOrder } from './json-exchange.ts'
export { waitOf } from './error-rules.ts'
export { nextPageOf } from './paging.ts'
export { parseVendorFile, type VendorSettings } from './vendor-file.ts'
