export {
  createDocuments,
  documentLinks,
  documentTexts,
  type Documents,
  type DocumentsOptions,
} from './create-documents.ts'
export { makeDocumentPage, type Page } from './page.ts'
