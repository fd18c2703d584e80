export { askJson, sendForJson, type JsonAnswer, type JsonOrder } from './json-exchange.ts'
export { readWait } from './error-rules.ts'
export { readNextPage } from './paging.ts'
export { parseVendorFile, type VendorSettings } from './vendor-file.ts'
