import { readFileSync } from 'node:fs'
import anyAscii from 'any-ascii'
import type { NamedPerson } from './resolution-people.ts'

interface Parts {
  given: string
  family: string
}

/** How a record has a name, how others ask for it, and who is somebody else. */
interface Custom {
  /** One of these is in the record, by turns. */
  stored(person: Parts): string[]
  asked(person: Parts): string[]
  strangers(person: Parts, other: Parts): string[]
}

const plain = (text: string) =>
  text
    .replace(/[ðÐ]/g, 'd')
    .replace(/þ/g, 'th')
    .replace(/Þ/g, 'Th')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[đĐ]/g, 'd')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
const first = (text: string) => text.split(' ')[0] as string
const last = (text: string) => text.split(' ').at(-1) as string
const initial = (text: string) => `${[...text][0]}.`
const western = ({ given, family }: Parts) => `${given} ${family}`
const eastern = ({ given, family }: Parts) => `${family} ${given}`
const comma = ({ given, family }: Parts) => `${family}, ${given}`
const others = (person: Parts, other: Parts): string[] => [
  western({ given: person.given, family: other.family }),
  western({ given: other.given, family: person.family }),
]

/** The first surname, with its particles; the other one. */
function surnames(family: string): [string, string] {
  const parts = /^((?:(?:de|da|do|dos|la|las|los) )*\S+) (.+)$/.exec(family)
  return [parts?.[1] ?? family, parts?.[2] ?? '']
}

const iberian: Custom = {
  stored: (person) => [western(person)],
  asked: (person) => {
    const { given, family } = person
    const [one] = surnames(family)
    return [
      plain(western(person)),
      `${plain(first(given))} ${plain(one)}`,
      comma(person),
      `${initial(given)} ${family}`,
      `${given} ${one}`.toUpperCase(),
    ]
  },
  strangers: (person, other) => {
    const [[one, two], [third, fourth]] = [surnames(person.family), surnames(other.family)]
    return [
      `${person.given} ${third} ${two}`,
      `${person.given} ${one} ${fourth}`,
      plain(western({ given: other.given, family: person.family })),
    ]
  },
}

const portuguese: Custom = {
  ...iberian,
  asked: (person) => [...iberian.asked(person), `${first(person.given)} ${last(person.family)}`],
}

const eastAsian: Custom = {
  stored: (person) => [eastern(person), western(person)],
  asked: (person) => {
    const { given, family } = person
    return [
      western(person),
      eastern(person),
      comma(person),
      eastern({ given, family: family.toUpperCase() }),
      `${initial(given)} ${family}`,
    ]
  },
  strangers: (person, other) => [
    ...others(person, other),
    eastern({ given: other.given, family: person.family }),
  ],
}

const korean: Custom = {
  ...eastAsian,
  asked: (person) => {
    const { given, family } = person
    const joined = given.replace('-', '')
    const ways = [joined, given.replace('-', ' ')].map((written) => ({ given: written, family }))
    return [western(person), comma(person), ...ways.flatMap((each) => [western(each), eastern(each)])]
  },
}

const arabic: Custom = {
  stored: (person) => [western(person)],
  asked: (person) => {
    const { given, family } = person
    const ways = [
      family,
      family.replace(/^(Al|El)-/, '$1 '),
      family.replace(/^(Al|El)-(.)/, (_, article: string, letter: string) => article + letter.toLowerCase()),
      family.replace(/^Al-/, 'El-').replace(/^Abdel /, 'Abdul '),
    ]
    return [
      ...ways.map((each) => western({ given, family: each })),
      comma(person),
      `${initial(given)} ${family}`,
    ]
  },
  strangers: others,
}

const vietnamese: Custom = {
  stored: (person) => [eastern(person), western(person)],
  asked: (person) => {
    const { given, family } = { given: plain(person.given), family: plain(person.family) }
    return [
      eastern({ given, family }),
      western({ given, family }),
      western({ given: last(given), family }),
      western({ given: [last(given), ...given.split(' ').slice(0, -1)].join(' '), family }),
      comma(person),
    ]
  },
  strangers: (person, other) => [
    eastern({
      given: [...person.given.split(' ').slice(0, -1), last(other.given)].join(' '),
      family: person.family,
    }),
    eastern({ given: person.given, family: other.family }),
  ],
}

const hungarian: Custom = {
  ...eastAsian,
  asked: (person) => [
    ...eastAsian.asked(person),
    plain(eastern(person)),
    plain(western(person)),
    `Dr. ${eastern(person)}`,
  ],
}

