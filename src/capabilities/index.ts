export type { AnySlice, ForgetParts, Receiver, Slice, SliceParts, StaticFiles } from './define-slice.ts'
export { discoverJobs, discoverRegistry, discoverSlices } from './discover.ts'
export { openSlices, type OpenedSlices, type Replaced } from './open-slices.ts'
