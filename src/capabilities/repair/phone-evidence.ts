import { registrableDomain } from '../../lib/domain-name.ts'
import { normalizePhone, phonePlan } from '../../lib/phone.ts'
import {
  countries,
  countryByAlpha2,
  findCity,
  findCountry,
  findSubdivision,
} from '../../corpus/reference/index.ts'
import type { ColumnRole, ListColumn } from '../../corpus/tables/index.ts'
import type { PhoneEvidence } from './heal/heal-phone.ts'

interface Row {
  cells: readonly string[]
}

/** Rows the list is judged by. */
const sampleRows = 2_000
/** Share of the evidence of other rows that one country has to have, to be all of it. */
const agreed = 0.9

/** What tells where the national numbers of a row are from: the row first, then the list. */
export function phoneEvidence(
  rows: readonly Row[],
  columns: readonly ListColumn[],
  ownCountry: string | undefined,
): (cells: readonly string[]) => PhoneEvidence {
  const findColumns = (role: ColumnRole) =>
    columns.flatMap((column, place) => (column.role === role && column.isAside !== true ? [place] : []))
  const [named, states, cities, addresses, codes] = (
    ['country', 'state', 'city', 'address', 'postal_code'] as const
  ).map(findColumns) as [number[], number[], number[], number[], number[]]
  const hosts = [...findColumns('email'), ...findColumns('domain')]
  const inColumn = new Map(states.map((place) => [place, countriesOfStates(rows, place)]))
  const statesOf = memo((text) => withState(text))
  const citiesOf = memo((text) => [
    ...new Set(findCity(text).map(({ countryCode }) => toAlpha2(countryCode))),
  ])
  const listPlaces = (cells: readonly string[]): string[] => {
    const filled = (places: readonly number[]) =>
      places.map((place) => cells[place] ?? '').filter((text) => text !== '')
    const clues = [
      ...states.map((place) => common(statesOf(cells[place] ?? ''), inColumn.get(place) ?? [])),
      ...filled(addresses).map(countryOfAddress),
      ...filled(codes).map(countryOfCode),
    ].filter((clue) => clue.length > 0)
    const sure = clues.reduce((all, clue) => (all.length === 0 ? clue : common(all, clue)), [] as string[])
    // A city is asked last: there is a Paris in Texas, and the gazetteer takes time to load.
    if (sure.length === 1) return sure
    return filled(cities)
      .map(citiesOf)
      .reduce((all, clue) => (all.length === 0 ? clue : common(all, clue)), sure)
  }
  const others = findOthers(rows, { columns, named, hosts, listPlaces })
  return (cells) => {
    const country = named
      .map((place) => findCountry(cells[place] ?? '')?.alpha2)
      .find((one) => one !== undefined)
    const own = country ?? ownCountry
    if (own !== undefined) return { country: own, places: [], others: [] }
    const hinted = hosts.flatMap((place) => countryOfHost(cells[place] ?? '') ?? [])
    return { places: listPlaces(cells), others: [...new Set([...hinted, ...others])] }
  }
}