/** As passports write it, as English papers do, as scientific ones do. */
const romanized: ((text: string) => string)[] = [
  (text) => anyAscii(text.replaceAll('ё', 'е').replaceAll('ью', 'ю')).replaceAll("'", ''),
  (text) => anyAscii(text.replaceAll('ё', 'йо')).replaceAll("'", '').replaceAll('yy', 'y'),
  (text) => anyAscii(text.replaceAll('й', 'i').replace(/я/g, 'иа').replace(/ю/g, 'иу')).replaceAll("'", ''),
]

const russian: Custom = {
  stored: (person) => [
    (romanized[0] as (text: string) => string)(western(person)),
    western({ given: first(person.given), family: person.family }),
  ],
  asked: ({ given, family }) => [
    ...romanized.map((write) => write(`${first(given)} ${family}`)),
    ...romanized.slice(0, 2).map((write) => write(`${family} ${given}`)),
    `${family} ${given}`,
    `${first(given)} ${family}`,
    (romanized[0] as (text: string) => string)(`${family}, ${first(given)}`),
  ],
  strangers: (person, other) =>
    others(
      { given: first(person.given), family: person.family },
      { given: first(other.given), family: other.family },
    ).flatMap((text) => [text, (romanized[0] as (text: string) => string)(text)]),
}

const indian: Custom = {
  stored: (person) => [western(person), `${person.given} ${initial(person.family)}`],
  asked: (person) => {
    const { given, family } = person
    return [
      western(person),
      `${given} ${initial(family)}`,
      `${initial(family)} ${given}`,
      `${given} ${[...family][0]}`,
      comma(person),
    ]
  },
  strangers: (person, other) => [
    western({ given: other.given, family: person.family }),
    ...([...other.family][0] === [...person.family][0]
      ? []
      : [western({ given: person.given, family: other.family }), `${initial(other.family)} ${person.given}`]),
  ],
}

const particles = /^((?:van|von|de|der|den|ter|ten|zu|op|'t|Freiherr) )+/
const umlauts = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' } as Record<string, string>
const germanic: Custom = {
  stored: (person) => [western(person)],
  asked: (person) => {
    const { given, family } = person
    const before = particles.exec(family)?.[0].trim() ?? ''
    const sorted = before === '' ? comma(person) : `${family.slice(before.length + 1)}, ${given} ${before}`
    return [
      plain(western(person)),
      western(person).replace(/[äöüß]/g, (letter) => umlauts[letter] as string),
      comma(person),
      sorted,
      `${initial(given)} ${family}`,
      western(person).toUpperCase(),
    ]
  },
  strangers: others,
}

const icelandic: Custom = {
  stored: (person) => [western(person)],
  asked: (person) => {
    const { given, family } = person
    return [
      western(person),
      plain(western(person)),
      `${given} ${last(family)}`,
      plain(comma({ given: [given, ...family.split(' ').slice(0, -1)].join(' '), family: last(family) })),
      `${initial(given)} ${last(family)}`,
    ]
  },
  strangers: others,
}

const customs: Record<string, Custom> = {
  Spanish: iberian,
  Portuguese: portuguese,
  Chinese: eastAsian,
  Korean: korean,
  Japanese: eastAsian,
  Arabic: arabic,
  Vietnamese: vietnamese,
  Hungarian: hungarian,
  Russian: russian,
  Indian: indian,
  'Dutch and German': germanic,
  Icelandic: icelandic,
}

/** The people of bench/name-sets/cultures.txt, asked for by the customs of their culture. */
export function culturePeople(): NamedPerson[] {
  const text = readFileSync(`${import.meta.dirname}/name-sets/cultures.txt`, 'utf8')
  const people: NamedPerson[] = []
  for (const section of text.split(/^\[/m).slice(1)) {
    const [culture = '', ...lines] = section.split('\n').filter(Boolean)
    const parts = lines.map((line): Parts => {
      const [given = '', family = ''] = line.split('|')
      return { given, family }
    })
    const custom = customs[culture.replace(']', '')] as Custom
    for (const [index, person] of parts.entries()) {
      const stored = custom.stored(person)
      const other = parts[(index + 2) % parts.length] as Parts
      people.push({
        culture: `${culture.replace(']', '')}, by rule`,
        slug: `${plain(culture).toLowerCase().replace(/\W/g, '')}-${index}`,
        isHeldOut: index % 2 === 1,
        name: stored[Math.floor(index / 2) % stored.length] as string,
        first: undefined,
        last: undefined,
        asked: [...new Set(custom.asked(person))],
        strangers: custom.strangers(person, other),
      })
    }
  }
  return people
}
