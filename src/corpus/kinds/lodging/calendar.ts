import type { HotelCalendar, NativeHotelRate } from '../../records/index.ts'
import { dayMs } from '../../../lib/time.ts'

/** Consecutive nights, as a row of rates gives them. */
export interface Nights {
  roomId: string | null
  currency: string
  /** Days since 1970. */
  first: number
  last: number
  /** Before tax; -1: not available. */
  price: number
  left: number | null
}

/** Nights that a calendar keeps, the newest ones. */
const maxNights = 750
const toDayNumber = (date: string) => Date.parse(date) / dayMs
const toDate = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** The nights of a row of rates. */
export function readNights({
  room_id,
  currency,
  date,
  last_date,
  price,
  available,
}: NativeHotelRate): Nights {
  return {
    roomId: room_id ?? null,
    currency,
    first: toDayNumber(date),
    last: toDayNumber(last_date ?? date),
    price: available === 0 ? -1 : (price ?? -1),
    left: available ?? null,
  }
}

/**
 * Adds nights to calendars. A room type has a calendar for each currency. Of a night in several the newest source
 * counts, so the others drop it. With `isNewer` false, stored nights stay.
 */
export function withNights(
  calendars: readonly HotelCalendar[],
  nights: Nights,
  isNewer: boolean,
): HotelCalendar[] {
  const isOfRoom = (each: HotelCalendar) => (each.room_id ?? null) === nights.roomId
  const own = calendars.find((each) => isOfRoom(each) && each.currency === nights.currency)
  const rest = calendars.filter((each) => each !== own)
  const others = isNewer ? rest.map((each) => (isOfRoom(each) ? without(each, nights) : each)) : rest
  return [...others, laidOver(own, nights, isNewer)]
}

function laidOver(calendar: HotelCalendar | undefined, nights: Nights, isNewer: boolean): HotelCalendar {
  const from =
    calendar === undefined ? nights.first : Math.min(nights.first, toDayNumber(calendar.first_date))
  const end = calendar === undefined ? nights.last : Math.max(nights.last, findLastDay(calendar))
  const first = Math.max(from, end - maxNights + 1)
  const prices = Array.from({ length: end - first + 1 }, (): number | null => null)
  const left = prices.slice()
  if (calendar !== undefined) {
    const shift = toDayNumber(calendar.first_date) - first
    for (const [index, price] of calendar.prices.entries()) {
      if (index + shift < 0) continue
      prices[index + shift] = price
      left[index + shift] = calendar.left?.[index] ?? null
    }
  }
  for (let day = Math.max(first, nights.first); day <= nights.last; day++) {
    if (!isNewer && prices[day - first] !== null) continue
    prices[day - first] = nights.price
    left[day - first] = nights.left
  }
  return {
    room_id: nights.roomId,
    currency: nights.currency,
    first_date: toDate(first),
    prices,
    left: left.some((each) => each !== null) ? left : [],
  }
}

const findLastDay = ({ first_date, prices }: HotelCalendar) => toDayNumber(first_date) + prices.length - 1

/** The calendar without some nights. */
function without(calendar: HotelCalendar, { first, last }: Nights): HotelCalendar {
  const start = toDayNumber(calendar.first_date)
  const prices = calendar.prices.map((price, index) =>
    start + index >= first && start + index <= last ? null : price,
  )
  return { ...calendar, prices }
}
