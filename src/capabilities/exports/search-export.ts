import { z } from 'zod'
import { listedPrice, optional, perMinute } from '../../operation/index.ts'
import { exportBegun } from './schema.ts'
import { maxSearchRows } from './source-members.ts'

/** What the exports of searches have in common. */
export const searchExport = {
  tag: 'Additions',
  output: exportBegun,
  limit: perMinute(10),
  timeoutMs: 60_000,
  fails: ['export-quota-exceeded', 'export-without-columns'],
  effect: 'changes',
} as const

/** How many rows are taken; `first`: which ones, as `the newest`. */
export const limitOf = (first: string) =>
  optional(z.int().min(1).max(maxSearchRows))
    .meta({ default: maxSearchRows })
    .describe(
      `Most rows of the file, ${first} first; default ${maxSearchRows.toLocaleString('en')}. Required if there is no filter.`,
    )

/** `first`: which rows come first; `more`: what is to be known besides. */
export const describeSearchExport = (of: string, { first, more = '' }: { first: string; more?: string }) =>
  `Writes the ${of} that a search finds to a file, ${first} first, ${maxSearchRows.toLocaleString('en')} at most, in the background. ${more}Poll getExport until it is completed, or wait for the event export.completed. Rows count against the monthly export quota of your subscriptions; unused rows are returned.`

/** Of companies and people alone. */
export const besideAudiences =
  'Exclusion lists of the whole organization are left out. For more rows build an audience and export that. '

/** Which rows cost nothing. */
export const paidRows =
  'A row costs nothing if your organization paid for its record within 30 days (ALMANAC_RECORD_REREAD_DAYS): with a file, with an audience, or as a whole record; rowsPaidBefore of getExport counts these, and expectedCredits of a dry run leaves them out.'

export const describeSearchPrice = (
  key: 'exportCompany' | 'exportProspect' | 'exportJobPosting',
  what: string,
) =>
  `${listedPrice(key)} for each ${what} in the file. The most it can cost is set aside once the search was counted; the rows of the file are charged when it is written, the rest is returned. ${paidRows} An export that fails is free.`
