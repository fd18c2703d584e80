import { slipsBetween } from '../../../lib/slips.ts'
import { birthLikeness } from './birth.ts'
import { areTwo, type Resident } from './families.ts'
import { isOwnMailbox } from './mailbox.ts'
import { citiesAgree } from './evidence.ts'
import { isOneStreet } from '../../../lib/house.ts'
import type { Life } from './life.ts'
import { isRareName, maxNamesWeight, sameName, type Likeness, type NameLikeness } from './same-name.ts'
import { beforeBits, bitsOfTerm, type Terms } from './terms.ts'
import type { WeighedVerdict } from './weigh.ts'

/**
 * What speaks for two records being of one person, in bits: the logarithm of how much more often they say this when they
 * are one than when they are two (Fellegi and Sunter). Names: `same-name.ts`.
 */
const born = { day: 13, slip: 5, near: 4, year: 5, apart: -2, other: -6 }
/** No two of them are equal, for their bits tell what agrees: a code nearby is no street. */
const place = {
  postalCode: 9,
  nearCode: 5.9,
  house: 11,
  street: 6,
  citySlip: -0.5,
  cityBeside: 1,
  otherCity: -1,
  otherCode: -0.5,
  otherHouse: -1.5,
}
const contact = {
  email: 19,
  mailbox: 17.5,
  emailSlip: 12,
  ownSlip: 12.5,
  phone: 17,
  phoneSlip: 8,
  other: -0.5,
}
const work = { otherHeadline: -0.5, otherJobs: -12 }
/** Against any two records: the one a line is about is one of all people. */
const beforeIn = (terms: Terms) => -beforeBits(terms, terms.haveFamilies ? fewestBefore : fewestOfSingles)
/** A list of some thousands is of a town or a trade, where namesakes are fewer than among all people. */
const fewestBefore = 18
/** Where nobody shares a home, who is like another one is one of those listed: Fellegi and Sunter without more. */
const fewestOfSingles = 10
/** Bits that are left for them. */
const minWeight = 3.5
const minWeightOfSingles = 5
/** The bits from which two records are reported as possibly one. */
const minWeightToTell = -3

type Part = 'name' | 'born' | 'place' | 'town' | 'contact' | 'work'
interface Weighed {
  part: Part
  bits: number
  text: string
}

/** Undefined when nothing could make them one. */
export function sameLife(
  a: Life,
  b: Life,
  { haveOtherJobs, terms }: { haveOtherJobs: boolean; terms: Terms },
): WeighedVerdict | undefined {
  const others: Weighed[] = [
    ...bornBits(a, b),
    ...placeBits(a, b, terms),
    ...contactBits(a, b),
    ...workBits(a, b, terms),
    ...(haveOtherJobs ? [{ part: 'work' as const, bits: work.otherJobs, text: 'employers: others' }] : []),
  ]
  const besides = others.reduce((bits, each) => bits + each.bits, beforeIn(terms))
  // Names are most of the work, and most candidates share no more than a word of theirs.
  if (besides + maxNamesWeight < minWeightToTell) return undefined
  const name = sameName(a, b, terms)
  const sum = besides + name.bits
  if (sum < minWeightToTell) return undefined
  const weighed: Weighed[] = [{ part: 'name', bits: name.bits, text: nameText(a, b, name) }, ...others]
  const left = 2 ** -sum
  const evidence = weighed.map(({ text }) => text)
  const against = reasonAgainst({ name, evidence: weighed, sum })
  const score = 1 / (1 + left)
  // Some couples are in every list.
  const haveFamilies = terms.haveFamilies || arePlainlyTwo(a, b, terms)
  if (against === undefined || !haveFamilies)
    return {
      score: rounded(score),
      // What members of a family do not share says little where no home is several people's.
      evidence:
        against === undefined ? evidence : [...evidence, `${against}, where homes have one person each`],
      isConvincing: sum >= (terms.haveFamilies ? minWeight : minWeightOfSingles),
      left,
    }
  return {
    score: rounded(Math.min(score, maxDoubtShare)),
    evidence: [...evidence, `kept apart: ${against}`],
    isConvincing: false,
    left,
  }
}

