import { afterAll } from 'vitest'
import { endFile } from './at-end.ts'
import { processorMs } from './processor-time.ts'

declare module 'vitest' {
  export interface TaskMeta {
    /** Processor time of the worker and of processes it started while this file ran, its imports included, ms. */
    processorMs?: number
  }
}

// Vitest runs this anew in front of every file, also where files share their modules.
const startedMs = processorMs()

// Hooks run in reverse: the first is the last of every file.
// oxlint-disable-next-line no-empty-pattern -- fixtures: there are none
afterAll(({}, file) => {
  file.meta.processorMs = processorMs() - startedMs
})
afterAll(endFile)
