import type { DailyPrice } from '../../corpus/records/index.ts'
import type { PricedMoment, PriceSeries } from './price-series.ts'
import { toDate, toDay, toMoment, type Session } from './session.ts'

export const windows = ['1D', '5D', '1M', '6M', 'YTD', '1Y', '5Y', 'MAX'] as const
export type Window = (typeof windows)[number]

/** Prices of a window, oldest first, and the price from which its change is counted. */
export interface Windowed {
  points: PricedMoment[]
  from: number | null
}

/** Maximum points of the longest window; beyond it prices are monthly. */
const maxWeeks = 1_100

/**
 * The prices of a window: every 5 minutes for a day and every 30 for five days where prices within days are known,
 * daily for longer windows, and from five years on the last price of each week or month.
 */
export function cutWindow(series: PriceSeries, window: Window, session: Session): Windowed {
  const { days } = series
  const asPoint = ({ date, close, volume }: DailyPrice): PricedMoment => ({
    atMs: Math.min(toMoment(toDay(date), session.closes, session), series.quotedAtMs),
    price: close,
    volume,
  })
  if (window === '1D' || window === '5D') {
    const last = days.slice(window === '1D' ? -1 : -5)
    const before = days.at(-last.length - 1)?.close ?? null
    const within = last.flatMap(({ date }) => series.moments(date, window === '1D' ? 5 : 30))
    const from = window === '1D' ? (series.previousClose ?? before) : before
    if (within.length > 0) return { points: within, from }
    const shownDays = window === '1D' ? days.slice(-2) : last
    return { points: shownDays.map(asPoint), from: from ?? shownDays[0]?.close ?? null }
  }
  const first = firstDay(window, series.quotedAtMs)
  const inside = days.filter(({ date }) => date >= first)
  const points = window === '5Y' || window === 'MAX' ? thinned(inside) : inside
  return { points: points.map(asPoint), from: inside[0]?.close ?? null }
}

/** The first day of a window that ends at a moment. */
function firstDay(window: Window, endMs: number): string {
  if (window === 'MAX') return ''
  const end = new Date(endMs)
  const year = end.getUTCFullYear()
  if (window === 'YTD') return `${year}-01-01`
  const months = { '1M': 1, '6M': 6, '1Y': 12, '5Y': 60, '1D': 0, '5D': 0 }[window]
  const start = new Date(Date.UTC(year, end.getUTCMonth() - months, end.getUTCDate()))
  // In a month without a 31st, its last day takes its place.
  if (start.getUTCDate() !== end.getUTCDate()) start.setUTCDate(0)
  return toDate(Math.floor(start.getTime() / 86_400_000))
}

/** The last day of each week, or of each month in a long window, with the volume of all its days. */
function thinned(days: readonly DailyPrice[]): DailyPrice[] {
  const span = days.length > maxWeeks * 5 ? toMonth : toWeek
  return [...Map.groupBy(days, ({ date }) => span(date)).values()].map((group) => {
    const volumes = group.flatMap(({ volume }) => (volume === null ? [] : [volume]))
    const volume = volumes.length === 0 ? null : volumes.reduce((sum, each) => sum + each)
    return { ...(group.at(-1) as DailyPrice), volume }
  })
}

/** Weeks begin on Monday. */
const toWeek = (date: string) => Math.floor((toDay(date) + 3) / 7)
const toMonth = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
