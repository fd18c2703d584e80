import type { EnrichStats } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import { FirstRows } from './first-rows.ts'

/** Entity id of the record that a row was matched to; 0 for none. */
export const matchedId = ({ match, companyId, personId }: RowFound): bigint =>
  match === 'matched' ? BigInt(companyId ?? personId ?? 0) : 0n

/**
 * Counts rows in their order, from the first or from where an earlier run stopped, and tells each duplicate the row that
 * first had the same record. Rows are counted from 1 below the header, as everywhere in this slice.
 */
export function tally(
  stats: EnrichStats,
  { done, firstRows } = { done: 0, firstRows: new FirstRows() },
): (results: readonly RowFound[]) => RowFound[] {
  let row = done
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
