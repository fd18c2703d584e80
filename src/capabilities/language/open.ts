import { search as searchSlice } from '../search/index.ts'
import { openLanguageModel } from './model/language-model.ts'
import { defineSlice } from './slice.ts'

export const language = defineSlice({
  open: ({ config, platform, secret, openDeps, isSandbox, log }) => ({
    deps: {
      search: openDeps(searchSlice),
      secret,
      model: isSandbox ? undefined : openLanguageModel(config, { outbound: platform.outbound, log }),
    },
  }),
})
