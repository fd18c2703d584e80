import type { Change } from '../define-rule.ts'
import type { KeptPosition, PersonState } from '../states.ts'
import { listCurrent, isSameTrackedEmployer } from './career.ts'
import { findCrossings } from './number.ts'

/** Whole months from a day to an instant; negative before it. */
function countMonthsSince(day: string, instant: string): number {
  const [from, to] = [new Date(day), new Date(instant)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months
}

/** First day with the employer of a position, over all positions there. */
export function findEmployedSince(position: KeptPosition, all: readonly KeptPosition[]): string | undefined {
  const days = all
    .filter((each) => isSameTrackedEmployer(each, position))
    .flatMap(({ start_date }) => start_date ?? [])
  return days.toSorted()[0]
}

/** Positions held now that came to last a number of months between two moments. */
export function findLasting(
  { before, after }: { before: PersonState; after: PersonState },
  thresholdMonths: number,
  since: (position: KeptPosition, all: readonly KeptPosition[]) => string | null | undefined,
): Change[] {
  const all = after.person.experiences ?? []
  const changes = listCurrent(all).flatMap((position): Change[] => {
    const day = since(position, all)
    if (!day || Number.isNaN(Date.parse(day))) return []
    const [was, is] = [Math.max(countMonthsSince(day, before.asOf), 0), countMonthsSince(day, after.asOf)]
    const who = {
      companyName: position.company_name ?? null,
      pnetCompanyId: position.pnet_company_id ?? null,
      title: position.title ?? null,
    }
    return findCrossings(was, is, { threshold: thresholdMonths, direction: 'above' }).map(({ data }) => ({
      key: `${day} ${position.company_name ?? ''}`,
      data: { ...data, ...who },
      eventDate: null,
    }))
  })
  // Two titles with one employer are one tenure.
  return changes.filter(({ key }, index) => changes.findIndex((other) => other.key === key) === index)
}

/** Two moments between which a position comes to last this many months. */
export function sampleTenure(thresholdMonths: number, position: KeptPosition) {
  const start = new Date('2026-01-15T00:00:00.000Z')
  start.setUTCMonth(start.getUTCMonth() - Math.min(thresholdMonths, 1_200))
  const person = { experiences: [{ ...position, start_date: start.toISOString().slice(0, 10) }] }
  const end = new Date('2026-01-20T00:00:00.000Z')
  // A threshold beyond any career is shown as if the years had passed.
  end.setUTCMonth(end.getUTCMonth() + Math.max(thresholdMonths - 1_200, 0))
  const early = new Date(end.getTime() - 31 * 86_400_000)
  return { before: { asOf: early.toISOString(), person }, after: { asOf: end.toISOString(), person } }
}
