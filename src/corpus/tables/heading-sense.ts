import { normalText } from '../../lib/text-normal.ts'
import { isAboutDealings, isRecordNumber } from './dealing-words.ts'
import { meaningOfWords, qualifierOfWord, type ColumnMeaning, type Qualifier } from './heading-words.ts'

/** What a heading says of its column. */
export interface HeadingSense {
  /** Undefined: nothing that records hold. */
  meaning: ColumnMeaning | undefined
  /**
   * Whose it is: of what the row is about, of a person or a company outright, or of others: our own people, their
   * dealings with a record, those who are beside it.
   */
  whose: 'row' | 'person' | 'company' | 'others'
  /** Which of several a record has. */
  use: 'work' | 'personal' | 'mobile' | undefined
  /** A further one in addition to the one that is meant: `Secondary Email`, `Shipping City`. */
  isFurther: boolean
  /** 0 to 1: the very words, known words beside them, words nobody knows. */
  confidence: number
}

/** How sure a heading is: of its very words, and of words beside that nobody knows. */
export const sureOfWords = 0.9
const sureOfQualified = 0.85
const sureOfPart = 0.6

/** A heading in plain words: `FirstName`, `first_name` and `First Name` are the same; what is in brackets comes first. */
export function plainHeading(heading: string): string {
  const apart = heading.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/linked in/gi, 'linkedin')
  const asides: string[] = []
  const bare = apart.replaceAll(/\(([^)]*)\)/g, (_, aside: string) => {
    asides.push(aside)
    return ' '
  })
  // `__c` marks columns a customer added.
  const own = normalText(bare).replace(/ c$/, '')
  const telling = asides.map((aside) => normalText(aside)).filter((aside) => aside !== '' && tells(aside))
  return [...telling, own].join(' ').trim()
}

/** `(Primary Contact)` says whose it is, `(Do Not Modify)` that it is nobody's; `(USD)` and `(optional)` say nothing. */
const tells = (aside: string) =>
  aside.split(' ').every((word) => qualifierOfWord(word) !== undefined) ||
  /\b(?:modify|owner|manager)\b/.test(aside)

const pages: readonly [ColumnMeaning, RegExp, HeadingSense['whose']][] = [
  [
    'profile',
    /^(?:person |contact |lead )?(?:linkedin|pnet)(?: (?:profile|page|member|person))*(?: (?:url|link))?$/,
    'row',
  ],
  [
    'company profile',
    /^(?:company|account|organi[sz]ation) (?:linkedin|pnet)(?: (?:company|profile|page))*(?: (?:url|link))?$/,
    'company',
  ],
  ['company profile', /^(?:linkedin|pnet) company(?: (?:profile|page))*(?: (?:url|link))?$/, 'company'],
  ['twitter', /^(?:company )?(?:twitter|x)(?: (?:handle|url|link|profile|username))*$/, 'row'],
  ['facebook', /^(?:company )?facebook(?: (?:company|page|url|link|profile))*$/, 'row'],
]

const senses = new Map<string, HeadingSense | undefined>()
const maxSenses = 10_000

/** What a heading in plain form says; undefined if nobody knows its words. */
export function senseOfHeading(plain: string): HeadingSense | undefined {
  if (senses.has(plain)) return senses.get(plain)
  const sense = readHeading(plain)
  if (senses.size < maxSenses) senses.set(plain, sense)
  return sense
}

function readHeading(plain: string): HeadingSense | undefined {
  if (plain === '') return undefined
  const page = pages.find(([, form]) => form.test(plain))
  if (page !== undefined)
    return { meaning: page[0], whose: page[2], use: undefined, isFurther: false, confidence: sureOfWords }
  const numbered = plain.split(' ').filter((word) => !/^\d{1,2}$/.test(word))
  const bare = numbered.join(' ')
  const isFurther = / (?:[2-9]|\d\d)(?: |$)/.test(`${plain} `) && bare !== plain
  const exact = meaningOfWords(plain) ?? meaningOfWords(bare)
  if (exact !== undefined) return buildSense(exact, numbered, { isFurther, confidence: sureOfWords })
  if (isAboutDealings(bare))
    return {
      ...buildSense(partMeaning(numbered), numbered, { isFurther, confidence: sureOfWords }),
      whose: 'others',
    }
  const qualified = qualifiedMeaning(numbered)
  if (qualified !== undefined) {
    const sense = buildSense(qualified, numbered, { isFurther, confidence: sureOfQualified })
    // `Firma Name`, of a header of two lines.
    return qualified === 'name' && sense.whose === 'company' ? { ...sense, meaning: 'company' } : sense
  }
  if (isRecordNumber(bare))
    return { ...buildSense(undefined, numbered, { isFurther, confidence: sureOfWords }), whose: 'others' }
  const part = partMeaning(numbered)
  return part === undefined || part === 'id'
    ? undefined
    : buildSense(part, numbered, { isFurther, confidence: sureOfPart })
}

