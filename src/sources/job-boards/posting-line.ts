import type { z } from 'zod'
import {
  currencyCode,
  employmentTypes,
  jobFunctions,
  locationOfParts,
  parseLocation,
  seniorities,
  unplacedCity,
  type EmploymentType,
  type JobFunction,
  type JobLocationType,
  type LocationParts,
  type NativeJobPosting,
  type PayPeriod,
  type Seniority,
} from '../../corpus/records/index.ts'
import { closedValue } from '../../lib/closed-value.ts'
import type { nativeJobPosting } from '../../corpus/records/index.ts'
import { markupOf, plainText } from '../page/index.ts'

/** Characters of a posting's text that are stored. */
const maxTextChars = 20_000

type Text = string | null | undefined

/** An opening as a system says it, before it is a line. */
export interface Opening {
  id: string
  title: Text
  url: Text
  /** A date in any form that Date reads, or milliseconds. */
  postedAt?: Text | number
  /** HTML, or HTML written as text. */
  html?: Text
  /** A text without markup, which is preferred. */
  text?: Text
  /** HTML that follows the text. */
  more?: Text
  place?: PlaceOfWork | Text
  employment?: Text
  /** How the work is done, in the words of the system. */
  workplace?: Text
  isRemote?: boolean | null | undefined
  pay?: Pay | undefined
  yearsOfExperience?: NativeJobPosting['years_of_experience']
  /** Level and function in words of the closed lists, where the system has them. */
  level?: Text
  function?: Text
  employer?: Text
  industry?: Text
}

/** A place in parts, in one line, or both. Parts decide; the line fills what they leave open. */
export type PlaceOfWork = LocationParts & { line?: Text }

export interface Pay {
  min: number | null | undefined
  max: number | null | undefined
  currency: Text
  period: PayPeriod | undefined
}

/** A line of the import format. Members that the system leaves open stay open: level and functions come from the title. */
export function postingLine(opening: Opening): z.input<typeof nativeJobPosting> {
  const place = readPlace(opening.place)
  const text = readText(opening)
  const job_function = closedValue(jobFunctions, opening.function ?? '') as JobFunction | undefined
  return {
    job_id: opening.id,
    title: textOf(opening.title),
    job_url: httpUrl(opening.url),
    posted_at: readMoment(opening.postedAt),
    description: text || null,
    seniority_level: (closedValue(seniorities, opening.level ?? '') as Seniority | undefined) ?? null,
    job_function: job_function === undefined ? null : [job_function],
    employment_type: readEmployment(opening.employment),
    standardized_location: place ?? null,
    job_location_type: readWorkplace(opening),
    compensation_range: readPay(opening.pay),
    years_of_experience: opening.yearsOfExperience ?? null,
    raw_industries: textOf(opening.industry),
    status: 'active',
  }
}

function readText({ text, more, html }: Opening): string {
  const first = text?.trim() || plainText(markupOf(html ?? ''), maxTextChars)
  const rest = more ? plainText(more, maxTextChars) : ''
  return [first, rest].filter(Boolean).join('\n').slice(0, maxTextChars)
}

const textOf = (text: Text): string | null => text?.trim() || null

/** Addresses that are not http lead nowhere for those who read them. */
const httpUrl = (text: Text): string | null =>
  text && text.length <= 2_048 && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null

function readMoment(moment: Text | number): string | null {
  if (moment === null || moment === undefined || moment === '') return null
  const ms =
    typeof moment === 'number'
      ? moment
      : Date.parse(moment.replace(/ UTC$/, 'Z').replace(/^(\S+) (?=\d)/, '$1T'))
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString()
}

/** Parts first; a line that names a place that nobody knows stays as it is written. */
function readPlace(place: PlaceOfWork | Text) {
  if (place === null || place === undefined || place === '') return undefined
  if (typeof place === 'string') return parseLocation(place) ?? unplacedCity(place)
  const { line, ...parts } = place
  if (parts.city !== undefined || !line) return locationOfParts(parts)
  return parseLocation(line, parts.country) ?? locationOfParts(parts) ?? unplacedCity(line)
}

/** What systems call the types of employment, by the closed list. */
const employmentWords: Record<EmploymentType, readonly string[]> = {
  'Full-time': [
    'fulltime',
    'permanent',
    'fulltimepermanent',
    'regular',
    'fullorparttime',
    'permanentfulltime',
  ],
  'Part-time': ['parttime', 'parttimepermanent', 'permanentparttime', 'minijob'],
  Internship: [
    'intern',
    'internship',
    'trainee',
    'workingstudent',
    'apprenticeship',
    'traineeship',
    'thesis',
  ],
  Contract: [
    'contract',
    'contractor',
    'freelance',
    'freelancer',
    'fixedterm',
    'fulltimefixedterm',
    'parttimefixedterm',
  ],
  Temporary: ['temporary', 'temp', 'seasonal', 'perdiem', 'limited'],
  Volunteer: ['volunteer', 'voluntary'],
  Other: ['other'],
}
const allEmploymentWords = Object.values(employmentWords).flat()

function readEmployment(text: Text): EmploymentType | null {
  const word = closedValue([...employmentTypes], text ?? '') ?? closedValue(allEmploymentWords, text ?? '')
  if (word === undefined) return null
  return employmentTypes.find((type) => type === word || employmentWords[type].includes(word)) ?? null
}

function readWorkplace({ workplace, isRemote, place }: Opening): JobLocationType | null {
  const word = workplace?.toLowerCase().replaceAll(/[^a-z]/g, '') ?? ''
  if (word.includes('hybrid')) return 'Hybrid'
  if (word === 'remote' || word === 'fully' || word === 'telecommute' || isRemote === true) return 'Remote'
  if (word === 'onsite' || word === 'office' || word === 'none' || word === 'inoffice') return 'On-site'
  // Where the system has no member for it, people write it where the place goes.
  const line = (typeof place === 'string' ? place : place?.line) ?? ''
  if (/\bhybrid\b/i.test(line)) return 'Hybrid'
  return /\bremote\b/i.test(line) ? 'Remote' : null
}

/** Pay that nobody can earn, or without its currency, is no pay. */
function readPay(pay: Pay | undefined): NativeJobPosting['compensation_range'] {
  if (pay === undefined || !pay.period || !pay.currency) return null
  const currency = currencyCode(pay.currency)
  const min = amountOf(pay.min)
  const max = amountOf(pay.max)
  if (currency === undefined || (min === null && max === null)) return null
  if (min !== null && max !== null && min > max) return null
  return { min, max, currency, period: pay.period }
}

const amountOf = (amount: number | null | undefined) =>
  amount !== null && amount !== undefined && Number.isFinite(amount) && amount > 0 ? amount : null

const periodWords: readonly [RegExp, PayPeriod][] = [
  [/hour/, 'hourly'],
  [/day|dai/, 'daily'],
  [/week/, 'weekly'],
  [/month/, 'monthly'],
  [/year|annual|annum/, 'yearly'],
]

/** The period in `1 YEAR`, `per-hour-wage`, `MONTH`. */
export function readPeriod(text: Text): PayPeriod | undefined {
  const word = text?.toLowerCase() ?? ''
  return periodWords.find(([pattern]) => pattern.test(word))?.[1]
}
