import type { Instrument } from '../../corpus/records/index.ts'
import { canonicalZone, offsetsOfYear } from '../../lib/time-zone.ts'
import { dayMs, minuteMs } from '../../lib/time.ts'

/** Trading hours: minutes of the local day of a zone. */
export interface Session {
  zone: string
  opens: number
  closes: number
  /** Whether trading continues at weekends. */
  isDaily: boolean
}

/** Trading hours of an instrument: shares, funds and indexes follow an exchange, all others trade all day. */
export function findSession({ instrument_type, timezone }: Instrument): Session {
  const isAllDay = ['currency_pair', 'crypto', 'commodity', 'other'].includes(instrument_type)
  const zone = canonicalZone(timezone ?? 'UTC') ?? 'UTC'
  return {
    zone: isAllDay ? 'UTC' : zone,
    opens: isAllDay ? 0 : 9 * 60 + 30,
    closes: isAllDay ? 24 * 60 : 16 * 60,
    isDaily: instrument_type === 'crypto',
  }
}

/** Days since 1970. */
export const toDay = (date: string): number => Date.parse(date) / dayMs
export const toDate = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Whether there is trading on a day. 1970-01-01 was a Thursday. */
export const isTrading = (day: number, { isDaily }: Session): boolean => isDaily || (day + 3) % 7 < 5

/** Offset of a zone from UTC on a day, in minutes. */
function findOffset(zone: string, day: number): number {
  const year = new Date(day * dayMs).getUTCFullYear()
  return offsetsOfYear(zone, year)[day - Date.UTC(year, 0, 1) / dayMs] ?? 0
}

/** The moment of a minute of a local day. */
export const toMoment = (day: number, minute: number, { zone }: Session): number =>
  day * dayMs + (minute - findOffset(zone, day)) * minuteMs

/** Local day and minute of a moment. */
function toLocal(moment: number, { zone }: Session): { day: number; minute: number } {
  const local = moment + findOffset(zone, Math.floor(moment / dayMs)) * minuteMs
  const day = Math.floor(local / dayMs)
  return { day, minute: Math.floor((local - day * dayMs) / minuteMs) }
}

/**
 * The local trading day of a moment: an evening in New York is the next day in UTC, a morning in Sydney the one before.
 */
export const dayAt = (moment: number, session: Session): number => toLocal(moment, session).day

/** The last trading day up to a moment, and the minute it has reached; a past day has reached its end. */
export function tradedUntil(moment: number, session: Session): { day: number; minute: number } {
  const { day, minute } = toLocal(moment, session)
  if (isTrading(day, session) && minute >= session.opens)
    return { day, minute: Math.min(minute, session.closes) }
  let last = day - 1
  while (!isTrading(last, session)) last--
  return { day: last, minute: session.closes }
}
