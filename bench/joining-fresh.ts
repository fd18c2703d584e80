import type { LifeLine } from './joining-households.ts'
import type { Random } from './resolution-sets.ts'

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const given = (
  'Aurelio Benedetta Calogero Domitilla Ermanno Fiammetta Gaspare Ilaria Leonzio Marzia Nazareno Ornella Pasquale Rosalba Salvatore Tullia ' +
  'Ubaldo Vincenza Walter Zita Ambrogio Carmela Donato Elvira'
).split(' ')
const twins: readonly (readonly [string, string])[] = [
  ['Donato', 'Donata'],
  ['Elvira', 'Elvio'],
  ['Marzia', 'Tullia'],
  ['Aurelio', 'Ambrogio'],
]
const families = (
  'Abbatantuono Bevilacqua Cacciatore Dellapiana Esposito Fumagalli Giannantonio Iannuzzi Lombardi Mastrangelo Napolitano Orsini ' +
  'Pellegrino Quaranta Russo Sanfilippo Tagliaferri Ungaretti Vitale Zappacosta'
).split(' ')
const towns = 'Altavalle Borgonuovo Castelrosso Montechiaro Pietrabassa'.split(' ')
const streets = [
  'Via Cavour',
  'Corso Umberto',
  'Via dei Mille',
  'Piazza Dante',
  'Viale Europa',
  'Via Garibaldi',
]

interface Guest {
  key: string
  given: string
  family: string
  born: string
  town: string
  code: string
  street: string
  email: string
}

/**
 * Cards of guests, read by a machine and typed from dictation: letters that look alike, years that are guessed, streets cut
 * short, second homes. Families with twins and grandchildren named for their grandparents, some with one mailbox. No weight was set with it; what tells
 * members of a house apart was mended with it.
 */
export function freshPeople(random: Random, count: number): LifeLine[] {
  return Array.from({ length: count }, (_, index) => familyOf(random, index))
    .flat()
    .flatMap((guest) =>
      Array.from({ length: 1 + Math.floor(random() * 4) }, (_, time) => ({
        person: guest.key,
        record: recordOf(time === 0 ? guest : copied(random, guest)),
      })),
    )
    .map((line) => ({ line, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line)
}

function familyOf(random: Random, index: number): Guest[] {
  const family = pick(random, families)
  const shared = random() < 0.25 ? `casa.${family.toLowerCase()}${index}@posta.example` : undefined
  const town = Math.floor(random() * towns.length)
  const home = {
    family,
    town: towns[town] as string,
    code: String(40_100 + town * 100 + Math.floor(random() * 30)),
    street: `${pick(random, streets)} ${1 + Math.floor(random() * 150)}`,
  }
  const member = (first: string, from: number, day = dayFrom(random, from)): Guest => ({
    ...home,
    key: `${index} ${first} ${day}`,
    given: first,
    born: day,
    email: shared ?? (random() < 0.7 ? `${first}.${family}${index}@posta.example`.toLowerCase() : ''),
  })
  const eldest = member(pick(random, given), 1940)
  const all = [eldest, member(pick(random, given), 1942)]
  if (random() < 0.03) all.push(member(eldest.given, 1995))
  if (random() < 0.02) {
    const day = dayFrom(random, 1975)
    all.push(...pick(random, twins).map((first) => member(first, 1975, day)))
  } else if (random() < 0.6) all.push(member(pick(random, given), 1970))
  return [...new Map(all.map((guest) => [guest.key, guest])).values()]
}

function dayFrom(random: Random, from: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${from + Math.floor(random() * 22)}-${two(1 + Math.floor(random() * 12))}-${two(2 + Math.floor(random() * 27))}`
}

const looks: readonly (readonly [RegExp, string])[] = [
  [/m/, 'rn'],
  [/l/, 'i'],
  [/cc|pp|tt|ll/, 'c'],
  [/o/, 'a'],
  [/v/, 'u'],
  [/e/, 'c'],
]

function copied(random: Random, guest: Guest): Guest {
  const copy = { ...guest }
  const often = (share: number) => random() < share
  const misread = (text: string) => text.replace(...pick(random, looks))
  if (often(0.2)) copy.given = misread(copy.given)
  if (often(0.3)) copy.family = misread(copy.family)
  if (often(0.06)) [copy.given, copy.family] = [copy.family, copy.given]
  const lost = random()
  if (lost < 0.05) copy.given = `${copy.given[0]}.`
  else if (lost < 0.1) copy.given = ''
  const day = random()
  if (day < 0.2) copy.born = ''
  else if (day < 0.28) copy.born = copy.born.replace(/\d$/, (digit) => String((Number(digit) + 3) % 10))
  else if (day < 0.32) copy.born = `${Number(copy.born.slice(0, 4)) + 1}${copy.born.slice(4)}`
  if (often(0.15)) copy.street = copy.street.replace(/ \d+$/, '')
  else if (often(0.1)) copy.street = `${pick(random, streets)} ${1 + Math.floor(random() * 150)}`
  if (often(0.3)) copy.code = ''
  if (often(0.2)) copy.town = ''
  if (often(0.5)) copy.email = ''
  else if (often(0.2)) copy.email = misread(copy.email)
  return copy
}

const recordOf = ({ given: first, family, born, town, code, street, email }: Guest) => ({
  name: `${first} ${family}`.trim(),
  ...(first === '' ? {} : { first_name: first }),
  last_name: family,
  ...(born === '' ? {} : { dob: born }),
  inferred_location: {
    country_code: 'ITA',
    street_address: street,
    ...(town === '' ? {} : { city: town }),
    ...(code === '' ? {} : { postal_code: code }),
  },
  ...(email === '' ? {} : { emails: [{ email }] }),
})
