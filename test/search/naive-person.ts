import {
  firstNameAgreement,
  lastNameForms,
  lastPortugueseSurname,
  normalName,
  parsePersonName,
  listSurnames,
} from '../../src/corpus/names/index.ts'
import { normalText } from '../../src/lib/text-normal.ts'
import type { PersonRecord } from '../../src/corpus/records/index.ts'
import { positionsOf } from './naive-career.ts'
import type { ProfileParams } from './naive-params.ts'

/** Whether a word is one slip away from another: a letter more, less, another, or two swapped. */
function oneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let offset = 0
  while (offset < a.length && a[offset] === b[offset]) offset++
  const [restA, restB] = [a.slice(offset), b.slice(offset)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return (
    restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  )
}

function isForm(wanted: string, word: string): boolean {
  if (wanted === word) return true
  if (wanted.length > 1 && word.length > 1 && firstNameAgreement(wanted, word) === 'variant') return true
  if (lastNameForms(wanted).includes(word)) return true
  return /^[a-z]{4,20}$/.test(wanted) && /^[a-z]+$/.test(word) && oneSlip(wanted, word)
}

export function isNamedLike(record: PersonRecord, name: string): boolean {
  const held = `${record.name ?? ''} ${record.first_name ?? ''} ${record.last_name ?? ''}`
  const words = [...normalText(held).split(' '), ...normalName(held).split(' ')].filter((word) => word !== '')
  const parsed = parsePersonName(name)
  const { first, last } = parsed
  const [given = ''] = first.split(' ')
  const surnames = listSurnames(parsed)
  const isPortuguese = /\b(?:da|das|do|dos)\b/.test(last)
  const family =
    last === ''
      ? []
      : surnames.length > 1 && !isPortuguese
        ? surnames.slice(0, 1)
        : last.split(' ').slice(0, 6)
  if (given === '' && family.length === 0) return false
  const lastOne = given === '' ? undefined : lastPortugueseSurname(parsed)
  const called = new Set(
    normalText(held)
      .split(' ')
      .filter((word) => word !== ''),
  )
  if (lastOne !== undefined && family.length === 1 && called.size === 2)
    return isCalled(words, given, family) || isCalled(words, given, [lastOne])
  return isCalled(words, given, family)
}

function isCalled(words: readonly string[], given: string, family: readonly string[]): boolean {
  if (!family.every((wanted) => words.some((word) => isForm(wanted, word)))) return false
  if (given === '') return true
  if (given.length === 1 && family.length > 0) return words.some((word) => word.startsWith(given))
  return words.some((word) => isForm(given, word) || word === [...given][0])
}

export function isProfile(
  record: PersonRecord,
  {
    profile_id,
    primary_slug,
    entity_id,
    external_id,
  }: Partial<Record<'profile_id' | 'primary_slug' | 'entity_id', string | null>> & {
    external_id?: { source: string; value: string } | null | undefined
  },
): boolean {
  const ids = [record.user_id, record.entity_urn, ...(record.entity_urns ?? [])]
  if (entity_id && record.entity_id !== entity_id) return false
  if (external_id && record.external_ids?.[external_id.source] !== external_id.value) return false
  if (profile_id && !ids.includes(profile_id)) return false
  const page = primary_slug?.startsWith('https:') ? primary_slug.split('/')[4] : primary_slug
  const slugs = [record.primary_slug, ...(record.slugs ?? [])].map((slug) => slug.toLowerCase())
  return !page || slugs.includes(decodeURIComponent(page).toLowerCase())
}

const full = (date: string) => `${date}-01-01`.slice(0, 10)
const earliest = (dates: (string | null | undefined)[]) =>
  dates.flatMap((date) => (date ? full(date) : [])).sort()[0]

export const began = (record: PersonRecord) =>
  record.career_began_at
    ? full(record.career_began_at)
    : earliest(positionsOf(record).map((each) => each.start_date))

/** 29 February of a year without one is 1 March. */
function yearsEarlier(day: string, years: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year - years, month - 1, date)).toISOString().slice(0, 10)
}

function yearsUntil(today: string, day: string): number {
  return Number(today.slice(0, 4)) - Number(day.slice(0, 4)) - (today.slice(5) < day.slice(5) ? 1 : 0)
}

export function ageOf(record: PersonRecord, today: string): number | undefined {
  const studies = earliest((record.education ?? []).map((entry) => entry.start_date))
  const work = began(record)
  const born = record.dob
    ? full(record.dob)
    : studies !== undefined
      ? yearsEarlier(studies, 18)
      : work && yearsEarlier(work, 22)
  return born === undefined ? undefined : yearsUntil(today, born)
}

export function experienceOf(record: PersonRecord, today: string): number | undefined {
  const work = began(record)
  return work === undefined ? undefined : yearsUntil(today, work)
}

export function isBetween(
  value: number | null | undefined,
  {
    lowerBound,
    upperBound,
  }: { lowerBound?: number | null | undefined; upperBound?: number | null | undefined },
): boolean {
  if ((lowerBound ?? null) === null && (upperBound ?? null) === null) return true
  if (value === null || value === undefined) return false
  return value >= (lowerBound ?? -Infinity) && value <= (upperBound ?? Infinity)
}

const yearsOfZones = new Map<string, number[]>()

/** Minutes ahead of UTC at noon UTC of every day of the year of `today`, read off the clock there. */
function clocks(zone: string, today: string): number[] {
  const key = `${zone} ${today.slice(0, 4)}`
  let found = yearsOfZones.get(key)
  if (found !== undefined) return found
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  found = []
  const year = Number(today.slice(0, 4))
  for (let day = 1; new Date(Date.UTC(year, 0, day)).getUTCFullYear() === year; day++) {
    const noon = Date.UTC(year, 0, day, 12)
    found.push((Date.parse(`${clock.format(noon).replace(' ', 'T')}Z`) - noon) / 60_000)
  }
  yearsOfZones.set(key, found)
  return found
}

type ZoneWindow = NonNullable<ProfileParams['timeZone']>['anyOf'][number]

export function isInZone(record: PersonRecord, { strategy }: ZoneWindow, today: string): boolean {
  const zone = record.inferred_location?.timezone
  if (!zone || zone.startsWith('Mars')) return false
  const middle = clocks(strategy.midpointTimeZoneName, today)
  const isNear = (offset: number, day: number) => {
    const ahead = offset - (middle[day] as number)
    return ahead > 0 ? ahead <= strategy.maxMinutesEastward : -ahead <= strategy.maxMinutesWestward
  }
  const there = clocks(zone, today)
  return strategy.includePartialYearMatches ? there.some(isNear) : there.every(isNear)
}
