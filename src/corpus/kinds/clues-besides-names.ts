import { registrableDomain } from '../../lib/domain-name.ts'
import { normalText } from '../../lib/text-normal.ts'
import { citiesAgree } from './alike/evidence.ts'
import { fullName } from './alike/full-name.ts'

/** What speaks for or against two being one, in addition to their names and identifiers. */
export type BesidesNames = 'agrees' | 'differs' | undefined

type Members = Readonly<Record<string, unknown>>

/** The same street, or other domains, countries or cities. */
export function companiesBesidesNames(a: Members, b: Members): BesidesNames {
  const [one, other] = [readPlace(a), readPlace(b)]
  if (isSame(one.street_address, other.street_address)) return 'agrees'
  if (isOther(one.country_code, other.country_code)) return 'differs'
  if (one.city && other.city && citiesAgree(one.city, other.city) === false) return 'differs'
  const [ones, others] = [listDomains(a), listDomains(b)]
  const areOthers = ones.length > 0 && others.length > 0 && !ones.some((domain) => others.includes(domain))
  return areOthers ? 'differs' : undefined
}

/** Names without a word in common: who marries or is called by a nickname keeps one. */
export function peopleBesidesNames(a: Members, b: Members): BesidesNames {
  const words = (members: Members) => normalText(fullName(members)).split(' ').filter(Boolean)
  const [ones, others] = [words(a), words(b)]
  if (ones.length === 0 || others.length === 0) return undefined
  return ones.some((word) => others.includes(word)) ? undefined : 'differs'
}

type Place = Partial<Record<'street_address' | 'country_code' | 'city', string | null>>

const readPlace = (members: Members): Place =>
  (members['location_consensus'] as Place | null | undefined) ?? {}

function listDomains(members: Members): string[] {
  const domains = members['domains'] as string[] | null | undefined
  return (domains ?? []).map((domain) => registrableDomain(domain) ?? domain)
}

const isSame = (a: string | null | undefined, b: string | null | undefined) =>
  Boolean(a && b) && normalText(a as string) === normalText(b as string)
const isOther = (a: string | null | undefined, b: string | null | undefined) =>
  Boolean(a && b) && normalText(a as string) !== normalText(b as string)
