import { defineSlice } from './slice.ts'

export const events = defineSlice({
  open: ({ platform, secret }) => ({ deps: { events: platform.events, secret } }),
})