function arePlainlyTwo(a: Life, b: Life, terms: Terms): boolean {
  const [one, other] = [a, b].map(({ names: [name], born: day }) => ({
    given: name?.given ?? '',
    family: name?.family ?? '',
    born: day,
  })) as [Omit<Resident, 'homes'>, Omit<Resident, 'homes'>]
  return areTwo(one, other, (word) => terms.isGivenName(word))
}

const rounded = (score: number) => Math.round(score * 1000) / 1000

/** Score of two who agree in much and are kept apart all the same. */
const maxDoubtShare = 0.9
/** Bits of a part that is more than a hint. */
const strongPart = 3
/** Bits left where one part alone speaks for two records, besides a name that many bear. */
const minWeightOfOnePart = 9
/** The same where no day, contact or postal code is the same, but all are alike. */
const leastOfHints = 5.5

/** What two records say of one person, as far as it decides. */
interface Judgement {
  name: NameLikeness
  evidence: readonly Weighed[]
  sum: number
  measureBits(part: Part): number
  isBornAlike: boolean
  /** By a mailbox that is one person's. */
  isReached: boolean
}

/** What members of one family, twins and namesakes do not share; undefined where nothing speaks against one person. */
function reasonAgainst({
  name,
  evidence,
  sum,
}: Pick<Judgement, 'name' | 'evidence' | 'sum'>): string | undefined {
  const measureBits = (part: Part) =>
    evidence.reduce(
      (most, each) => (each.part === part && (most === 0 || each.bits > most) ? each.bits : most),
      0,
    )
  const isBornAlike = measureBits('born') === born.day
  const isReached = measureBits('contact') >= contact.email
  const judgement: Judgement = { name, evidence, sum, measureBits, isBornAlike, isReached }
  return reasonByName(judgement) ?? reasonByBirth(judgement) ?? reasonByLittle(judgement)
}

function reasonByName(judgement: Judgement): string | undefined {
  const { name, evidence, measureBits, isBornAlike, isReached } = judgement
  if (name.given === 'other') return 'another given name'
  const isHouse = evidence.some(({ part, bits }) => part === 'place' && bits === place.house)
  // Who marries is another one by name; of who is written the other way round both words must be there.
  const isRenamed =
    !name.isSwapped && !name.isFamilyFirst && (isReached || (isHouse && isWritten(name.given)))
  if (name.family === 'other' && !(isBornAlike && isRenamed)) return 'another family name'
  if ([name.given, name.family].some(isLacking) && !isMetWithPart(judgement))
    return 'a part of the name is not known'
  const isContactOther = evidence.some(({ part, bits }) => part === 'contact' && bits === contact.other)
  if (name.given !== 'same' && isContactOther && measureBits('contact') < contact.phone)
    return 'another contact, and another given name'
  return undefined
}

/** Of one trade in one place: parents and children, and twins, seldom are. */
const isOfTrade = ({ measureBits: bitsOf }: Judgement) =>
  bitsOf('work') > 0 && Math.max(bitsOf('place'), bitsOf('town')) >= place.nearCode

/**
 * Whether enough agrees besides where a part of the name is not known. A family name alone, and an initial, are of all members
 * of a household, who share house, telephone and mailbox, and twins their day of birth: what tells them apart is a mailbox of
 * one's own. A given name alone says who of them it is.
 */
function isMetWithPart(judgement: Judgement): boolean {
  const { name, evidence, measureBits, isReached } = judgement
  const bornAs = measureBits('born')
  const isOwn = isReached || evidence.some(({ bits }) => bits === contact.ownSlip)
  if (bornAs >= born.near && (isOwn || isOfTrade(judgement))) return true
  // Of who is written the other way round it may be the family name that stands alone.
  if (name.isSwapped || !isWritten(name.given)) return false
  if (measureBits('contact') >= contact.emailSlip) return bornAs > born.other
  const isAtPlace = measureBits('place') >= place.postalCode || measureBits('contact') >= contact.phoneSlip
  return bornAs === born.day || (bornAs >= born.slip && isAtPlace)
}

