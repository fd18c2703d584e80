import { slipsBetween } from '../../../../lib/slips.ts'
import { toDollars } from '../../../../corpus/records/index.ts'
import type { Annotator, Bounds, Mention, Unit } from '../mention.ts'
import { buildPhrases } from '../phrases.ts'
import { isCueOrNoun } from './cues.ts'
import { isOtherwise } from '../guard.ts'
import { readBoundBehind, readQuantityAt, type Quantity } from '../quantity.ts'
import type { Word } from '../words.ts'

const units: readonly (readonly [Unit, string])[] = [
  [
    'employees',
    'employees, employee, ppl, leute, leuten, personnel, mensen, emp, emps, people, persons, staff, headcount, ftes, fte, workers, team members, person team, heads, ee, ees, strong, person, mitarbeiter, mitarbeitern, osób, osoby, pracowników, mitarbeitende, mitarbeitenden, angestellte, beschäftigte, employés, salariés, collaborateurs, personnes, empleados, trabajadores, personas, funcionários, colaboradores, empregados, pessoas, dipendenti, persone, addetti, medewerkers, werknemers, mensen',
  ],
  [
    'years-experience',
    'years of experience, years experience, yrs experience, yrs of experience, year of experience, years exp, yoe, years in the industry, years of work experience, years of professional experience, jahre erfahrung, jahre berufserfahrung, jahren erfahrung, ans d expérience, années d expérience, años de experiencia, anos de experiência, anni di esperienza, jaar ervaring',
  ],
  ['years-old', 'years old, year old, yrs old, years of age'],
  ['years', 'years, year, yrs, yr, jahre, jahren, ans, années, años, anos, anni, jaar'],
  ['months', 'months, month, monate, monaten, mois, meses, mesi, maanden'],
  ['followers', 'followers, follower, abonnés, seguidores'],
  ['connections', 'connections, connection, kontakte'],
  [
    'offices',
    'offices, office, office locations, locations, sites, branches, branch offices, standorte, standorten, niederlassungen, sucursales, sedi, vestigingen, filialen, büros, bureaux, oficinas, escritórios, uffici, kantoren',
  ],
  [
    'openings',
    'open positions, open roles, open jobs, job openings, openings, vacancies, job postings, open reqs, jobs',
  ],
  ['times', 'x, times'],
]
const unitTable = buildPhrases(
  units.flatMap(([unit, phrases]) => phrases.split(', ').map((phrase): [string, Unit] => [phrase, unit])),
)

const sizeWords: readonly (readonly [words: string, low: number | undefined, high: number | undefined])[] = [
  ['micro, very small, tiny, solo', undefined, 10],
  [
    'small, smb, smbs, sme, smes, small and medium, small and medium sized, small to medium, kmu, pme, pymes, pyme, pmes, pmi, mkb',
    undefined,
    250,
  ],
  [
    'mid sized, mid size, midsize, midsized, medium sized, medium size, mid market, midmarket, mittelständische, mittelständisch, mittelstand, mittelgroße, de taille moyenne, medianas, médias empresas, medie imprese, middelgrote',
    51,
    1000,
  ],
  ['large, big, große, großen, grosse, grandes, grands, grandi, grote', 1001, undefined],
  ['enterprise, very large, huge, fortune size', 1001, undefined],
]
const sizeTable = buildPhrases(
  sizeWords.flatMap(([words, low, high]) =>
    words.split(', ').map((word): [string, Bounds] => [word, { low, high }]),
  ),
)

/** Numbers and ranges with what they count, and words for the size of companies. */
export const annotateQuantities: Annotator = ({ words, question }) => {
  const quantities: Mention[] = []
  let unreadTo = 0
  for (let from = 0; from < words.length; from++) {
    const quantity = from < unreadTo ? undefined : readQuantityAt(words, from, question)
    if (quantity !== undefined && !isComparedUnread(words, quantity)) {
      const mentions = readMentions(quantity, words)
      // Its number is not a number of anything else.
      if (mentions.length === 0 && quantity.currency !== undefined) unreadTo = quantity.to
      quantities.push(...mentions)
    }
    const size = sizeTable.at(words, from)
    if (size !== undefined && !isOtherwise(words, from, size.to)) {
      const word = words
        .slice(from, size.to)
        .map(({ text }) => text)
        .join(' ')
      const { low, high } = size.values[0]!
      const note = `is searched as ${describeBounds({ low, high })} employees.`
      quantities.push({
        from,
        to: size.to,
        is: { kind: 'size', bounds: { low, high }, word },
        confidence: 0.7,
        note,
      })
    }
  }
  return quantities
}

