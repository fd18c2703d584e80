import { defineSlice } from './slice.ts'

export const operatorIdentity = defineSlice({
  open: ({ platform, corpus, db }) => ({ deps: { identity: corpus.identity, audit: platform.audit, db } }),
  sandbox: 'same',
})
