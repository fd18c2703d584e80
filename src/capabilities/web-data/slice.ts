import { openCursors } from '../../corpus/search/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { parsePlatformHosts, type PlatformHosts } from '../../lib/platform-names.ts'
import { perMinute } from '../../operation/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Suppressions } from '../../platform/privacy/index.ts'
import {
  bindSourceOperations,
  bindSourceRecords,
  type SourcePageDeps,
  type Sources,
} from '../../sources/index.ts'
import { contacts, type ContactsDeps } from '../contacts/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the families of web data need. */
export interface WebDataDeps extends SourcePageDeps {
  network: NetworkHosts
  jobs: Jobs
  suppressions: Pick<Suppressions, 'among'>
  sources: Pick<Sources, 'ask' | 'names'>
  /** Reveals addresses of the owners of accounts. */
  contacts: ContactsDeps
  /** Hosts whose addresses requests of the platform families may name. */
  hosts: PlatformHosts
}

export const { operation, defineJob, defineSlice } = prepareSlice<WebDataDeps>('web-data')
export const codeHostTag = 'Code-hosting lookups'

export const sourceOperation = bindSourceOperations(operation)
export const sourceRecord = bindSourceRecords(operation)

/**
 * What all operations of the photo, forum and video families have in common. Their own section of the shapes says 300 a minute,
 * the list of limits for all that say nothing 120: the nearer word counts, and no client that keeps to 120 is refused.
 */
const family = { price: 'platformFamilyPage', limit: perMinute(300) } as const
const inPages = { ...family, token: 'nextPageToken', context: async () => undefined } as const
const tags = {
  photo: 'Photo-sharing data',
  forum: 'Discussion-forum data',
  video: 'Short-video data',
} as const

export const photoRecord = { ...family, tag: tags.photo } as const
export const photoPage = { ...inPages, tag: tags.photo } as const
export const forumPage = { ...inPages, tag: tags.forum } as const
export const videoRecord = { ...family, tag: tags.video } as const
export const videoPage = { ...inPages, tag: tags.video } as const

export const webData = defineSlice({
  open: ({ config, corpus, network, platform, secret, sources, openDeps }) => ({
    deps: {
      search: corpus.search,
      history: corpus.history,
      writer: corpus.writer,
      cursors: openCursors(secret, corpus.snapshots),
      secret,
      network,
      hosts: parsePlatformHosts(config.ALMANAC_PLATFORM_HOSTS),
      jobs: platform.jobs,
      suppressions: platform.suppressions,
      sources,
      contacts: openDeps(contacts),
    },
  }),
})
