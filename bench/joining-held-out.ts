import type { LifeLine } from './joining-households.ts'
import type { Random } from './resolution-sets.ts'

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const given =
  'Aroha Branka Caoimhe Desta Eino Farida Goran Hinemoa Ilmari Jadwiga Kwame Leilani Mihail Nnamdi Oluchi Petronella Ragnhild Siobhan Tevita Ursina Vuk Wiremu Ximena Yewande Zdenka'.split(
    ' ',
  )
const twins: readonly (readonly [string, string])[] = [
  ['Aino', 'Aina'],
  ['Milos', 'Milo'],
  ['Kwame', 'Kwami'],
  ['Desta', 'Lesta'],
]
const family =
  'Abernyte Brzozka Castelnau Dragutin Ekwueme Falakiko Gudmundsen Hrdlicka Iwanicki Joergensen Kaplanoglu Laakkonen Mutasa Njoroge Oyelaran Pokorny Quintero Rautio Szalai Tuilagi Ugwu Vlahovic Wetherall Yamanaka Zubiri'.split(
    ' ',
  )
const towns = 'Harrowmere Istvanfa Jokela Krasnik Lautoka Mwanza'.split(' ')
const streets = ['Quayside', 'Mill Lane', 'Castle Row', 'Orchard Way', 'Temple Close', 'Bishop Road']

interface Member {
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
 * People of other names than `joining-households.ts` has, heard on the telephone and typed in haste: letters that sound alike,
 * doubled and dropped ones, months before days, parts of the name left out. Households with twins of names no list
 * has, parents and children of one name, shared mailboxes and telephones.
 */
export function heldOutPeople(random: Random, count: number): LifeLine[] {
  const lines = Array.from({ length: count }, (_, index) => membersOf(random, index))
    .flat()
    .flatMap((member) =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, (_, time) => ({
        person: member.key,
        record: recordOf(time === 0 ? member : heard(random, member)),
      })),
    )
  return lines
    .map((line) => ({ line, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line)
}

function membersOf(random: Random, index: number): Member[] {
  const name = `${pick(random, family)}${random() < 0.5 ? '' : pick(random, ['ova', 'son', 'dottir', 'ides'])}`
  const home = {
    family: name,
    town: pick(random, towns),
    code: `${pick(random, ['HM', 'KR', 'LT'])}${1 + Math.floor(random() * 40)} ${Math.floor(random() * 9)}QX`,
    street: `${1 + Math.floor(random() * 120)} ${pick(random, streets)}`,
  }
  const shared = { email: `home${index}@${name.toLowerCase()}.example`, phone: numberOf(random) }
  const isShared = random() < 0.4
  const member = (first: string, born: string): Member => ({
    ...home,
    key: `${index} ${first} ${born}`,
    given: first,
    born,
    email: isShared ? shared.email : `${first[0]}${name}${index}@mail.example`.toLowerCase(),
    phone: isShared ? shared.phone : numberOf(random),
  })
  const parent = member(pick(random, given), dayIn(random, 1945, 1970))
  const members = [parent]
  if (random() < 0.02) members.push(member(parent.given, dayIn(random, 1975, 1999)))
  if (random() < 0.03) {
    const day = dayIn(random, 1975, 1999)
    members.push(...pick(random, twins).map((first) => member(first, day)))
  }
  if (random() < 0.5) members.push(member(pick(random, given), dayIn(random, 1975, 1999)))
  return [...new Map(members.map((each) => [each.key, each])).values()]
}

const numberOf = (random: Random) => `+64${String(20_000_000 + Math.floor(random() * 70_000_000))}`

function dayIn(random: Random, from: number, to: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const year = from + Math.floor(random() * (to - from))
  return `${year}-${two(1 + Math.floor(random() * 12))}-${two(2 + Math.floor(random() * 27))}`
}

const sounds: readonly (readonly [RegExp, string])[] = [
  [/ph|f/i, 'v'],
  [/c|k/i, 'q'],
  [/z/i, 's'],
  [/w/i, 'v'],
  [/y/i, 'i'],
  [/(.)\1/, '$1'],
]

function heard(random: Random, member: Member): Member {
  const copy = { ...member }
  const often = (share: number) => random() < share
  const mishear = (text: string) => (often(0.5) ? text.replace(...pick(random, sounds)) : typed(random, text))
  if (often(0.2)) copy.given = mishear(copy.given)
  if (often(0.25)) copy.family = mishear(copy.family)
  if (often(0.08)) [copy.given, copy.family] = [copy.family, copy.given]
  const lost = random()
  if (lost < 0.06) copy.family = ''
  else if (lost < 0.12) copy.given = ''
  if (often(0.25)) copy.born = ''
  else if (often(0.1)) copy.born = copy.born.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')
  if (often(0.15)) copy.street = typed(random, copy.street)
  if (often(0.12)) copy.street = `${1 + Math.floor(random() * 120)} ${pick(random, streets)}`
  if (often(0.3)) copy.code = ''
  if (often(0.5)) copy.email = ''
  if (often(0.5)) copy.phone = ''
  return copy
}

function typed(random: Random, text: string): string {
  if (text.length < 3) return text
  const at = 1 + Math.floor(random() * (text.length - 1))
  return pick(random, [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text[at] + text.slice(at),
    text.slice(0, at - 1) + text[at] + text[at - 1] + text.slice(at + 1),
  ])
}

const recordOf = ({ given: first, family: last, born, town, code, street, email, phone }: Member) => ({
  name: `${first} ${last}`.trim(),
  ...(first === '' ? {} : { first_name: first }),
  ...(last === '' ? {} : { last_name: last }),
  ...(born === '' ? {} : { dob: born }),
  inferred_location: {
    city: town,
    street_address: street,
    country_code: 'NZL',
    ...(code === '' ? {} : { postal_code: code }),
  },
  ...(email === '' ? {} : { emails: [{ email }] }),
  ...(phone === '' ? {} : { phone_numbers: [{ number: phone }] }),
})
