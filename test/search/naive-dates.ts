type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'

export type Dates =
  | { strategy: 'absolute'; range?: { lowerBound?: string | null; upperBound?: string | null } | null }
  | {
      strategy: 'relative'
      window?:
        | null
        | { method: 'lastN'; period: Period; quantity: number }
        | { method: 'within'; period: Period; lowerBound?: number | null; upperBound?: number | null }
        | { method: 'calendar'; which: 'current' | 'previous'; period: Period }
    }

/** ISO day, so that days compare as text. Years have four digits here. */
const iso = (date: Date) => date.toISOString().slice(0, 10)

/** A partial date is its first day. */
function dayOf(date: string | null): string | undefined {
  if (date === null) return undefined
  return `${date}-01-01`.slice(0, 10)
}

/** Whether a day of a record is in a range; an unknown day is in none that has a bound. */
export function inDates(recorded: string | null, range: Dates, today: string): boolean {
  const [first, last] = boundsOf(range, today)
  if (first === undefined && last === undefined) return true
  const day = dayOf(recorded)
  return day !== undefined && (first === undefined || day >= first) && (last === undefined || day <= last)
}

const known = new WeakMap<Dates, { today: string; bounds: ReturnType<typeof bounds> }>()

/** Worked out once a range, not once a record. */
function boundsOf(range: Dates, today: string): ReturnType<typeof bounds> {
  let found = known.get(range)
  if (found?.today !== today) known.set(range, (found = { today, bounds: bounds(range, today) }))
  return found.bounds
}

function bounds(range: Dates, today: string): [string | undefined, string | undefined] {
  if (range.strategy === 'absolute')
    return [range.range?.lowerBound ?? undefined, range.range?.upperBound ?? undefined]
  const { window } = range
  if (!window) return [undefined, undefined]
  switch (window.method) {
    case 'lastN':
      return [nextDay(ago(today, window.period, window.quantity)), today]
    case 'within': {
      const { period, lowerBound, upperBound } = window
      const first =
        upperBound === null || upperBound === undefined ? undefined : ago(today, period, upperBound)
      return [first, ago(today, period, lowerBound ?? 0)]
    }
    case 'calendar': {
      // Walk day by day: slow, and plainly what "the period a day is in" means.
      const name = periodName(today, window.period)
      let day = today
      while (periodName(day, window.period) === name) day = previousDay(day)
      if (window.which === 'current') {
        let last = today
        while (periodName(nextDay(last), window.period) === name) last = nextDay(last)
        return [nextDay(day), last]
      }
      const [last, before] = [day, periodName(day, window.period)]
      while (periodName(day, window.period) === before) day = previousDay(day)
      return [nextDay(day), last]
    }
  }
}

const shifted = (day: string, days: number) => iso(new Date(Date.parse(day) + days * 86_400_000))
const nextDay = (day: string) => shifted(day, 1)
const previousDay = (day: string) => shifted(day, -1)

function ago(day: string, period: Period, count: number): string {
  if (period === 'day') return shifted(day, -count)
  if (period === 'week') return shifted(day, -7 * count)
  const perPeriod = { month: 1, quarter: 3, year: 12 }[period]
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const months = year * 12 + (month - 1) - count * perPeriod
  const to = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
  // The same day of the month, or the last one where the month is shorter.
  for (let wanted = date; ; wanted--) {
    const text = `${to}-${String(wanted).padStart(2, '0')}`
    if (iso(new Date(Date.parse(`${to}-01`) + (wanted - 1) * 86_400_000)) === text) return text
  }
}

function periodName(day: string, period: Period): string {
  const month = Number(day.slice(5, 7))
  switch (period) {
    case 'day':
      return day
    case 'week': {
      const monday = (new Date(day).getUTCDay() + 6) % 7
      return shifted(day, -monday)
    }
    case 'month':
      return day.slice(0, 7)
    case 'quarter':
      return `${day.slice(0, 4)} ${Math.ceil(month / 3)}`
    case 'year':
      return day.slice(0, 4)
  }
}
