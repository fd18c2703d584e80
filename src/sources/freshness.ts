import { z } from 'zod'
import type { Call } from '../operation/index.ts'

/** Whether an answer is live, and if not, why. */
const liveStatuses = ['live', 'no_source', 'not_found', 'unavailable'] as const
export type LiveStatus = (typeof liveStatuses)[number]

/** Members of every answer that say how fresh it is. */
export const freshness = {
  live: z.boolean().describe('Whether a live source answered this request; false: the corpus did.'),
  liveStatus: z
    .enum(liveStatuses)
    .describe(
      'live; no_source: no source is set up; not_found: the live source does not have it; unavailable: the source could not be read.',
    ),
  observedAt: z
    .string()
    .nullable()
    .describe(
      'When this was observed, ISO 8601; the oldest of several records. null when nothing was found.',
    ),
  source: z.string().nullable().describe('Name of the live source; null for the corpus.'),
}

const reasons: Record<Exclude<LiveStatus, 'live'>, string> = {
  no_source: 'No live source is set up',
  not_found: 'The live source does not have it',
  unavailable: 'The live source could not be read',
}

/** Says that what is answered is not live, once for each reason. */
export function warnNotLive(call: Pick<Call, 'warn'>, answered: readonly LiveStatus[]): void {
  for (const status of new Set(answered)) {
    if (status === 'live') continue
    const free = status === 'unavailable' ? ' It is not charged.' : ''
    call.warn(
      'live',
      `${reasons[status]}: the answer is not live but from the corpus, as observed at observedAt.${free}`,
    )
  }
}

/** Says that of a live answer some lines are missing, which says how many. */
export function warnLeftOut(call: Pick<Call, 'warn'>, count: number | undefined): void {
  if (!count) return
  const were =
    count === 1
      ? '1 entry of its answer could not be read and is'
      : `${count} entries of its answer could not be read and are`
  call.warn('live', `The live source answered, but ${were} left out.`)
}

/** Why nothing was found. */
export function nothingFound(what: string, status: LiveStatus): string {
  if (status === 'unavailable')
    return `The live source could not be read, and the corpus does not have this ${what}. Try again later.`
  if (status === 'no_source') return `The corpus does not have this ${what}, and no live source is set up.`
  return `Neither the live source nor the corpus has this ${what}.`
}

/** A failing source costs nothing, because the corpus's answer in its place is not the live one requested. */
export const isCharged = (status: LiveStatus): boolean => status !== 'unavailable'
