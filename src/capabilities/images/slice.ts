import type { NetworkHosts } from '../../lib/network-url.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { SiteIcons } from './site-icons.ts'
import type { Sources } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the picture operations need. */
export interface ImagesDeps {
  search: CorpusSearch
  network: NetworkHosts
  /** Asked for logos that the corpus lacks. */
  sources: Pick<Sources, 'ask'>
  /** Undefined where icons are not fetched from sites. */
  icons: SiteIcons | undefined
}

export const { operation, defineSlice } = prepareSlice<ImagesDeps>('images')
export const imagesTag = 'Blue-collar jobs and company information'