/** Countries the other rows are from; several when they do not agree. */
function findOthers(
  rows: readonly Row[],
  {
    columns,
    named,
    hosts,
    listPlaces,
  }: {
    columns: readonly ListColumn[]
    named: number[]
    hosts: number[]
    listPlaces: (cells: readonly string[]) => string[]
  },
): string[] {
  const counts = new Map<string, number>()
  let [total, addresses, telling] = [0, 0, 0]
  const count = (country: string | undefined) => {
    if (country === undefined) return
    total += 1
    counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  const phones = columns.flatMap(({ role }, place) => (role === 'phone' ? [place] : []))
  const byHost: string[] = []
  for (const { cells } of phones.length === 0 ? [] : rows.slice(0, sampleRows)) {
    for (const place of phones) if (cells[place]?.startsWith('+') === true) count(planCountry(cells[place]))
    for (const place of named) count(findCountry(cells[place] ?? '')?.alpha2)
    const places = listPlaces(cells)
    if (places.length === 1) count(places[0])
    for (const place of hosts) {
      const country = countryOfHost(cells[place] ?? '')
      if (cells[place] !== '') addresses += 1
      if (country !== undefined) byHost.push(country)
      if (country !== undefined) telling += 1
    }
  }
  // A few addresses of one country say nothing of a list whose other addresses have none.
  if (telling >= 2 && telling >= addresses / 3) for (const country of byHost) count(country)
  return agreedOn(counts, total)
}

/** The country that nearly all say; all of them where they do not agree, and none that a single row says. */
function agreedOn(counts: ReadonlyMap<string, number>, total: number): string[] {
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (most !== undefined && most[1] >= total * agreed) return most[1] >= 2 ? [most[0]] : []
  return [...counts.keys()]
}

/** One country for each numbering plan, so that Canada and the United States agree. */
function planCountry(phone: string): string | undefined {
  const plan = phonePlan(normalizePhone(phone) ?? '')
  return mainCountries.get(plan?.callingCode ?? '') ?? plan?.country
}

const mainCountries = new Map([
  ['1', 'US'],
  ['7', 'RU'],
])

/** Countries whose people write a state by letters; anywhere else a code of ISO 3166-2 means nothing to them. */
const lettered = ['US', 'CA', 'AU', 'BR', 'MX', 'IT', 'CH', 'DE', 'IN', 'MY', 'ES']

function withState(text: string): string[] {
  if (text.trim() === '') return []
  const alpha2Codes = text.trim().length <= 3 ? lettered : countries().map(({ alpha2 }) => alpha2)
  return alpha2Codes.filter(
    (alpha2) => findSubdivision(countryByAlpha2(alpha2)?.alpha3 ?? '', text) !== undefined,
  )
}

/** The countries that (nearly) all states of a column are of. */
function countriesOfStates(rows: readonly Row[], place: number): string[] {
  const counts = new Map<string, number>()
  const states = new Set(
    rows.slice(0, sampleRows).map(({ cells }) => (cells[place] ?? '').trim().toLowerCase()),
  )
  states.delete('')
  for (const state of states)
    for (const country of withState(state)) counts.set(country, (counts.get(country) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= states.size * agreed).map(([country]) => country)
}

/** What both allow; the first where they contradict each other and the second is only of the column. */
function common(one: readonly string[], other: readonly string[]): string[] {
  const both = one.filter((country) => other.includes(country))
  return both.length > 0 ? both : [...one]
}

/** `…, San Francisco, CA 94105`, `…, London SW1A 1AA`, `…, Germany`. */
function countryOfAddress(text: string): string[] {
  const last = text.split(',').at(-1)?.trim() ?? ''
  const named = last.length > 3 ? findCountry(last)?.alpha2 : undefined
  if (named !== undefined) return [named]
  const [, state] = /\b([A-Z]{2})\.?\s+\d{5}(?:-\d{4})?$/.exec(text) ?? []
  if (state !== undefined && findSubdivision('USA', state) !== undefined) return ['US']
  return countryOfCode(/\b[A-Z]\d[A-Z] ?\d[A-Z]\d$|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/i.exec(text)?.[0] ?? '')
}

/** Postal codes of a form that only one country has. */
function countryOfCode(text: string): string[] {
  if (/^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(text)) return ['CA']
  if (/^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/i.test(text)) return ['GB']
  return /^\d{5}-\d{4}$/.test(text) ? ['US'] : []
}

/** Endings of a country that everybody uses tell nothing. */
const worldwide = new Set('io co ai me tv cc ly gg fm to ws sh so is eu'.split(' '))

function countryOfHost(text: string): string | undefined {
  const host = registrableDomain(text.slice(text.lastIndexOf('@') + 1))
  const ending = host?.slice(host.lastIndexOf('.') + 1) ?? ''
  if (ending.length !== 2 || worldwide.has(ending)) return undefined
  return countryByAlpha2(ending === 'uk' ? 'GB' : ending.toUpperCase())?.alpha2
}

const toAlpha2 = (alpha3: string) => findCountry(alpha3)?.alpha2 ?? alpha3

function memo(of: (text: string) => string[]): (text: string) => string[] {
  const cache = new Map<string, string[]>()
  return (text) => {
    const codes = cache.get(text) ?? of(text)
    cache.set(text, codes)
    return codes
  }
}
