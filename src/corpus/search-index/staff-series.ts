import type { CompanyRecord, EmployeeTrend } from '../records/index.ts'
import { wholeNumber } from './columns.ts'

/** Months that trends are asked about. */
export const maxMonthsBack = 36

/** Counts of one group of staff: now, a month ago, and so on. */
export interface StaffSeries {
  group: string
  counts: number[]
}

/**
 * The counts of each group of staff by month, as far back as the record goes, at most 36 months. Between two recorded
 * counts they lie on a straight line, rounded. Groups that are only counted together are left out.
 */
export function staffSeries(record: CompanyRecord): StaffSeries[] {
  return (record.employee_trends ?? []).flatMap((trend) => {
    const points = listPoints(trend)
    return trend.functions === null || points === undefined
      ? []
      : [{ group: trend.functions, counts: monthly(points) }]
  })
}

interface Point {
  month: number
  count: number
}

/** Recorded counts, the newest first; undefined if the current one is unknown. */
function listPoints(trend: EmployeeTrend): [Point, ...Point[]] | undefined {
  const changes = trend.changes ?? []
  const now = trend.current_count ?? changes.find(({ count_end }) => count_end !== null)?.count_end ?? null
  if (now === null) return undefined
  const earlier = changes.flatMap(({ months_back: month, count_start, numeric_change }) => {
    const count = count_start ?? (numeric_change === null ? null : now - numeric_change)
    return month === null || month <= 0 || count === null ? [] : [{ month, count }]
  })
  return [{ month: 0, count: now }, ...earlier.sort((a, b) => a.month - b.month)]
}

function monthly(points: [Point, ...Point[]]): number[] {
  const counts: number[] = []
  let [before] = points
  let next = 0
  for (let month = 0; month <= maxMonthsBack; month++) {
    while (next < points.length && (points[next] as Point).month <= month) before = points[next++] as Point
    const after = points[next]
    if (before.month === month) counts.push(wholeNumber(before.count))
    else if (after === undefined) break
    else {
      const share = (month - before.month) / (after.month - before.month)
      counts.push(wholeNumber(before.count + share * (after.count - before.count)))
    }
  }
  return counts
}
