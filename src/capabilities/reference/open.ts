import { defineSlice } from './slice.ts'

export const reference = defineSlice({ open: () => ({ deps: {} }) })
