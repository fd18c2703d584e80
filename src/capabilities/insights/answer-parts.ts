import { z } from 'zod'
import { dayMs } from '../../lib/time.ts'

/** The method of an answer and the records behind it. */
export const provenanceMembers = {
  method: z.string().describe('How the figures were computed, in a sentence or two.'),
  sources: z
    .array(
      z.object({
        records: z.enum(['companies', 'people', 'postings', 'news', 'posts', 'history']),
        count: z.int().describe('Records the figures were computed from.'),
        note: z.string(),
      }),
    )
    .describe('The records they come from.'),
}

export type Source = z.output<typeof provenanceMembers.sources>[number]

/** A share in percent, to two decimals; 0 where the whole is 0. */
export const toPercent = (count: number, all: number): number =>
  all === 0 ? 0 : Math.round((count / all) * 10_000) / 100

export const toDay = (ms: number): number => Math.floor(ms / dayMs)
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
