export { companyQuery, peopleQuery, type Query, type Translate } from './search-query.ts'
export { nativeRecord } from './vendor-record.ts'
