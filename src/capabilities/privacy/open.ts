import { defineSlice } from './slice.ts'

export const privacy = defineSlice({
  open: ({ corpus, network, platform, db, secret }) => ({
    deps: {
      subjects: corpus.subjects,
      suppressions: platform.suppressions,
      stores: platform.personal,
      audit: platform.audit,
      network,
      db,
      secret,
    },
  }),
})
