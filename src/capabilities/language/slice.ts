import type { SearchDeps } from '../search/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { LanguageModel } from './model/language-model.ts'

/** What the language operations need. */
export interface LanguageDeps {
  search: SearchDeps
  /** Seals page tokens. */
  secret: Buffer
  /** Reads questions before the parser does; absent where none is set up. */
  model: LanguageModel | undefined
}

export const { operation, defineSlice } = prepareSlice<LanguageDeps>('language')
export const tag = 'Language search'
