import { z } from 'zod'
import { normalText } from '../../lib/text-normal.ts'
import { entityView, invalidMember, showing } from '../../operation/index.ts'
import { parseLocation, type JobPosting } from '../../corpus/records/index.ts'
import { stateTokens, token } from '../../corpus/search-index/index.ts'
import {
  and,
  containsWords,
  employerTokens,
  hasAll,
  hasAny,
  identifiedBy,
  near,
  never,
  or,
  type Condition,
  type FilterContext,
} from '../../corpus/search/index.ts'

const amounts = z.object({ min: z.number().nullable(), max: z.number().nullable() })

const salary = z.object({
  text: z.string().describe('Pay in words.'),
  period: z.enum(['hourly', 'daily', 'monthly', 'yearly']).nullable(),
  local: amounts
    .extend({ currency: z.string().nullable().describe('ISO 4217 code.') })
    .describe('As posted, for the period.'),
  usd: amounts
    .nullable()
    .describe('In US dollars, for the period; null where no amount in US dollars is known.'),
})

export const blueCollarJob = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    companyName: z.string().nullable(),
    location: z.string().nullable(),
    url: z.string().nullable(),
    description: z.string().nullable(),
    salary: salary.nullable(),
    estimatedPostedAt: z
      .string()
      .optional()
      .describe('When it was posted, as its source has it, ISO 8601; absent if it is not known.'),
  })
  .meta({ id: 'BlueCollarJob' })
entityView('postings', blueCollarJob, {
  id: ['job_id'],
  title: ['title'],
  companyName: ['company_name'],
  location: ['standardized_location'],
  url: ['job_url'],
  description: ['description'],
  salary: ['compensation_range', 'annual_salary_usd'],
  estimatedPostedAt: ['posted_at'],
})

export type BlueCollarJob = z.infer<typeof blueCollarJob>

/** Open postings for manual and frontline work. */
export const openBlueCollar: Condition = hasAll('facets', ['collar:blue', token('status', 'active')])

/** A place named without a radius means its surroundings. */
const aroundKm = 50

/** Postings in a place given as text: around a city, within a state or country. */
export function inPlace(text: string, context: FilterContext): Condition {
  const place = parseLocation(text)
  if (place === undefined)
    throw invalidMember(context.path, `"${text}" is not a known place.`, 'unknown_place')
  const { city, state_name, country_code, coordinates } = place
  if (city !== null && coordinates !== null) {
    const named = { name: undefined, address: undefined }
    const center = { latitude: coordinates.lat, longitude: coordinates.lon, ...named }
    const radius = { unit: 'kilometers', quantity: aroundKm } as const
    return near({ strategy: 'radial-distance', center, radius }, context)
  }
  const tokens = country_code === null ? [] : [token('country', country_code)]
  const state = state_name === null ? [] : [hasAny('facets', stateTokens(place))]
  return tokens.length === 0 ? never : and([hasAll('facets', tokens), ...state])
}

/** Every word of a query is in the posting. */
export function holdsWords(query: string): Condition {
  const words = normalText(query).split(' ')
  return and(words.map((word) => containsWords(word)))
}

/** Postings of the company a slug of `blueCollarResolveCompany` means: a slug, or a domain where there is none. */
export function ofCompany(slug: string, context: FilterContext): Condition {
  const kinds = slug.includes('.') ? (['pnetSlug', 'domain'] as const) : (['pnetSlug'] as const)
  const tokens = kinds.map((kind) => employerTokens(kind, slug, context))
  const condition = identifiedBy(
    'companies',
    tokens.map(({ company }) => company),
  )
  return or([
    identifiedBy(
      'postings',
      tokens.map(({ posting }) => posting),
    ),
    context.ofCompany?.(condition) ?? never,
  ])
}

/** Weekly pay has no period of its own in this answer: it is given for a year. */
const weeks = 52
/** Periods of a year, to bring yearly dollars to a period. */
const ofYear = { hourly: 2080, daily: 260, monthly: 12, yearly: 1 } as const

export function buildJob(record: JobPosting): BlueCollarJob {
  const place = record.standardized_location
  const parts = [place?.city, place?.state_name, place?.country_name].filter(Boolean)
  const view = {
    id: record.job_id,
    title: record.title,
    companyName: record.company_name,
    location: place?.formatted_address ?? (parts.length === 0 ? null : parts.join(', ')),
    url: record.job_url,
    description: record.description,
    salary: buildSalary(record),
    ...(record.posted_at === null ? {} : { estimatedPostedAt: record.posted_at }),
  }
  return showing(view, record)
}

function buildSalary(record: JobPosting): BlueCollarJob['salary'] {
  const { compensation_range: pay, annual_salary_usd: yearly } = record
  if (pay === null) {
    if (yearly === null) return null
    const usd = { min: yearly.gte, max: yearly.lte }
    return { text: payText(usd, 'USD', 'yearly'), period: 'yearly', local: { ...usd, currency: 'USD' }, usd }
  }
  const isWeekly = pay.period === 'weekly'
  const times = isWeekly ? weeks : 1
  const period = pay.period === 'weekly' ? 'yearly' : pay.period
  const local = { min: scaled(pay.min, times), max: scaled(pay.max, times) }
  const per = period === null ? undefined : ofYear[period]
  const fromYearly =
    yearly === null || per === undefined
      ? null
      : { min: scaled(yearly.gte, 1 / per), max: scaled(yearly.lte, 1 / per) }
  return {
    text: payText({ min: pay.min, max: pay.max }, pay.currency, pay.period),
    period,
    local: { currency: pay.currency, ...local },
    usd: pay.currency === 'USD' ? local : fromYearly,
  }
}

const scaled = (amount: number | null, times: number) =>
  amount === null ? null : Math.round(amount * times * 100) / 100

const units: Record<string, string> = {
  hourly: 'an hour',
  daily: 'a day',
  weekly: 'a week',
  monthly: 'a month',
  yearly: 'a year',
}

/** `20 to 25 USD an hour` */
function payText(
  { min, max }: { min: number | null; max: number | null },
  currency: string | null,
  period: string | null,
): string {
  return [boundsText(min, max), currency, period === null ? undefined : units[period]]
    .filter(Boolean)
    .join(' ')
}

function boundsText(min: number | null, max: number | null): string {
  const text = (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: 2 })
  if (min === null) return max === null ? 'not stated' : `up to ${text(max)}`
  if (max === null) return `from ${text(min)}`
  return min === max ? text(min) : `${text(min)} to ${text(max)}`
}