const ofPlaces = new Set<ColumnMeaning>(['street', 'city', 'state', 'postal code', 'country', 'location'])
/** `1 Main Street` of a person may be anybody's; of these it matters whose they are. */
const billed = new Set<ColumnMeaning>(['email', 'phone', 'name', 'first name', 'last name'])

function buildSense(
  meaning: ColumnMeaning | undefined,
  words: readonly string[],
  { isFurther, confidence }: Pick<HeadingSense, 'isFurther' | 'confidence'>,
): HeadingSense {
  const qualifiers = new Set(words.map(qualifierOfWord))
  const isFax = meaning === 'phone' && words.some((word) => /^(?:fax|telefax|faxnummer)$/.test(word))
  // Whom bills go to is seldom who the row is about.
  const isBilled = qualifiers.has('billing') && meaning !== undefined && billed.has(meaning)
  return {
    meaning,
    whose: isFax || isBilled ? 'others' : findOwner(meaning, words, qualifiers),
    use: readUse(qualifiers),
    isFurther: isFurther || qualifiers.has('secondary'),
    confidence,
  }
}

function findOwner(
  meaning: ColumnMeaning | undefined,
  words: readonly string[],
  qualifiers: ReadonlySet<Qualifier | undefined>,
): HeadingSense['whose'] {
  if (meaning === 'id') return ownerOfId(words)
  if (qualifiers.has('person') && meaning !== 'employees') return 'person'
  return qualifiers.has('company') ? 'company' : 'row'
}

/** The nearest word decides: `Person - Organization ID` is the organization's, `ID de contacto` the contact's. */
function ownerOfId(words: readonly string[]): 'person' | 'company' | 'row' {
  const at = words.findLastIndex((word) => meaningOfWords(word) === 'id')
  const near = [...words.slice(0, Math.max(at, 0)).toReversed(), ...words.slice(at + 1)].map(qualifierOfWord)
  return near.find((qualifier) => qualifier === 'person' || qualifier === 'company') ?? 'row'
}

function readUse(qualifiers: ReadonlySet<Qualifier | undefined>): HeadingSense['use'] {
  for (const use of ['mobile', 'personal', 'work'] as const) if (qualifiers.has(use)) return use
  return undefined
}

/** The meaning of words beside which stand only words that say whose it is, or which. */
function qualifiedMeaning(words: readonly string[]): ColumnMeaning | undefined {
  let [from, to] = [0, words.length]
  while (from < to) {
    const meaning = meaningOfWords(words.slice(from, to).join(' '))
    if (meaning !== undefined)
      return isFit(meaning, [...words.slice(0, from), ...words.slice(to)]) ? meaning : undefined
    if (qualifierOfWord(words[from] as string) !== undefined) from += 1
    else if (qualifierOfWord(words[to - 1] as string) !== undefined) to -= 1
    else return undefined
  }
  return undefined
}

/** `Billing City` is a city, `Billing company` one of several companies. */
function isFit(meaning: ColumnMeaning, beside: readonly string[]): boolean {
  if (ofPlaces.has(meaning) || billed.has(meaning)) return true
  return !beside.some(
    (word) => ['billing', 'secondary'].includes(qualifierOfWord(word) ?? '') && meaning === 'company',
  )
}

/** `Delegate e-mail address`: the longest name that ends or begins it. */
function partMeaning(words: readonly string[]): ColumnMeaning | undefined {
  if (words.length > 6) return undefined
  for (let length = Math.min(4, words.length - 1); length > 0; length--) {
    const meaning =
      meaningOfWords(words.slice(-length).join(' ')) ?? meaningOfWords(words.slice(0, length).join(' '))
    if (meaning !== undefined) return meaning
  }
  return undefined
}
