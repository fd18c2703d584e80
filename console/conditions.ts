import { number } from './words.ts'

/** One condition of a search, as people read it. */
export interface Condition {
  /** The member of the request. */
  param: string
  name: string
  text: string
}

const names: Readonly<Record<string, string>> = {
  headquartersCountryCode: 'Country',
  country3LetterCode: 'Lives in',
  industriesV2: 'Industry',
  employeeCountV2: 'Employees',
  jobTitleV3: 'Job title',
  seniority: 'Level',
  jobFunction: 'Function',
  nameLike: 'Name',
  tags: 'Label',
}

/** Members whose values are codes of countries. */
export const isOfCountry = (param: string): boolean => param.toLowerCase().includes('country')

/** Search parameters as conditions, in the order in which they were given. `countries` has names by code. */
export const readConditions = (
  params: object | null | undefined,
  countries: ReadonlyMap<string, string>,
): Condition[] =>
  Object.entries(params ?? {})
    // What is not asked for is no condition.
    .filter(([, value]) => value !== null && value !== false)
    .map(([param, value]) => ({
      param,
      name: names[param] ?? spaced(param),
      text: textOf(value, isOfCountry(param) ? countries : none),
    }))

const none: ReadonlyMap<string, string> = new Map()

/** `jobTitleV3` as `Job title`. */
function spaced(param: string): string {
  const text = param
    .replace(/V\d$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const signs: Readonly<Record<string, string>> = {
  anyOf: '',
  allOf: 'all of ',
  noneOf: 'not ',
  lowerBoundExclusive: 'over ',
  lowerBoundInclusive: 'from ',
  upperBoundExclusive: 'below ',
  upperBoundInclusive: 'up to ',
}

function textOf(value: unknown, countries: ReadonlyMap<string, string>): string {
  const of = (part: unknown) => textOf(part, countries)
  if (Array.isArray(value)) return value.map(of).join(', ')
  if (typeof value === 'number') return number(value)
  if (value === true) return 'yes'
  if (typeof value !== 'object' || value === null) return countries.get(String(value)) ?? String(value)
  if ('term' in value) return String(value.term)
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${signs[name] ?? `${spaced(name)}: `}${of(part)}`)
    .join(', ')
}
