import { z } from 'zod'
import { countryByAlpha3 } from '../../corpus/reference/index.ts'
import { invalidMember, optional, withDefault } from '../../operation/index.ts'
import { findUsdPerUnit } from './money.ts'
import { dayMs } from '../../lib/time.ts'

/** Maximum guests, children included. */
const maxGuests = { hotel: 6, vacationRental: 10 } as const
const maxNights = 365
/** Members for guests, dates, currency and language. */
export const stayMembers = {
  checkInDate: z.iso.date().describe("YYYY-MM-DD; today or later in the property's time zone."),
  checkOutDate: z.iso
    .date()
    .describe(`YYYY-MM-DD; at least a day after checkInDate, at most ${maxNights} days.`),
  adults: withDefault(z.int().min(1).max(maxGuests.vacationRental), 2),
  children: withDefault(
    z
      .int()
      .min(0)
      .max(maxGuests.vacationRental - 1),
    0,
  ),
  childrenAges: optional(z.array(z.int().min(1).max(17)).max(maxGuests.vacationRental)).describe(
    'One age for each child, each 1 to 17.',
  ),
  currencyCode: withDefault(
    z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'Expected an ISO 4217 code.')
      .refine(
        (code) => findUsdPerUnit(code.toUpperCase()) !== undefined,
        'No exchange rate is known for this currency.',
      ),
    'USD',
  ).describe('ISO 4217. Prices are converted at the newest known rate.'),
  searchMarketCountryCode: withDefault(
    z
      .string()
      .refine(
        (code) => countryByAlpha3(code.toUpperCase()) !== undefined,
        'Expected an ISO 3166-1 alpha-3 code.',
      ),
    'USA',
  ).describe('ISO 3166-1 alpha-3: market of the prices and offers.'),
  languageCode: withDefault(
    z.string().max(35).refine(isLanguageTag, 'Expected a BCP-47 tag as en or pt-BR.'),
    'en',
  ).describe('BCP-47: language of names, descriptions and amenity labels where available.'),
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export type StayInput = z.output<z.ZodObject<typeof stayMembers>>

/** A party for some nights, with the currency of the prices. */
export interface Stay {
  /** Days of arrival and departure, counted from 1970. */
  from: number
  to: number
  adults: number
  childrenAges: readonly number[]
  /** ISO 4217. */
  currency: string
  /** Alpha-3. */
  market: string
}

/** Checks that involve several members of a stay; each fault has its path. */
export function checkStay(input: StayInput, ctx: z.core.$RefinementCtx): void {
  const { checkInDate, checkOutDate, children, childrenAges = [] } = input
  const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  // A malformed day has already been refused.
  const isDay = (date: string) =>
    Number.isFinite(Date.parse(date)) && new Date(date).toISOString().startsWith(date)
  const nights = isDay(checkInDate) && isDay(checkOutDate) ? toDay(checkOutDate) - toDay(checkInDate) : 1
  if (nights < 1) fault('checkOutDate', 'Expected at least a day after checkInDate.')
  if (nights > maxNights) fault('checkOutDate', `Expected at most ${maxNights} days after checkInDate.`)
  if (children >= 0 && childrenAges.length !== children)
    fault(
      'childrenAges',
      `Expected exactly ${children} ages, one for each child; got ${childrenAges.length}.`,
    )
}

/** The message for a party that is too large for the category; undefined where it fits. */
export function tooLarge(
  { adults, children }: Pick<StayInput, 'adults' | 'children'>,
  category: keyof typeof maxGuests,
): string | undefined {
  const most = maxGuests[category]
  const what = category === 'hotel' ? 'hotels' : 'vacation rentals'
  return adults + children <= most
    ? undefined
    : `Expected at most ${most} adults and children together for ${what}; got ${adults + children}.`
}

export function toStay(input: StayInput): Stay {
  return {
    from: toDay(input.checkInDate),
    to: toDay(input.checkOutDate),
    adults: input.adults,
    childrenAges: input.childrenAges ?? [],
    currency: input.currencyCode.toUpperCase(),
    market: input.searchMarketCountryCode.toUpperCase(),
  }
}

/** Throws a 400 for an arrival before today in the property's zone or, if unknown, before today anywhere on earth. */
export function refusePast(checkInDate: string, timeZone: string | null | undefined, nowMs: number): void {
  const today = localDate(nowMs, timeZone ?? 'Etc/GMT+12')
  if (checkInDate >= today) return
  const where = timeZone ? ` in ${timeZone}` : ''
  throw invalidMember('checkInDate', `Expected today or later; today is ${today}${where}.`, 'past_date')
}

function localDate(nowMs: number, timeZone: string): string {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', parts).format(nowMs)
}

const toDay = (date: string) => Date.parse(date) / dayMs
