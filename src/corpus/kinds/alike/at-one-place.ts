import { COMMON_WORDS, companyNameForms, GENERIC_WORDS, MINOR_WORDS } from '../../names/index.ts'
import { readHouse, isOneStreet } from '../../../lib/house.ts'
import { phoneEnd } from '../../../lib/phone-end.ts'
import { slipsBetween } from '../../../lib/slips.ts'
import { normalText } from '../../../lib/text-normal.ts'
import { companyNames } from '../../search-index/index.ts'
import type { CompanyRecord } from '../../records/index.ts'
import { citiesAgree } from './evidence.ts'
import { beforeBits, bitsOfTerm, type RecordTerms, type Terms } from './terms.ts'
import type { WeighedVerdict } from './weigh.ts'

/**
 * What it says that two companies are reached and found at one place, in bits (Fellegi and Sunter). A house has several
 * companies, and some have the telephone of its reception.
 */
const agrees = { phone: 14, house: 10, houseBesidesPhone: 4, city: 1 }
const differs = { phone: -3, street: -4, city: -1 }
/** Of a word of a name. */
const maxWordWeight = 11
const maxNameWeight = 18
const slip = -2
/** A word that one of the two leaves out. */
const missing = { any: -4, ofPlace: -0.5, ofGuests: -1 }
/** Bits that are left for them. */
const minWeight = 5
const minWeightToTell = -2

/** What stands before or behind the name of a house that is open to all. */
const ofGuests = new Set(
  (
    'restaurant ristorante trattoria pizzeria osteria brasserie bistro cafe coffee bar grill grille bbq kitchen cuisine dining room deli ' +
    'delicatessen bakery tavern pub inn lounge diner steakhouse gourmet hotel house shop store salon spa'
  ).split(' '),
)
/** What tells the firms of one owner apart, besides the words of trades. */
const ofFirms = new Set(
  (
    'verwaltung verwaltungs beteiligung beteiligungs vermogensverwaltung vermogens immobilien grundstucks vermietung logistik transporte handels ' +
    'handel vertrieb vertriebs bau elektro technik dienstleistung dienstleistungen energie stiftung klinik praxis gestion immobilier immobiliere ' +
    'commercial conseil inmobiliaria servicios servizi immobiliare'
  ).split(' '),
)

interface Named {
  words: readonly string[]
  name: string
}

/**
 * Whether two companies that are reached under one number or are in one house are one, although their names are written in other
 * ways: words in another order, with a slip, or left out. Undefined when nothing could make them one.
 */
export function atOnePlace(a: CompanyRecord, b: CompanyRecord, terms: Terms): WeighedVerdict | undefined {
  const [one, other] = [a, b].map((record) => record.location_consensus) as [Place, Place]
  if (one?.country_code && other?.country_code && one.country_code !== other.country_code) return undefined
  const facts = placeFacts(a, b)
  if (!facts.some(({ bits }) => bits > agrees.houseBesidesPhone)) return undefined
  const places = placeWords(one, other)
  const name = bestName(named(a), named(b), { places, terms })
  if (name === undefined) return undefined
  facts.unshift({ bits: name.bits, text: name.text })
  const sum = facts.reduce((bits, fact) => bits + fact.bits, -beforeBits(terms))
  if (sum < minWeightToTell) return undefined
  const isAtBoth =
    facts.some(({ bits }) => bits === agrees.phone) &&
    facts.some(({ bits }) => bits === agrees.houseBesidesPhone)
  const against = reasonAgainst(name, isAtBoth)
  const left = 2 ** -sum
  const evidence = facts.map(({ text }) => text)
  return {
    score: Math.round((against === undefined ? 1 : 0.9) * (1 / (1 + left)) * 1000) / 1000,
    evidence: against === undefined ? evidence : [...evidence, `kept apart: ${against}`],
    isConvincing: sum >= minWeight && against === undefined,
    left,
  }
}

/** What is counted of a company: the words of its name. */
export function companyTerms(record: CompanyRecord): RecordTerms | undefined {
  const [first] = named(record)
  if (first === undefined) return undefined
  const name = first.words.join(' ')
  return { name, terms: first.words.map((value) => ({ sort: 'word', value, carrier: name })) }
}

type Place = CompanyRecord['location_consensus']
interface WeighedFact {
  bits: number
  text: string
}

