import type { EnrichStats } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import type { OutputFormat } from './row-lines.ts'

/**
 * Counts rows in their order, from the first, and says of those that name whom an earlier one did which that is: by its
 * row in the file that comes back, the heading of a CSV being the first.
 */
export function tally(stats: EnrichStats, format: OutputFormat): (found: readonly RowFound[]) => RowFound[] {
  const firstRows = new Map<string, number>()
  let row = format === 'csv' ? 1 : 0
  return (found) =>
    found.map((one) => {
      row += 1
      const { match, unread, companyId, personId } = one
      stats[unread ?? (match === 'not_found' ? 'notFound' : match)] += 1
      const entity = companyId ?? personId
      if (match !== 'matched' || entity === undefined) return one
      const first = firstRows.get(entity)
      if (first === undefined) {
        firstRows.set(entity, row)
        return one
      }
      stats.duplicates += 1
      return { ...one, reason: `${one.reason}; the same as row ${first}` }
    })
}
