import type { EnrichStats } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import { FirstRows } from './first-rows.ts'
import type { OutputFormat } from './row-lines.ts'

/** Entity id of the record that a row was matched to; 0 for none. */
export const matchedId = ({ match, companyId, personId }: RowFound): bigint =>
  match === 'matched' ? BigInt(companyId ?? personId ?? 0) : 0n

/** Rows of the output before the first data row: a table has its heading first. */
export const rowsBefore = (format: OutputFormat): number => (format === 'jsonl' ? 0 : 1)

/**
 * Counts rows in their order, from the first or from where an earlier run stopped, and tells each duplicate the row of
 * the output that first had the same record.
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
