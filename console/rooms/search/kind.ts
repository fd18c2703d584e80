import type { LinkProps } from '@tanstack/react-router'
import type { Answer } from '../../call/answer.ts'
import type { Schemas } from '../../call/client.ts'
import type { Column } from '../../parts/grid.tsx'
import { plainText, type RecordView } from '../../records/view.ts'
import type { Acts } from './acts.ts'

export type Address = Readonly<Record<string, string | undefined>>

/** One condition of a search: a member of the address, readable to people, and a member of the request. */
export interface Filter {
  /** In the address. */
  member: string
  label: string
  /** In words, for a button that takes it out: `the industry`. */
  name: string
  /** In the request; that of the search itself unless `isOfEmployer`. */
  param: string
  isOfEmployer?: boolean
  /** The name of its counts where that is not its parameter. */
  facet?: string
  /** What else the request has to say for the condition to mean this. */
  beside?: Record<string, unknown>
  control:
    | { type: 'text'; hint: string; suggest?: Suggested }
    /** Values with counts, from searchFacets. */
    | { type: 'facet' }
    /** Towns, and how far round them. */
    | { type: 'place' }
  /** The condition that the values mean. */
  write(values: string[]): unknown
  /** The values of a condition, where they are no plain texts or ranges; what it cannot say is found out by writing them. */
  readBack?(condition: object): string[]
  /** A value as people read it. */
  textOf?(value: string): string
}

export type Suggested = 'company' | 'employer' | 'title' | 'skill' | 'technology'

/** Under which name searchFacets counts it. */
export const facetOf = ({ facet, param, isOfEmployer }: Filter) =>
  facet ?? (isOfEmployer === true ? `companyParams.${param}` : param)

/** One of the searches: what may be asked, what it costs and how its rows look. */
export interface SearchKind<R> {
  type: Schemas['CountedSearch']['type']
  path: '/people' | '/companies' | '/jobs'
  one: string
  many: string
  /** A sentence that could be asked; none where words are not read. */
  example?: string
  /** Name of the price of a row. */
  price: string
  /** For Show request. */
  route: string
  filters: readonly Filter[]
  read(page: PageRequest): Promise<Answer<SearchPage<R>>>
  columns(open: (row: R) => void): Column<R>[]
  nameOf(row: R): string
  /** Of its record: rows are chosen by it. */
  idOf(row: R): string
  record(row: R): RecordView
  /** The profile that contacts are looked up by. */
  profileOf?(row: R): string
  /** Its page, or of a job that of the employer; none where that has no name in addresses. */
  linkOf(row: R): Pick<LinkProps, 'to' | 'params'> | undefined
  acts?: Acts<R>
}

export interface SearchPage<R> {
  data: R[]
  nextCursor: string | null
  provenance?: Schemas['RecordProvenance'][]
}

export interface PageRequest {
  body: object
  key: string
  /** More than this is refused; 0 takes what was paid earlier and nothing else. */
  maxCredits: number
}

/** Values of an address are texts; the service refuses what is none of its own. */
export const anyOf = <T extends string>(values: string[]) => ({ anyOf: values as T[] })
export const oneOf = <T extends string>(values: string[]) => values as T[]

/** Domains of companies. */
export const ofDomains = (domains: string[]) => ({
  anyOf: domains.map((domain) => ({ identifier: 'domain' as const, domain })),
})

/** A filter whose condition fits the member of the request that it is written to. */
export const filtersOn =
  <P>() =>
  <K extends keyof P & string>(
    filter: Omit<Filter, 'param' | 'write'> & { param: K; write(values: string[]): P[K] },
  ): Filter =>
    filter

/** `10-50` means more than 10 and at most 50; either end may be open. */
export function readRange(text: string): { lowerBoundExclusive?: number; upperBoundInclusive?: number } {
  const [from = '', to = ''] = text.split('-')
  return {
    ...(from === '' ? {} : { lowerBoundExclusive: Number(from) }),
    ...(to === '' ? {} : { upperBoundInclusive: Number(to) }),
  }
}

