import { audiences } from '../audiences/index.ts'
import { defineSlice } from './slice.ts'

export const exports = defineSlice({
  open: ({ db, platform, network, isSandbox, openDeps }) => ({
    deps: {
      db,
      audit: platform.audit,
      exports: platform.exports,
      audiences: openDeps(audiences),
      network,
      isSandbox,
    },
  }),
})
