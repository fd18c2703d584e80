import { isGivenName, isKnownFirstName, isListedFamilyName } from '../../names/index.ts'
import { FamilyCounts, type Resident } from './families.ts'

/** What is counted of people, and of companies the words of their names. */
export type TermSort = 'given' | 'family' | 'city' | 'work' | 'word'

/** What a record says that is counted, in the forms in which it is compared. */
export interface RecordTerms {
  /** Records of one name count once: files say of one what they know several times. */
  name: string
  terms: readonly Term[]
  /** Of people. */
  resident?: Resident
}

interface Term {
  sort: TermSort
  value: string
  /** Of which one says it once. */
  carrier: string
}

/** How often names, towns and trades occur in a corpus. */
export interface Terms {
  /** Records it has, at least those that were counted. */
  size: number
  /** Share of those who say this. */
  share(sort: TermSort, value: string): number
  /** Whether people of several families bear it as a given name: it is no slip of another one. */
  isGivenName(word: string): boolean
  /** Whether those who share a home are several people, as far as is known. */
  readonly haveFamilies: boolean
}

/** Families of which one bears it each: a slip is written of one person, if several times. */
const minFamilies = 3

/** What is believed before any was counted: that many records, of which this share says so. */
const believed = 400
const usual: Record<TermSort, number> = {
  given: 1 / 600,
  family: 1 / 1_500,
  city: 1 / 16,
  work: 1 / 30,
  word: 1 / 2_000,
}
const listed = { given: 1 / 100, family: 1 / 250 }

/** Counts what records say, besides those that were counted before. */
export class TermCounts implements Terms {
  readonly #before: TermCounts | undefined
  readonly #carriers = new Map<string, Set<string>>()
  readonly #names = new Set<string>()
  readonly #families: FamilyCounts
  #haveFamilies: boolean | undefined
  #told = 0

  constructor(before?: TermCounts) {
    this.#before = before
    this.#families = new FamilyCounts(before === undefined ? undefined : before.#families)
  }

  /** Records of the corpus, of which some are counted. */
  tellSize(size: number): void {
    this.#told = size
  }

  get size(): number {
    return Math.max(this.#told, this.#names.size) + (this.#before?.size ?? 0)
  }

  add({ name, terms, resident }: RecordTerms): void {
    this.#names.add(name)
    this.#haveFamilies = undefined
    if (resident !== undefined) this.#families.add(resident)
    for (const { sort, value, carrier } of terms) {
      const term = `${sort} ${value}`
      const carriers = this.#carriers.get(term)
      if (carriers === undefined) this.#carriers.set(term, new Set([carrier]))
      else carriers.add(carrier)
    }
  }

  share(sort: TermSort, value: string): number {
    const counted = this.#carriersOf(`${sort} ${value}`) + believed * shareBefore(sort, value)
    return counted / (this.#counted() + believed)
  }

  isGivenName(word: string): boolean {
    return isListed(word) || this.#carriersOf(`given ${word}`) >= minFamilies
  }

  get haveFamilies(): boolean {
    return (this.#haveFamilies ??= this.#families.haveFamilies((word) => this.isGivenName(word)))
  }

  #counted(): number {
    return this.#names.size + (this.#before === undefined ? 0 : this.#before.#counted())
  }

  #carriersOf(term: string): number {
    const before = this.#before === undefined ? 0 : this.#before.#carriersOf(term)
    return (this.#carriers.get(term)?.size ?? 0) + before
  }
}

const isListed = (word: string) => isKnownFirstName(word) || isGivenName(word)

function shareBefore(sort: TermSort, value: string): number {
  if (sort === 'given' && isListed(value)) return listed.given
  if (sort === 'family' && isListedFamilyName(value)) return listed.family
  return usual[sort]
}

/** Of a corpus of which nothing is known. */
export const unknownTerms: Terms = new TermCounts()

/** How much it says that two say the same, in bits. */
export const bitsOfTerm = (terms: Terms, sort: TermSort, value: string): number =>
  -Math.log2(terms.share(sort, value))

/** A small corpus knows few of those there are. */
const minBits = 20

/** What speaks against any two records, in bits: what one is about is one of all. */
export const beforeBits = ({ size }: Terms, fewest = minBits): number =>
  1 + Math.max(fewest, Math.log2(Math.max(1, size)))