/** A facet's value as it stands in the address: texts as they are, ranges as `10-50`. */
export function writeValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { lowerBoundExclusive: from, upperBoundInclusive: to } = value as ReturnType<typeof readRange>
  return `${from ?? ''}-${to ?? ''}`
}

/** `10-50` as people count: 11–50. */
export function rangeText(text: string): string {
  const { lowerBoundExclusive: from, upperBoundInclusive: to } = readRange(text)
  if (to === undefined) return `over ${(from ?? 0).toLocaleString('en')}`
  const least = (from ?? 0) + 1
  return least === to ? String(to) : `${least.toLocaleString('en')}–${to.toLocaleString('en')}`
}

export const listOf = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split(','))

/** The search that an address means. */
export function questionOf<R>(kind: SearchKind<R>, address: Address, leaveOut?: string): Question {
  const own: Record<string, unknown> = {}
  const employer: Record<string, unknown> = {}
  for (const filter of kind.filters) {
    const values = listOf(address[filter.member])
    if (values.length === 0 || filter.member === leaveOut) continue
    const params = filter.isOfEmployer === true ? employer : own
    Object.assign(params, filter.beside, { [filter.param]: filter.write(values) })
  }
  const { searchParams, companyParams } = readMore(address['more'])
  Object.assign(own, searchParams)
  Object.assign(employer, companyParams)
  return { searchParams: own, ...(Object.keys(employer).length > 0 && { companyParams: employer }) }
}

/** Conditions that no filter shows, as the address holds them; one that was spoilt is none. */
export function readMore(text: string | undefined): Question {
  const none = { searchParams: {} }
  if (text === undefined || text === '') return none
  try {
    const more = JSON.parse(text) as unknown
    return typeof more === 'object' && more !== null && 'searchParams' in more ? (more as Question) : none
  } catch {
    return none
  }
}

/** The same without one of its conditions, or without all about the employer. */
export function dropMore(text: string | undefined, param: string): string | undefined {
  const { searchParams, companyParams = {} } = readMore(text)
  const drop = (params: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(params).filter(([name]) => name !== param))
  const rest = {
    searchParams: drop(searchParams),
    companyParams: param === 'companyParams' ? {} : drop(companyParams),
  }
  const isEmpty = Object.keys({ ...rest.searchParams, ...rest.companyParams }).length === 0
  return isEmpty ? undefined : JSON.stringify(rest)
}

/** `jobTitleV3` in words. */
export const paramText = (param: string) =>
  plainText(
    param
      .replace(/V\d$/, '')
      .replaceAll(/([A-Z])/g, ' $1')
      .toLowerCase(),
  )

/** The address of a search: filters that can show its conditions, and `more` for the rest. */
export function addressOf<R>(kind: SearchKind<R>, { searchParams, companyParams = {} }: Question): Address {
  const rest = { searchParams: { ...searchParams }, companyParams: { ...companyParams } }
  const address: Record<string, string> = {}
  for (const filter of kind.filters) {
    const params = filter.isOfEmployer === true ? rest.companyParams : rest.searchParams
    const text = textOfCondition(filter, params[filter.param])
    if (text === undefined) continue
    address[filter.member] = text
    delete params[filter.param]
  }
  const isWhole = Object.keys({ ...rest.searchParams, ...rest.companyParams }).length === 0
  return isWhole ? address : { ...address, more: JSON.stringify(rest) }
}

function plainValues(condition: object): string[] {
  const values = 'anyOf' in condition ? condition.anyOf : condition
  return Array.isArray(values) ? values.map(writeValue) : [writeValue(values)]
}

/** The values that a filter would write as this condition; undefined where it could not. */
function textOfCondition(filter: Filter, condition: unknown): string | undefined {
  if (typeof condition !== 'object' || condition === null) return undefined
  const texts = filter.readBack?.(condition) ?? plainValues(condition)
  if (texts.some((text) => text.includes(','))) return undefined
  return JSON.stringify(filter.write(texts)) === JSON.stringify(condition) ? texts.join(',') : undefined
}

export interface Question {
  searchParams: Record<string, unknown>
  companyParams?: Record<string, unknown>
}