function reasonByBirth({ name, evidence, measureBits, isBornAlike }: Judgement): string | undefined {
  const isPlace = (bits: number) => evidence.some((each) => each.part === 'place' && each.bits === bits)
  // Parents and children of one name share the house, and often telephone and mailbox.
  const isHome = isPlace(place.house) || isPlace(place.street)
  const isBornKnown = evidence.some(({ part }) => part === 'born')
  if (!isBornKnown && isHome) return 'the day of birth is not known'
  if (measureBits('born') === born.other) return 'born in another generation'
  const isMoved = isPlace(place.otherHouse)
  // Of who is written the other way round it may be the family name that stands alone.
  const isGivenAlone = isLacking(name.family) && !name.isSwapped
  const isNamed = isWritten(name.given) && (isWritten(name.family) || isGivenAlone)
  const isNear = measureBits('place') >= place.postalCode && measureBits('contact') <= 0
  const isWell = isNamed && !isHome && !isMoved && (isNear || measureBits('contact') >= contact.emailSlip)
  if (measureBits('born') === born.apart && !isWell) return 'born on another day'
  // Namesakes of one town are born on days alike sooner than somebody moves and is written down wrong.
  if (isMoved && !isBornAlike && (!isBornKnown || measureBits('contact') < contact.phone))
    return 'another street, and not the same day of birth'
  return undefined
}

function reasonByLittle({ name, sum, measureBits, isReached }: Judgement): string | undefined {
  const isWhole = ![name.given, name.family].some(isLacking)
  // Who of a household it is the given name says.
  if (isReached && isWritten(name.given) && !name.isSwapped) return undefined
  const strong = (['born', 'place', 'town', 'contact', 'work'] as const).filter(
    (part) => measureBits(part) >= strongPart,
  )
  if (strong.length >= 2) {
    const isSure =
      measureBits('born') === born.day ||
      measureBits('contact') > 0 ||
      measureBits('place') >= place.postalCode
    const isKnown = isSure || measureBits('born') >= born.slip || isRareName(name)
    if (isKnown && (isSure || sum >= leastOfHints)) return undefined
  }
  // A town alone is no home: namesakes live in it, and colleagues of theirs.
  const isAlone = strong.some((part) => part !== 'town' && measureBits(part) >= place.nearCode)
  if (isAlone && (isRareName(name) || sum >= minWeightOfOnePart)) return undefined
  if (isWhole && measureBits('contact') >= contact.emailSlip) return undefined
  if (isWhole && measureBits('place') >= place.postalCode) return undefined
  return 'little is known of them besides the name'
}

const isLacking = (likeness: Likeness) => likeness === 'unknown' || likeness === 'initial'
const isWritten = (likeness: Likeness) => likeness === 'same' || likeness === 'slip'

function nameText(a: Life, b: Life, { isSwapped }: NameLikeness): string {
  return `name: ${a.words.join(' ')} and ${b.words.join(' ')}${isSwapped ? ', the other way round' : ''}`
}

const bornTexts = { day: 'born: the same day', year: 'born: the same year' }

function bornBits(a: Life, b: Life): Weighed[] {
  if (a.born === undefined || b.born === undefined) return []
  const likeness = birthLikeness(a.born, b.born)
  const text =
    likeness === 'day' || likeness === 'year' ? bornTexts[likeness] : `born: ${a.born} and ${b.born}`
  return [{ part: 'born', bits: born[likeness], text }]
}

function placeBits(a: Life, b: Life, terms: Terms): Weighed[] {
  const houses = houseBits(a, b)
  const codes = codeBits(a, b, isAlike(houses))
  const evidence = [...houses, ...codes]
  return [...evidence, ...townBits(a, b, { terms, isBeside: isAlike(evidence) })]
}

const part = 'place'

const isAlike = (evidence: readonly Weighed[]) => evidence.some(({ bits }) => bits > 0)

function houseBits(a: Life, b: Life): Weighed[] {
  if (a.house === undefined || b.house === undefined) return []
  if (!isOneStreet(a.house, b.house)) return [{ part, bits: place.otherHouse, text: 'street: another' }]
  const isHouse = a.house.number !== '' && a.house.number === b.house.number
  const text = `street: ${a.house.name} ${a.house.number}`.trim()
  return [{ part, bits: isHouse ? place.house : place.street, text }]
}

