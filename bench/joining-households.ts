import type { Random } from './resolution-sets.ts'

/** A line of a file of people, and who it is of. */
export interface LifeLine {
  record: Record<string, unknown>
  /** Of one person. */
  person: string
}

const givenNames = (
  'Anselm Brigida Cosima Darius Edda Florian Greta Henrik Imke Jasper Katrin Leander Marit Nils Odile Pascal Quirin Runa Sven Tilda ' +
  'Ulrich Viola Wanda Xaver Yara Zeno Alma Bruno Clara Dietmar Elin Fabian Gisela Hannes Ida Jonas Kira Lorenz Maren Norbert'
).split(' ')
/** Names of twins, who are mostly called alike. */
const twinNames: readonly (readonly [string, string])[] = [
  ['Lena', 'Lina'],
  ['Marco', 'Marcel'],
  ['Daniel', 'Daniela'],
  ['Jan', 'Jana'],
  ['Tim', 'Tom'],
  ['Anna', 'Hanna'],
  ['Julian', 'Julius'],
  ['Mia', 'Pia'],
  ['Kristin', 'Kristina'],
  ['Finn', 'Flinn'],
]
const nicknames: Readonly<Record<string, string>> = {
  Katrin: 'Kati',
  Hannes: 'Johannes',
  Fabian: 'Fabi',
  Marit: 'Margit',
}
const beginnings =
  'Alder Birk Brack Dorn Eber Fal Gras Hol Immen Kalt Linden Mar Nord Oster Pfann Quell Rot Sand Tann Wacker'.split(
    ' ',
  )
const endings = 'bach berg feld hagen hausen heim hoff kamp mann ried stedt weiler'.split(' ')
const commonNames = 'Schmidt Schneider Fischer Weber Meyer Wagner Becker Koch Klein Wolf'.split(' ')
const towns = 'Ahlenrode Bergwede Celmen Dornau Eschtal Fahrdorf Goslin Hainbeck'.split(' ')
const streets = 'Achtern Birken Damm Erlen Feld Garten Heide Insel Kirch Linden Mühlen Nelken'.split(' ')

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

interface Person {
  key: string
  given: string
  family: string
  born: string
  town: string
  code: string
  street: string
  email: string | undefined
  phone: string | undefined
}

/**
 * Households of made-up people as one file has them: each person once or several times, written worse each time. One household
 * in seventeen has twins who are called alike, one in a hundred a son with the name of his father, half share telephone or mailbox;
 * every tenth person has a namesake born in the same year in the same town, or one who works on the same floor and has its
 * telephone.
 */
export function households(random: Random, count: number): LifeLine[] {
  const people: Person[] = []
  for (let index = 0; index < count; index++) people.push(...household(random, index))
  people.push(...people.filter(() => random() < 0.1).map((person) => namesake(random, person)))
  const lines = people.flatMap((person) =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, (_, time) => ({
      person: person.key,
      record: time === 0 ? lineOf(person) : lineOf(written(random, person)),
    })),
  )
  return shuffled(random, lines)
}

function household(random: Random, index: number): Person[] {
  const town = Math.floor(random() * towns.length)
  const family =
    random() < 0.3 ? pick(random, commonNames) : `${pick(random, beginnings)}${pick(random, endings)}`
  const shared = {
    family,
    town: towns[town] as string,
    code: String(20_000 + town * 1_000 + Math.floor(random() * 60)),
    street: `${pick(random, streets)}weg ${1 + Math.floor(random() * 90)}`,
  }
  const phone = random() < 0.5 ? phoneOf(random) : undefined
  const email = random() < 0.3 ? `familie@${family.toLowerCase()}-${index}.example` : undefined
  const member = (given: string, born: string): Person => ({
    ...shared,
    key: `${index}-${given}-${born}`,
    given,
    born,
    email: email ?? (random() < 0.6 ? `${given}.${family}${index}@post.example`.toLowerCase() : undefined),
    phone: phone ?? (random() < 0.6 ? phoneOf(random) : undefined),
  })
  const father = member(pick(random, givenNames), dayIn(random, 1950, 1975))
  const mother = member(pick(random, givenNames), dayIn(random, 1950, 1975))
  const members = mother.given === father.given ? [father] : [father, mother]
  const fathersYear = Number(father.born.slice(0, 4))
  if (random() < 0.01) members.push(member(father.given, dayIn(random, fathersYear + 20, fathersYear + 35)))
  if (random() < 0.06) {
    const day = dayIn(random, 1978, 2002)
    members.push(...pick(random, twinNames).map((given) => member(given, day)))
  } else if (random() < 0.5) members.push(member(pick(random, givenNames), dayIn(random, 1978, 2002)))
  return [...new Map(members.map((each) => [each.key, each])).values()]
}

