import {
  firstNameForms,
  lastNameForms,
  matchPersonName,
  misspellings,
  type NameMatching,
  type NameReading,
  nameReadings,
  normalName,
  parsePersonName,
  PARTICLES,
  type PersonName,
  withLetterMissing,
} from '../../corpus/names/index.ts'
import { normalText } from '../../lib/text-normal.ts'
import { and, hasAll, hasAny, or, type Condition } from '../../corpus/search/index.ts'
import type { PersonHead } from '../../corpus/lookup/index.ts'
import { heldNames } from '../../corpus/search-index/index.ts'

/** A name to look for. */
export interface NameQuery {
  /** Conditions that candidates satisfy, from the narrowest to the widest. */
  conditions: readonly Condition[]
  /** The first so many of them may be asked for at once; those after fit too many people. */
  narrow: number
  /** Which of those a person satisfies first; the last of them for whoever satisfies none. */
  findRing(person: PersonHead): number
  /** 0 (another name) to 1 (the same). */
  score(person: PersonHead): number
  /** The name fits only with a slip of the keyboard. */
  isMisspelt(person: PersonHead): boolean
}

const maxNameLength = 300
/** Words of a name that are looked up; more only appear in text that is not a name. */
const maxWords = 6

/** Undefined for a text without letters. */
export function nameQuery(
  value: string,
  { loose, fuzzy }: { loose: boolean; fuzzy: boolean },
): NameQuery | undefined {
  const text = value.slice(0, maxNameLength)
  const name = parsePersonName(text)
  if (name.first + name.last === '') return undefined
  const narrow = fuzzy ? 2 : 1
  let conditions: Condition[] | undefined
  const makeConditions = (opened: Opened) => [
    strictCondition(name, opened),
    ...(fuzzy ? [misspeltCondition(name)] : []),
    ...(loose ? looseConditions(name, opened) : []),
  ]
  // Of each candidate it is asked up to three times: in which ring, how well, and whether without a slip.
  const names = cachedBy(heldNames)
  const scorePerson = (person: PersonHead, how: NameMatching) =>
    Math.max(0, ...names(person).map((personName) => matchPersonName(text, personName, how)))
  const strictScore = cachedBy((person) => scorePerson(person, { loose: false }))
  return {
    // Nine hundred words with a slip, which are not needed when somebody of the name sounds right at the employer.
    get conditions() {
      return (conditions ??= makeConditions(openedWords(text)))
    },
    narrow,
    findRing: (person) => (strictScore(person) > 0 ? 0 : narrow - 1),
    score: (person) => scorePerson(person, { loose, fuzzy }),
    isMisspelt: (person) => fuzzy && (loose ? scorePerson(person, { loose }) : strictScore(person)) === 0,
  }
}

/** What a function gave of a record, kept as long as both are. */
function cachedBy<T>(compute: (person: PersonHead) => T): (person: PersonHead) => T {
  const cache = new WeakMap<PersonHead, T>()
  return (person) => {
    if (!cache.has(person)) cache.set(person, compute(person))
    return cache.get(person) as T
  }
}

/** Readings of a name that are looked up: more have those that no rule of one culture fits. */
const maxReadings = 4

/** First and last name, in any of the forms that a strict match accepts, as the name may be read. */
function strictCondition(name: PersonName, opened: Opened): Condition {
  const [, ...others] = nameReadings(name)
  return or([plainCondition(name, opened), ...others.slice(0, maxReadings).map(readingCondition)])
}

/** The first of several surnames is enough: many go by it alone. */
function readingCondition({ given: givenNames, family }: NameReading): Condition {
  const surname = family.find((word) => !PARTICLES.has(word)) ?? family.join('')
  const firsts = [...firstNameForms(givenNames[0] ?? ''), givenNames.join('')]
  return and([anyForm(firsts, new Map()), anyForm([...lastNameForms(surname), family.join('')], new Map())])
}

function plainCondition({ first, last }: PersonName, opened: Opened): Condition {
  const parts: Condition[] = []
  const [givenName = ''] = first.split(' ')
  // An initial stands for any name it begins, so the family name has to do; without one nothing is left to look for.
  if (givenName !== '' && (givenName.length > 1 || last === '')) {
    parts.push(anyForm(last === '' ? [givenName] : firstNameForms(givenName), opened))
  }
  if (last !== '') parts.push(lastCondition(last, opened))
  return and(parts)
}

/** Every word of the family name, or all of them as one (`vandenberg`). */
function lastCondition(last: string, opened: Opened): Condition {
  const words = last.split(' ').slice(0, maxWords)
  const each = and(words.map((word) => anyForm(lastNameForms(word), opened)))
  return words.length === 1 ? each : or([each, hasAny('facets', [`nm:${words.join('')}`])])
}

/** All words in whatever place, then any two, then any. */
function looseConditions({ first, middle, last }: PersonName, opened: Opened): Condition[] {
  const words = [...new Set(`${first} ${middle.join(' ')} ${last}`.trim().split(' '))].slice(0, maxWords)
  const any = words.map((word) => anyForm([...firstNameForms(word), ...lastNameForms(word)], opened))
  const pairs = any.flatMap((one, index) => any.slice(index + 1).map((other) => and([one, other])))
  const whole = words.filter((word) => word.length > 1)
  return [
    and(any),
    ...(words.length > 2 ? [or(pairs)] : []),
    ...(words.length > 1 ? [or(whole.map((word) => anyForm([word], opened)))] : []),
  ]
}

function misspeltCondition({ first, last }: PersonName): Condition {
  const words = [first.split(' ')[0] ?? '', ...last.split(' ')].filter((word) => word.length > 1)
  return and(
    words.slice(0, maxWords).map((word) =>
      hasAny(
        'facets',
        (word.length === 3 ? withLetterMissing(word) : misspellings(word)).map((form) => `nm:${form}`),
      ),
    ),
  )
}

/** Words written with an apostrophe, closed (as names are compared) to open (as they are indexed). */
type Opened = ReadonlyMap<string, readonly string[]>

function openedWords(text: string): Opened {
  const opened = new Map<string, readonly string[]>()
  for (const raw of text.split(/\s+/)) {
    const words = normalText(raw).split(' ')
    if (words.length > 1) opened.set(normalName(raw), words)
  }
  return opened
}

function anyForm(forms: readonly string[], opened: Opened): Condition {
  const choices: Condition[] = [
    hasAny(
      'facets',
      forms.map((form) => `nm:${form}`),
    ),
  ]
  for (const form of forms) {
    // `O'Brien` is indexed as two words, and often typed as one.
    const typed = /^([od])([^aeiou].{2,})$/.exec(form)
    const words = opened.get(form) ?? (typed === null ? undefined : [typed[1] as string, typed[2] as string])
    if (words !== undefined)
      choices.push(
        hasAll(
          'facets',
          words.map((word) => `nm:${word}`),
        ),
      )
  }
  return or(choices)
}