/** A postal code tells less where the street is the same already. */
function codeBits(a: Life, b: Life, isBeside: boolean): Weighed[] {
  const [one, other] = [a.postalCode, b.postalCode]
  if (one === '' || other === '') return []
  if (one === other) return [{ part, bits: isBeside ? 4 : place.postalCode, text: `postal code: ${one}` }]
  const isNear =
    slipsBetween(one, other, 1) === 1 || (one.length > 5 && one.slice(0, -2) === other.slice(0, -2))
  if (!isNear) return [{ part, bits: place.otherCode, text: 'postal code: another' }]
  return [{ part, bits: isBeside ? 2 : place.nearCode, text: `postal code: ${one} and ${other}` }]
}

/** A town tells little beside a street or a postal code. */
function townBits(a: Life, b: Life, { terms, isBeside }: { terms: Terms; isBeside: boolean }): Weighed[] {
  if (a.city === '' || b.city === '') return []
  const bits = isBeside ? place.cityBeside : cityBits(terms, a.city, b.city)
  if (citiesAgree(a.city, b.city) !== false) return [{ part: 'town', bits, text: `city: ${a.city}` }]
  if (slipsBetween(a.city, b.city, 3) > Math.min(3, Math.floor(a.city.length / 3)))
    return [{ part: 'town', bits: place.otherCity, text: 'city: another' }]
  const slipped = isBeside ? bits : bits + place.citySlip
  return [{ part: 'town', bits: slipped, text: `city: ${a.city} and ${b.city}` }]
}

function cityBits(terms: Terms, ...cities: string[]): number {
  return clamp(Math.min(...cities.map((city) => bitsOfTerm(terms, 'city', city))), 1, 7)
}

const clamp = (bits: number, least: number, most: number) => Math.max(least, Math.min(most, bits))

function contactBits(a: Life, b: Life): Weighed[] {
  const part = 'contact'
  const evidence: Weighed[] = []
  if (a.emails.length > 0 && b.emails.length > 0) {
    const shared = a.emails.filter((email) => b.emails.includes(email))
    if (shared.length > 0) {
      const isOwn = shared.some((email) => isOwnMailbox(email, [a, b]))
      evidence.push({ part, bits: isOwn ? contact.email : contact.mailbox, text: 'e-mail address: the same' })
    } else if (a.emails.some((one) => b.emails.some((other) => isMailSlip(one, other)))) {
      const isOwn = a.emails.some(
        (one) => isOwnMailbox(one, [a, b]) && b.emails.some((other) => isHostSlip(one, other)),
      )
      const bits = isOwn ? contact.ownSlip : contact.emailSlip
      evidence.push({ part, bits, text: `e-mail address: nearly the same` })
    } else evidence.push({ part, bits: contact.other, text: 'e-mail address: another' })
  }
  if (a.phones.length > 0 && b.phones.length > 0) {
    if (a.phones.some((phone) => b.phones.includes(phone)))
      evidence.push({ part, bits: contact.phone, text: 'telephone: the same' })
    else if (a.phones.some((one) => b.phones.some((other) => slipsBetween(one, other, 1) <= 1)))
      evidence.push({ part, bits: contact.phoneSlip, text: 'telephone: nearly the same' })
    else evidence.push({ part, bits: contact.other, text: 'telephone: another' })
  }
  return evidence
}

/** Not where a number is another: namesakes are told apart by it. Short hosts are others: `gmx.de`, `web.de`. */
function isMailSlip(one: string, other: string): boolean {
  const digits = (email: string) => email.replace(/\D/g, '')
  const [host, otherHost] = [hostOf(one), hostOf(other)]
  const isHost = host === otherHost || Math.min(host.length, otherHost.length) >= shortestHost
  return isHost && digits(one) === digits(other) && slipsBetween(one, other, 3) <= 3
}

/** One mailbox, of which the host was written wrong. */
const isHostSlip = (one: string, other: string) =>
  one.slice(0, one.indexOf('@')) === other.slice(0, other.indexOf('@')) && isMailSlip(one, other)

const hostOf = (email: string) => email.slice(email.indexOf('@') + 1)
/** Letters of a host from which on another one is taken for a slip. */
const shortestHost = 10

function workBits(a: Life, b: Life, terms: Terms): Weighed[] {
  if (a.headline === '' || b.headline === '') return []
  const isSame = a.headline === b.headline
  return [
    {
      part: 'work',
      bits: isSame ? clamp(bitsOfTerm(terms, 'work', a.headline), 1, 7) : work.otherHeadline,
      text: isSame ? `headline: ${a.headline}` : 'headline: another',
    },
  ]
}
