import type { DailyPrice, PriceRule } from '../../corpus/records/index.ts'
import { toDate, toDay, isTrading, tradedUntil, type Session } from './session.ts'

/** A price within a day. */
export interface WalkedMoment {
  day: number
  /** Minute of the local day. */
  minute: number
  price: number
  volume: number | null
}

/** The prices that a rule generates up to a moment. */
export interface Walk {
  /** By day, oldest first; the last day may still be running. */
  days: DailyPrice[]
  /** The minute that the last day has reached. */
  minute: number
  /** Prices of a day at an interval of minutes, up to the minute it has reached. */
  moments(date: string, everyMinutes: number): WalkedMoment[]
}

const daysAYear = 252

/**
 * Generates the prices of a rule: a random walk over trading days that passes through the known price. A day is always
 * the same, because its draw depends only on the seed and the day.
 */
export function walkPrices(rule: PriceRule, session: Session, nowMs: number): Walk {
  const until = tradedUntil(nowMs, session)
  const closes = listCloses(rule, session, until.day)
  const daily = rule.yearly_volatility / Math.sqrt(daysAYear)
  const round = (price: number) => Number(price.toFixed(rule.decimals))
  const wholeDay = (place: number): Day => {
    const { day, close } = closes[place] as Close
    return drawDay({ day, close, before: closes[place - 1]?.close ?? close }, rule.seed, daily)
  }
  const between = (whole: Day, minute: number): number => {
    const part = (minute - session.opens) / (session.closes - session.opens)
    const bridge = 0.5 * daily * Math.sqrt(part * (1 - part)) * normal(rule.seed, whole.day, 100 + minute)
    const price = whole.open * (whole.close / whole.open) ** part * Math.exp(bridge)
    return Math.min(whole.high, Math.max(whole.low, price))
  }
  const listMoments = (whole: Day, every: number, to: number): WalkedMoment[] => {
    const steps = Math.ceil((session.closes - session.opens) / every)
    const volume = computeVolume(rule, whole.day)
    return listMinutes(session.opens, to, every).map((minute) => ({
      day: whole.day,
      minute,
      price: round(between(whole, minute)),
      volume: volume === null ? null : Math.round(volume / steps),
    }))
  }
  const asPrice = (place: number): DailyPrice => {
    const whole = wholeDay(place)
    const isRunning = whole.day === until.day && until.minute < session.closes
    const volume = computeVolume(rule, whole.day)
    if (!isRunning)
      return {
        date: toDate(whole.day),
        open: round(whole.open),
        high: round(whole.high),
        low: round(whole.low),
        close: round(whole.close),
        volume,
      }
    const prices = listMoments(whole, runningStep, until.minute).map(({ price }) => price)
    const share = (until.minute - session.opens) / (session.closes - session.opens)
    return {
      date: toDate(whole.day),
      open: prices[0] ?? round(whole.open),
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1) ?? round(whole.open),
      volume: volume === null ? null : Math.round(volume * share),
    }
  }
  return {
    days: closes.map((_, place) => asPrice(place)),
    minute: until.minute,
    moments(date, everyMinutes) {
      const place = closes.findIndex(({ day }) => day === toDay(date))
      if (place < 0) return []
      const isLast = place === closes.length - 1
      return listMoments(wholeDay(place), everyMinutes, isLast ? until.minute : session.closes)
    },
  }
}

/** The minutes at an interval, and the last one. */
function listMinutes(from: number, to: number, every: number): number[] {
  if (from > to) return []
  const steps = Math.ceil((to - from) / every)
  return [...Array.from({ length: steps }, (_, step) => from + step * every), to]
}

/** A whole day, which opens near the close before it. `daily`: the volatility of a day. */
function drawDay(
  { day, close, before }: { day: number; close: number; before: number },
  seed: number,
  daily: number,
): Day {
  const open = before * Math.exp(0.25 * daily * normal(seed, day, 2))
  const reach = 1 + 0.5 * daily * Math.abs(normal(seed, day, 3))
  return { day, open, close, high: Math.max(open, close) * reach, low: Math.min(open, close) / reach }
}

const computeVolume = ({ daily_volume: usual, seed }: PriceRule, day: number): number | null =>
  usual === null ? null : Math.round(usual * Math.exp(0.3 * normal(seed, day, 4)))

/** Minutes between the prices of a running day. */
const runningStep = 5

interface Close {
  day: number
  close: number
}

interface Day extends Close {
  open: number
  high: number
  low: number
}

/** Last prices of all trading days up to one, shifted so that the walk passes through its anchor. */
function listCloses(rule: PriceRule, session: Session, last: number): Close[] {
  const daily = rule.yearly_volatility / Math.sqrt(daysAYear)
  const growth = rule.yearly_growth / daysAYear
  const anchor = toDay(rule.anchor_date)
  const days: Close[] = []
  let walked = 0
  let walkedAtAnchor = 0
  const end = Math.max(last, anchor)
  for (let day = toDay(rule.since); day <= end; day++) {
    if (!isTrading(day, session)) continue
    walked += growth + daily * normal(rule.seed, day, 1)
    if (day <= anchor) walkedAtAnchor = walked
    if (day <= last) days.push({ day, close: walked })
  }
  return days.map(({ day, close }) => ({ day, close: rule.anchor_price * Math.exp(close - walkedAtAnchor) }))
}

/** A draw from an approximately normal distribution (mean 0, deviation 1), equal for equal inputs. */
function normal(seed: number, day: number, salt: number): number {
  let sum = 0
  for (let part = 0; part < 3; part++) sum += mixed(seed, day, salt * 3 + part) / 2 ** 32
  return (sum - 1.5) * 2
}

/** A 32-bit hash of three numbers. */
function mixed(seed: number, day: number, salt: number): number {
  let bits = (seed ^ Math.imul(salt, 0x9e3779b1)) | 0
  bits = Math.imul(bits ^ day, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35)
  bits = Math.imul(bits ^ (bits >>> 13) ^ day, 0x27d4eb2f)
  return (bits ^ (bits >>> 16)) >>> 0
}
