import type { Call } from '../../operation/index.ts'

/** The caller of a question: a request, or the run of a saved search. */
export type Asker = Pick<Call, 'organizationId' | 'nowMs' | 'signal' | 'advise'>