function describeBounds({ low, high }: Bounds): string {
  if (low === undefined) return `at most ${high}`
  return high === undefined ? `at least ${low}` : `${low} to ${high}`
}

/** `ovverr than 50`, `a few hundred`: compared in words that nobody reads, so neither 50 nor 100. */
const isComparedUnread = (words: readonly Word[], { from, isExact }: Quantity): boolean => {
  const before = words[from - 1]?.normal ?? ''
  return (
    isExact &&
    (/^(few|several|couple|dozens?|hundreds|thousands)$/.test(before) ||
      (/^(than|then|als|wie|dan|niz|que|che)$/.test(before) && !isCueOrNoun(words, from - 2)) ||
      isBehindNumber(words, from))
  )
}

/** `10 t0 50`, `10 xx 50`: the end of a range whose middle nobody reads is no number by itself. */
const isBehindNumber = (words: readonly Word[], at: number): boolean => {
  const before = words[at - 1]
  if (before === undefined || !/^\s+$/.test(words[at]!.gap)) return false
  if (before.isNumber) return true
  const isShort = before.normal.length <= 3 && /^\p{Ll}+$/u.test(before.text) && /^\s+$/.test(before.gap)
  return isShort && words[at - 2]?.isNumber === true && !isCueOrNoun(words, at - 1)
}

function readMentions(quantity: Quantity, words: readonly Word[]): Mention[] {
  const { from, bounds, currency, isPercent, isAbout, isExact } = quantity
  const mention = (to: number, unit: Unit, more: Partial<Mention> = {}): Mention => ({
    from,
    to,
    is: { kind: 'quantity', bounds, unit },
    confidence: isAbout ? 0.75 : 0.95,
    weight: 0.5,
    ...more,
  })
  const aboutNote = isAbout ? 'is searched as a range of 20 % around it.' : undefined
  if (isPercent) return [mention(quantity.to, 'percent', { note: aboutNote })]
  if (currency === 'USD') return [mention(quantity.to, 'usd', { note: aboutNote })]
  if (currency !== undefined) {
    const inDollars = toDollarBounds(bounds, currency)
    // An amount of which nobody knows the worth is not an amount of dollars.
    if (inDollars === undefined) return []
    const is = { kind: 'quantity', bounds: inDollars, unit: 'usd' } as const
    const note = `is in ${currency} and searched in US dollars, at the newest exchange rate.`
    return [mention(quantity.to, 'usd', { is, note, confidence: isAbout ? 0.75 : 0.9 })]
  }
  const unit = unitTable.at(words, quantity.to) ?? readMisspeltStaff(words, quantity.to)
  if (unit === undefined)
    return isYear(bounds) && (isExact || isAbout)
      ? []
      : [mention(quantity.to, 'none', { weight: -1, confidence: 0.6 })]
  const value = unit.values[0]!
  const { bounds: bounded, to } = readBoundBehind(quantity, words, unit.to)
  return [mention(to, value, { note: aboutNote, is: { kind: 'quantity', bounds: bounded, unit: value } })]
}

const staffWords =
  'staff, people, employees, employee, workers, mitarbeiter, mitarbeitern, employes, salaries, empleados, dipendenti, funcionarios, medewerkers'.split(
    ', ',
  )

/** `500 staf`, `20 poeple`: after a number nothing else is nearly written so. */
function readMisspeltStaff(
  words: readonly Word[],
  at: number,
): { to: number; values: readonly Unit[] } | undefined {
  const word = words[at]
  if (word === undefined || word.normal.length < 4 || !/^\s+$/.test(word.gap)) return undefined
  const isStaff = staffWords.some((staff) => slipsBetween(word.normal, staff, 1) === 1)
  return isStaff && !isCueOrNoun(words, at) ? { to: at + 1, values: ['employees'] } : undefined
}

/** Bounds of another currency, in US dollars; undefined without a rate. */
function toDollarBounds({ low, high }: Bounds, currency: string): Bounds | undefined {
  const toWorth = (amount: number | undefined) =>
    amount === undefined ? undefined : toDollars({ amount, currency })
  const converted = { low: toWorth(low), high: toWorth(high) }
  if (
    (low !== undefined && converted.low === undefined) ||
    (high !== undefined && converted.high === undefined)
  )
    return undefined
  return {
    ...(converted.low === undefined ? {} : { low: converted.low }),
    ...(converted.high === undefined ? {} : { high: converted.high }),
  }
}

/** A number that may be a year; `around 2015` is a range about it. */
function isYear({ low, high = low }: Bounds): boolean {
  if (low === undefined || high === undefined) return false
  const middle = (low + high) / 2
  return middle >= 1800 && middle <= 2100
}

export const listQuantityWords = () => [...unitTable.vocabulary(), ...sizeTable.vocabulary()]
