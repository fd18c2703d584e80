import type { NetworkHosts } from '../../lib/network-url.ts'
import { operationsOf } from '../../operation/index.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { SiteIcons } from './site-icons.ts'

/** What the picture operations need. */
export interface ImagesDeps {
  search: CorpusSearch
  network: NetworkHosts
  /** Undefined where sites are not asked for their icons. */
  icons: SiteIcons | undefined
}

export const operation = operationsOf<ImagesDeps>('images')
export const imagesTag = 'Blue-collar jobs and company information'
