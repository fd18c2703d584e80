import type { LifeLine } from './joining-households.ts'
import type { Random } from './resolution-sets.ts'

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const given = (
  'Agnieszka Bartosz Celina Dobrawa Edvard Fryderyk Grażyna Henryk Irena Jarosław Kazimierz Ludmiła Małgorzata Norbert Oskar Przemysław ' +
  'Radosława Sławomir Teodor Urszula Wacław Zbigniew Żaneta Łucja Stanisław Bożena Mirosław Halina'
).split(' ')
const twins: readonly (readonly [string, string])[] = [
  ['Radosław', 'Radosława'],
  ['Jarosław', 'Mirosław'],
  ['Celina', 'Halina'],
  ['Wacław', 'Wacława'],
]
const families = (
  'Abramowicz Błaszczyk Ciesielski Dąbrowski Filipiak Gołębiewski Jabłoński Kwiatkowski Lewandowski Maćkowiak Nowakowski Olejniczak ' +
  'Piątek Rutkowski Sobczyk Tomaszewski Urbański Wieczorek Zawadzki Żurek Łukasik Stachowiak'
).split(' ')
const towns = 'Białogóra Czarnolas Dębowiec Głogówek Jasieniec Krasnobród Międzylesie'.split(' ')
const streets = 'Lipowa Ogrodowa Polna Słoneczna Kościelna Zielona Krótka Nadbrzeżna'.split(' ')
const hosts = ['poczta.example', 'skrzynka.example', 'list.example']

interface Reader {
  key: string
  given: string
  family: string
  born: string
  town: string
  code: string
  street: string
  email: string
  phone: string
}

/**
 * Readers of the libraries of a district, each branch with a register of its own: letters without their marks, keys beside one
 * another, double names after a wedding, the first of January where a year was all that was told, numbers with a digit
 * too few, people who moved. Households with twins and children named for a parent; some share a mailbox or a telephone.
 * Written when all weights were set, and measured once.
 */
export function libraryReaders(random: Random, count: number): LifeLine[] {
  return Array.from({ length: count }, (_, index) => householdOf(random, index))
    .flat()
    .flatMap((reader) =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, (_, branch) => ({
        person: reader.key,
        record: recordOf(branch === 0 ? reader : enrolled(random, reader)),
      })),
    )
    .map((line) => ({ line, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line)
}

function householdOf(random: Random, index: number): Reader[] {
  const family = pick(random, families)
  const home = { family, ...addressOf(random) }
  const sharedMail = random() < 0.2 ? `${plain(family)}.dom${index}@${pick(random, hosts)}` : undefined
  const sharedPhone = random() < 0.35 ? phoneOf(random) : undefined
  const member = (first: string, born: string): Reader => ({
    ...home,
    key: `${index} ${first} ${born}`,
    given: first,
    born,
    email: sharedMail ?? mailOf(random, { first, family, born }),
    phone: sharedPhone ?? (random() < 0.7 ? phoneOf(random) : ''),
  })
  const [one, other, third] = given
    .map((name) => ({ name, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name) as [string, string, string]
  const members = [member(one, dayIn(random, 1945, 1980))]
  if (random() < 0.6) members.push(member(other, dayIn(random, 1945, 1980)))
  if (random() < 0.015) members.push(member(one, dayIn(random, 1982, 2008)))
  const day = dayIn(random, 1982, 2008)
  if (random() < 0.025) members.push(...pick(random, twins).map((first) => member(first, day)))
  else if (random() < 0.5) members.push(member(third, day))
  return members
}

const addressOf = (random: Random) => {
  const town = Math.floor(random() * towns.length)
  return {
    town: towns[town] as string,
    code: `${60 + town}-${String(100 + Math.floor(random() * 40))}`,
    street: `ul. ${pick(random, streets)} ${1 + Math.floor(random() * 110)}`,
  }
}

function mailOf(random: Random, { first, family, born }: { first: string; family: string; born: string }) {
  if (random() < 0.4) return ''
  const box = pick(random, [
    `${plain(first)}.${plain(family)}`,
    `${plain(first)[0]}${plain(family)}`,
    plain(first),
  ])
  return `${box}${born.slice(2, 4)}${Math.floor(random() * 90)}@${pick(random, hosts)}`
}

const phoneOf = (random: Random) => `+48${String(500_000_000 + Math.floor(random() * 299_999_999))}`

function dayIn(random: Random, from: number, to: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const year = from + Math.floor(random() * (to - from))
  return `${year}-${two(1 + Math.floor(random() * 12))}-${two(2 + Math.floor(random() * 27))}`
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
const withoutMarks = (text: string) =>
  text.replaceAll('ł', 'l').replaceAll('Ł', 'L').normalize('NFD').replace(/\p{M}/gu, '')
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** One letter becomes that of the key beside it. */
function mistyped(random: Random, text: string): string {
  const at = Math.floor(random() * text.length)
  const row = rows.find((keys) => keys.includes(text[at] as string))
  if (row === undefined) return text
  const place = row.indexOf(text[at] as string)
  return text.slice(0, at) + (row[place + 1] ?? row[place - 1]) + text.slice(at + 1)
}

function enrolled(random: Random, reader: Reader): Reader {
  const copy = { ...reader }
  const often = (share: number) => random() < share
  if (often(0.4)) copy.given = withoutMarks(copy.given)
  if (often(0.4)) copy.family = withoutMarks(copy.family)
  if (often(0.15)) copy.given = mistyped(random, copy.given)
  if (often(0.2)) copy.family = mistyped(random, copy.family)
  if (often(0.05)) copy.family = `${copy.family}-${pick(random, families)}`
  if (often(0.05)) [copy.given, copy.family] = [copy.family, copy.given]
  if (often(0.04)) copy.given = copy.given[0] as string
  const day = random()
  if (day < 0.15) copy.born = ''
  else if (day < 0.21) copy.born = `${copy.born.slice(0, 4)}-01-01`
  else if (day < 0.27) copy.born = copy.born.replace(/(\d)(\d)$/, '$2$1')
  if (often(0.1)) Object.assign(copy, addressOf(random))
  if (often(0.2)) copy.street = copy.street.replace('ul. ', '')
  if (often(0.1)) copy.street = ''
  if (often(0.25)) copy.code = ''
  if (often(0.15)) copy.town = withoutMarks(copy.town)
  if (often(0.4)) copy.email = ''
  if (often(0.4)) copy.phone = ''
  else if (often(0.1)) copy.phone = copy.phone.slice(0, -1)
  return copy
}

const recordOf = ({ given: first, family, born, town, code, street, email, phone }: Reader) => ({
  name: `${first} ${family}`,
  first_name: first,
  last_name: family,
  ...(born && { dob: born }),
  inferred_location: {
    country_code: 'POL',
    city: town,
    ...(street && { street_address: street }),
    ...(code && { postal_code: code }),
  },
  ...(email && { emails: [{ email }] }),
  ...(phone && { phone_numbers: [{ number: phone }] }),
})
