import type { Call } from '../../operation/index.ts'

/** What a question knows of whoever asks it: a request, or the run of a saved search. */
export type Asker = Pick<Call, 'organizationId' | 'nowMs' | 'signal' | 'advise'>
