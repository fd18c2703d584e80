export { interfaceVersion, openApiDocument, type OpenApiDocument, type OpenApiOptions } from './document.ts'
export type { Json } from './json-schema.ts'
export { limitSentence } from './operation-object.ts'
export { utilities, utilityTag, type Utility } from './utilities.ts'
