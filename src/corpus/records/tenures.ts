import type { Experience, Tenure } from './experience.ts'
import { dayMs } from '../../lib/time.ts'

/**
 * The tenures of a career: positions with one employer become one tenure, newest first, from the first start to the
 * last end (open while any position is current). Positions without a start date only count for titles. `asOf` (ISO
 * date) closes open tenures; without it their length is unknown, since it grows by the day.
 */
export function listTenures(experiences: Experience[], asOf?: string): Tenure[] {
  const byEmployer = new Map<string, Experience[]>()
  for (const experience of experiences) {
    const key = experience.pnet_company_id ?? experience.company_name ?? experience.company_domain
    if (key === null) continue
    const positions = byEmployer.get(key)
    if (positions) positions.push(experience)
    else byEmployer.set(key, [experience])
  }
  return Array.from(byEmployer.values(), (positions) => buildTenure(positions, asOf))
}

function buildTenure(positions: Experience[], asOf: string | undefined): Tenure {
  const first = positions[0]
  const starts = positions.map((each) => each.start_date).filter((start) => start !== null)
  const ends = positions.map((each) => each.end_date).filter((end) => end !== null)
  const isOpen = positions.some((each) => each.is_current === true) || ends.length === 0
  const gte = starts.length > 0 ? starts.reduce((a, b) => (a < b ? a : b)) : null
  const lte = isOpen ? null : ends.reduce((a, b) => (a > b ? a : b))
  return {
    pnet_company_id: first?.pnet_company_id ?? null,
    company_name: first?.company_name ?? null,
    date_range: { gte, lte },
    range_length_days: days(gte, lte ?? asOf),
    titles: distinct(positions.map((each) => each.title)),
    localities: distinct(positions.map((each) => each.locality)),
  }
}

/** `YYYY` and `YYYY-MM` count as the first day of the period. */
function days(from: string | null, to: string | undefined): number | null {
  if (from === null || to === undefined) return null
  const length = (Date.parse(to) - Date.parse(from)) / dayMs
  return Number.isFinite(length) ? Math.max(0, Math.round(length)) : null
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))]
}