function placeFacts(a: CompanyRecord, b: CompanyRecord): WeighedFact[] {
  const facts: WeighedFact[] = []
  const [ones, others] = [a, b].map(({ phone_numbers }) =>
    (phone_numbers ?? []).flatMap((phone) => phoneEnd(phone) ?? []),
  ) as [string[], string[]]
  const isReached = ones.some((phone) => others.includes(phone))
  if (isReached) facts.push({ bits: agrees.phone, text: 'telephone: the same' })
  else if (ones.length > 0 && others.length > 0)
    facts.push({ bits: differs.phone, text: 'telephone: another' })
  const [here, there] = [a.location_consensus, b.location_consensus]
  const [house, otherHouse] = [here, there].map((place) => readHouse(place?.street_address))
  const isCity = here?.city && there?.city ? citiesAgree(here.city, there.city) : undefined
  if (house !== undefined && otherHouse !== undefined) {
    const isHouse =
      house.number !== '' && house.number === otherHouse.number && isOneStreet(house, otherHouse)
    // Streets of one name are in many towns.
    if (isHouse && (isReached || isCity !== false))
      facts.push({
        bits: isReached ? agrees.houseBesidesPhone : agrees.house,
        text: `street: ${house.name} ${house.number}`,
      })
    else facts.push({ bits: differs.street, text: 'street: another' })
  }
  if (isCity !== undefined)
    facts.push({
      bits: isCity ? agrees.city : differs.city,
      text: isCity ? `city: ${here?.city}` : 'city: another',
    })
  return facts
}

const maxNames = 5

const named = (record: CompanyRecord): Named[] =>
  companyNames(record)
    .slice(0, maxNames)
    .map((name) => ({
      name,
      words: [...new Set(companyNameForms(name).words.filter((word) => !MINOR_WORDS.has(word)))],
    }))
    .filter(({ words }) => words.length > 0)

function placeWords(...places: readonly Place[]): ReadonlySet<string> {
  const words = places.flatMap((place) =>
    normalText(`${place?.city ?? ''} ${place?.state_name ?? ''}`).split(' '),
  )
  return new Set([...words, 'city'].filter((word) => word !== ''))
}

interface NameLikeness {
  bits: number
  text: string
  /** Words that only one of the two has and that are no word of the place. */
  rest: readonly [readonly string[], readonly string[]]
  /** Words of both that say something. */
  shared: readonly string[]
}

type Around = { places: ReadonlySet<string>; terms: Terms }

function bestName(
  ones: readonly Named[],
  others: readonly Named[],
  around: Around,
): NameLikeness | undefined {
  let best: NameLikeness | undefined
  for (const one of ones)
    for (const other of others) {
      const likeness = nameLikeness(one, other, around)
      if (likeness !== undefined && (best === undefined || likeness.bits > best.bits)) best = likeness
    }
  return best
}

function nameLikeness(one: Named, other: Named, { places, terms }: Around): NameLikeness | undefined {
  const free = new Set(other.words)
  const shared: string[] = []
  let bits = 0
  // Words that are the same first, so that none of them is taken for a slip of another one.
  for (const isMatch of [(a: string, b: string) => a === b, isSlip])
    for (const word of one.words) {
      if (shared.includes(word)) continue
      const match = [...free].find((each) => isMatch(word, each))
      if (match === undefined) continue
      free.delete(match)
      shared.push(word)
      const rarity = Math.min(...[word, match].map((each) => bitsOfTerm(terms, 'word', each)), maxWordWeight)
      bits += rarity + (word === match ? 0 : slip)
    }
  const isWhole = free.size === 0 && shared.length === one.words.length
  const telling = shared.filter((word) => isWhole || (!ofGuests.has(word) && !places.has(word)))
  if (telling.length === 0) return undefined
  const rest = [one.words.filter((word) => !shared.includes(word)), [...free]] as const
  const left = rest.map((words) => words.filter((word) => !places.has(word))) as [string[], string[]]
  const lacking = rest.flat().reduce((sum, word) => {
    if (places.has(word)) return sum + missing.ofPlace
    return sum + (ofGuests.has(word) ? missing.ofGuests : missing.any)
  }, 0)
  return {
    bits: Math.min(bits, maxNameWeight) + lacking,
    text: `name: ${one.name} and ${other.name}`,
    rest: left,
    shared: telling,
  }
}

const isOfFirms = (word: string) =>
  !ofGuests.has(word) && (ofFirms.has(word) || COMMON_WORDS.has(word) || GENERIC_WORDS.has(word))

/** What strangers in one building, behind one switchboard and the firms of one owner do not share. */
function reasonAgainst(
  { rest: [ones, others], shared }: NameLikeness,
  isAtBoth: boolean,
): string | undefined {
  if (ones.length > 0 && others.length > 0) return 'words of their own in each name'
  const lacking = [...ones, ...others]
  if (lacking.some(isOfFirms)) return 'another firm by its name'
  if (lacking.length > 0 && !isAtBoth) return 'words left out, and not the same telephone and house'
  if (shared.every(isOfFirms)) return 'a name of common words'
  return undefined
}

/** A slip, or a word cut short: `Deli`, `Delicatessen`. Numbers are another one. */
function isSlip(a: string, b: string): boolean {
  if (/\d/.test(a + b)) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length >= 4 && long.length > short.length + 2 && long.startsWith(short)) return true
  if (short.length < 5) return false
  const most = short.length >= 9 ? 2 : 1
  return slipsBetween(short, long, most) <= most
}
