import { z } from 'zod'
import { dayMs } from '../../lib/time.ts'

/** How an answer was worked out, and of what. */
export const provenanceMembers = {
  method: z.string().describe('How the figures were worked out, in a sentence or two.'),
  sources: z
    .array(
      z.object({
        records: z.enum(['companies', 'people', 'postings', 'news', 'posts', 'history']),
        count: z.int().describe('Records the figures were worked out from.'),
        note: z.string(),
      }),
    )
    .describe('What records they come from.'),
}

export type Source = z.output<typeof provenanceMembers.sources>[number]

/** A share in percent, to the hundredth; 0 of nothing. */
export const percentOf = (count: number, all: number): number =>
  all === 0 ? 0 : Math.round((count / all) * 10_000) / 100

export const dayOf = (ms: number): number => Math.floor(ms / dayMs)
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
