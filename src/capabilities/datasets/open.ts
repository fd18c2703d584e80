import { agentOf, attributionPath, readAttribution } from '../../corpus/datasets/index.ts'
import { defineSlice } from './slice.ts'

export const datasets = defineSlice({
  open: ({ corpus, config, platform, db, clock }) => ({
    deps: {
      datasets: corpus.datasets,
      outbound: platform.outbound,
      userAgent: agentOf(config.ALMANAC_DATASET_CONTACT),
      allowsMarked: config.ALMANAC_MARKED_DATASETS,
      audit: platform.audit,
      db,
      clock,
    },
    // The id is the digest of the text, so it names one text for ever, as long as there is one.
    files: [{ path: attributionPath, read: (id) => readAttribution(corpus.datasets, id) }],
  }),
})