/** Another person of the name: born in the same year in the same town, or under the same number at work. */
function namesake(random: Random, person: Person): Person {
  const year = Number(person.born.slice(0, 4))
  const born = dayIn(random, year, year)
  const other: Person = {
    ...person,
    key: `${person.key}-namesake`,
    // On the same day nobody could tell them apart.
    born: born === person.born ? `${born.slice(0, 8)}${born.endsWith('01') ? '28' : '01'}` : born,
    street: `${pick(random, streets)}ring ${1 + Math.floor(random() * 90)}`,
    email: undefined,
    phone: undefined,
  }
  if (random() < 0.7) return other
  return { ...other, given: pick(random, givenNames), born: dayIn(random, 1950, 2000), phone: person.phone }
}

const phoneOf = (random: Random) => `+4930${String(10_000_000 + Math.floor(random() * 89_999_999))}`

function dayIn(random: Random, from: number, to: number): string {
  const year = from + Math.floor(random() * (to - from + 1))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(1 + Math.floor(random() * 12))}-${two(2 + Math.floor(random() * 27))}`
}

/** The same person as another clerk writes them down. */
function written(random: Random, person: Person): Person {
  const copy = { ...person }
  const often = (share: number) => random() < share
  if (often(0.1)) [copy.given, copy.family] = [copy.family, copy.given]
  else if (often(0.15)) copy.given = nicknames[copy.given] ?? `${copy.given[0]}`
  if (often(0.25)) copy.given = withSlip(random, copy.given)
  if (often(0.25)) copy.family = withSlip(random, copy.family)
  if (often(0.1)) copy.given = ''
  if (often(0.2)) copy.born = ''
  else if (often(0.15)) copy.born = withOtherDigit(random, copy.born)
  if (often(0.15)) copy.street = withSlip(random, copy.street)
  if (often(0.15)) {
    copy.street = `${pick(random, streets)}gasse ${1 + Math.floor(random() * 90)}`
    copy.code = String(Number(copy.code) + 1)
  }
  if (often(0.2)) copy.town = ''
  if (often(0.2)) copy.code = ''
  if (often(0.4)) copy.email = undefined
  if (often(0.4)) copy.phone = undefined
  return copy
}

function withSlip(random: Random, text: string): string {
  if (text.length < 3) return text
  const at = 1 + Math.floor(random() * (text.length - 1))
  const share = random()
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)] as string
  if (share < 0.3) return text.slice(0, at) + text.slice(at + 1)
  if (share < 0.6) return text.slice(0, at) + letter + text.slice(at)
  if (share < 0.8) return text.slice(0, at) + letter + text.slice(at + 1)
  return text.slice(0, at - 1) + (text[at] ?? '') + (text[at - 1] ?? '') + text.slice(at + 1)
}

function withOtherDigit(random: Random, born: string): string {
  if (random() < 0.4) {
    const [year, month, day] = born.split('-')
    return Number(day) <= 12 ? `${year}-${day}-${month}` : born
  }
  return born.slice(0, -1) + String(Math.floor(random() * 10))
}

function lineOf({ given, family, born, town, code, street, email, phone }: Person): Record<string, unknown> {
  return {
    name: [given, family].filter(Boolean).join(' '),
    ...(given === '' ? {} : { first_name: given }),
    ...(family === '' ? {} : { last_name: family }),
    ...(born === '' ? {} : { dob: born }),
    inferred_location: {
      country_code: 'DEU',
      ...(town === '' ? {} : { city: town }),
      ...(code === '' ? {} : { postal_code: code }),
      ...(street === '' ? {} : { street_address: street }),
    },
    ...(email === undefined ? {} : { emails: [{ email }] }),
    ...(phone === undefined ? {} : { phone_numbers: [{ number: phone }] }),
  }
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}
