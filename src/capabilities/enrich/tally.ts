import type { EnrichStats } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import { FirstRows } from './first-rows.ts'
import type { OutputFormat } from './row-lines.ts'

/** Entity id of the record that a row was matched to; 0 where it was to none. */
export const matchedId = ({ match, companyId, personId }: RowFound): bigint =>
  match === 'matched' ? BigInt(companyId ?? personId ?? 0) : 0n

/** The row of the file that comes back before its first one: the heading of a table is its first. */
export const rowsBefore = (format: OutputFormat): number => (format === 'jsonl' ? 0 : 1)

/**
 * Counts rows in their order, from the first or from where an earlier run stopped, and says of those that name whom an
 * earlier one did which that is, by its row in the file that comes back.
 */
export function tally(
  stats: EnrichStats,
  format: OutputFormat,
  { done, firstRows } = { done: 0, firstRows: new FirstRows() },
): (results: readonly RowFound[]) => RowFound[] {
  let row = rowsBefore(format) + done
  return (results) =>
    results.map((one) => {
      row += 1
      const { match, unread } = one
      stats[unread ?? (match === 'not_found' ? 'notFound' : match)] += 1
      const entity = matchedId(one)
      const first = entity === 0n ? undefined : firstRows.before(entity, row)
      if (first === undefined) return one
      stats.duplicates += 1
      return { ...one, reason: `${one.reason}; the same as row ${first}` }
    })
}
