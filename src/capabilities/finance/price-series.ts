import type { DailyPrice, Instrument } from '../../corpus/records/index.ts'
import { walkOf, type Walk } from './price-walk.ts'
import { dateOf, dayAt, dayOf, momentOf, sessionOf, type Session } from './session.ts'

/** What of an instrument has moved over time. */
export interface PriceSeries {
  /** By day, the oldest first. */
  days: DailyPrice[]
  /** The last price, and when it was true: milliseconds since the epoch. */
  price: number
  quotedAtMs: number
  /** Last price of the day of trading before. */
  previousClose: number | null
  /** Prices within a day. */
  moments(date: string, everyMinutes: number): PricedMoment[]
}

export interface PricedMoment {
  atMs: number
  price: number
  volume: number | null
}

/** The prices of a record until a moment: what was observed, or what its rule gives. Undefined where it has none. */
export function seriesOf(record: Instrument, nowMs: number): PriceSeries | undefined {
  const session = sessionOf(record)
  const observed = observedSeries(record, session, nowMs)
  if (observed !== undefined || record.price_rule === null) return observed
  const walk = walkOf(record.price_rule, session, nowMs)
  return walk.days.length === 0 ? undefined : walkedSeries(walk, session)
}

function walkedSeries(walk: Walk, session: Session): PriceSeries {
  const last = walk.days.at(-1) as DailyPrice
  return {
    days: walk.days,
    price: last.close,
    quotedAtMs: momentOf(dayOf(last.date), walk.minute, session),
    previousClose: walk.days.at(-2)?.close ?? null,
    moments: (date, everyMinutes) =>
      walk.moments(date, everyMinutes).map(({ day, minute, price, volume }) => ({
        atMs: momentOf(day, minute, session),
        price,
        volume,
      })),
  }
}

function observedSeries(record: Instrument, session: Session, nowMs: number): PriceSeries | undefined {
  // A day to come has no price yet, whatever a file says of it.
  const today = dateOf(dayAt(nowMs, session))
  const days = (record.price_history ?? []).filter(({ date }) => date <= today)
  const last = days.at(-1)
  if (last === undefined && record.price === null) return undefined
  const closedAtMs =
    last === undefined ? 0 : Math.min(nowMs, momentOf(dayOf(last.date), session.closes, session))
  const pricedAtMs = Date.parse(record.price_observed_at ?? '')
  // A price without a day is newer than the days: a line says it of the moment it was made.
  const isQuoted = record.price !== null && !(pricedAtMs < closedAtMs)
  const price = isQuoted ? (record.price as number) : (last?.close ?? Number.NaN)
  const quotedAtMs = isQuoted && !Number.isNaN(pricedAtMs) ? Math.min(nowMs, pricedAtMs) : closedAtMs
  const quotedOn = dateOf(dayAt(quotedAtMs, session))
  const before = days.findLast(({ date }) => date < quotedOn)
  const intraday = (record.intraday ?? []).map(({ at, price: paid, volume }) => ({
    atMs: Date.parse(at),
    price: paid,
    volume,
  }))
  return {
    days,
    price,
    quotedAtMs,
    previousClose: record.previous_close ?? before?.close ?? null,
    moments: (date) => intraday.filter(({ atMs }) => dateOf(dayAt(atMs, session)) === date),
  }
}

/** The prices of a pair of currencies the other way round. */
export function inverse(series: PriceSeries): PriceSeries {
  const over = (price: number) => significant(1 / price)
  const orNull = (price: number | null) => (price === null ? null : over(price))
  return {
    ...series,
    days: series.days.map((day) => ({
      ...day,
      open: orNull(day.open),
      high: orNull(day.low),
      low: orNull(day.high),
      close: over(day.close),
    })),
    price: over(series.price),
    previousClose: orNull(series.previousClose),
    moments: (date, everyMinutes) =>
      series.moments(date, everyMinutes).map((moment) => ({ ...moment, price: over(moment.price) })),
  }
}

/** The prices of one in units of the other, where both are priced in the same: what EUR/USD and GBP/USD say of EUR/GBP. */
export function quotient(one: PriceSeries, other: PriceSeries): PriceSeries {
  const closes = new Map(other.days.map((day) => [day.date, day]))
  const days = one.days.flatMap((day): DailyPrice[] => {
    const under = closes.get(day.date)
    if (under === undefined) return []
    const close = significant(day.close / under.close)
    const open = day.open === null || under.open === null ? null : significant(day.open / under.open)
    // Highest and lowest of the two were at different moments.
    return [{ date: day.date, open, high: null, low: null, close, volume: null }]
  })
  return {
    days,
    price: significant(one.price / other.price),
    quotedAtMs: Math.min(one.quotedAtMs, other.quotedAtMs),
    previousClose: days.at(-2)?.close ?? null,
    moments(date, everyMinutes) {
      const unders = new Map(other.moments(date, everyMinutes).map((moment) => [moment.atMs, moment.price]))
      return one.moments(date, everyMinutes).flatMap(({ atMs, price }) => {
        const under = unders.get(atMs)
        return under === undefined ? [] : [{ atMs, price: significant(price / under), volume: null }]
      })
    },
  }
}

const significant = (price: number) => Number(price.toPrecision(6))
