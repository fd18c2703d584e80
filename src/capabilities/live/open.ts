import { openMedia } from '../../corpus/media/index.ts'
import { openCursors } from '../../corpus/search/index.ts'
import { noLiveSource } from './live-source.ts'
import { liveFromSources } from './outside-source.ts'
import { defineSlice } from './slice.ts'

export const live = defineSlice({
  open: ({ corpus, network, platform, sources, secret, isSandbox }) => ({
    deps: {
      source: isSandbox ? noLiveSource : liveFromSources(sources),
      search: corpus.search,
      media: openMedia(corpus.search),
      history: corpus.history,
      writer: corpus.writer,
      jobs: platform.jobs,
      network,
      cursors: openCursors(secret, corpus.snapshots),
      secret,
    },
  }),
})
