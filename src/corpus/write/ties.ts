import { createHash } from 'node:crypto'
import { stableStringify } from '../../lib/stable-json.ts'
import { findProvenance, type Provenance, type Sealed, type Sighting } from '../kinds/index.ts'

// Two rows of one import may say different things of one entity. Which of them counts must not depend on their order, on
// the size of batches, or on the import having run before: the fuller value stays, and the other one is remembered, so that
// it is no news when the file comes again.

/** The state of an entity while lines are laid over it. */
export interface KnownEntity {
  members: Record<string, unknown>
  sealed: Sealed
  /** The import that lays lines over it wrote it: what is of one date is then a tie, and no correction. */
  isOfRun?: boolean
  /** ISO 8601. What was observed at this instant is of the same import, also where it was only said again. */
  runAt?: string
  /** When sources said something of it. */
  sighted?: readonly Sighting[]
}

/** How a value that an observation gives stands to the one that is known. */
export type Standing = 'newer' | 'older' | 'tied'

/** Values of one member that lost, at most; more of them take turns, as they always did. */
const maxTies = 16

/** What a sighting has in place of a member whose value it gave and lost with: it confirms nothing. */
export const saidOtherwise = (member: string): string => `${member}~`

/** Judges the values of one observation, and remembers in what is sealed (changed in place) which of them lost a tie. */
export class Ties {
  /** Members whose value lost. */
  readonly lost: string[] = []
  readonly #known: KnownEntity | undefined
  readonly #sealed: Sealed
  readonly #observation: Provenance

  constructor(prior: KnownEntity | undefined, sealed: Sealed, observation: Provenance) {
    this.#known = prior
    this.#sealed = sealed
    this.#observation = observation
  }

  /**
   * How a value of a member stands to what is known. `key` where the member is a map: of one of its entries. Lists are
   * compared by their first entry.
   */
  member(name: string, value: unknown, key?: string): Standing {
    const currentValue = this.#known?.members[name]
    const before = findProvenance(this.#sealed, name, currentValue)
    const { source, observedAt } = this.#observation
    if (before === undefined) return 'newer'
    if (before.observedAt > observedAt) return 'older'
    const current = decisive(
      key === undefined ? currentValue : (currentValue as Record<string, unknown>)[key],
    )
    const decisiveValue = decisive(value)
    const place = key === undefined ? name : `${name}.${key}`
    if (isNothing(current) || stableStringify(current) === stableStringify(decisiveValue)) return 'newer'
    if (this.#isKnownLoser(place, [decisiveValue]) && !this.#isAlone(name, before)) return this.#lose(name)
    if (before.observedAt < observedAt) {
      this.#forget(place)
      return 'newer'
    }
    if (before.source === source && !this.#isTie) return 'newer'
    const isFuller = fuller(decisiveValue, current)
    const [winner, loser] = isFuller ? [decisiveValue, current] : [current, decisiveValue]
    if (before.source === source) this.#remember(place, { winner, losers: [loser] })
    return isFuller ? 'newer' : this.#lose(name)
  }

  /** Whether an entry of a contact takes the place of the known one of the same address or number. */
  isBetter(name: string, entry: object, other: object): boolean {
    const [added, current] = [plain(entry), plain(other)]
    if (stableStringify(added) === stableStringify(current)) return true
    const [list = ''] = name.split('.', 1)
    const place = `${list}.${makeDigest('', name)}`
    if (this.#isKnownLoser(place, [entry, added])) return this.#lose(list) === 'newer'
    const { source, observedAt } = this.#observation
    const wasSaid = this.#sealed.provenance.some(
      (each) => each.source === source && each.observedAt === observedAt,
    )
    if (!wasSaid || !this.#isTie) {
      this.#forget(place)
      return true
    }
    const isFuller = fuller(added, current)
    this.#remember(
      place,
      isFuller ? { winner: added, losers: [current, other] } : { winner: current, losers: [added, entry] },
    )
    return isFuller || this.#lose(list) === 'newer'
  }

  get #isTie(): boolean {
    const { isOfRun = false, runAt } = this.#known ?? {}
    return isOfRun || runAt === this.#observation.observedAt
  }

  #isKnownLoser(place: string, values: readonly unknown[]): boolean {
    const lost = this.#sealed.ties?.[place]
    return (
      lost !== undefined && values.some((value) => lost.includes(makeDigest(this.#observation.source, value)))
    )
  }

  /** Whether the source has last said the value that lost, and no more the one that won: its row is gone. */
  #isAlone(name: string, before: Provenance): boolean {
    const { source, observedAt } = this.#observation
    return (this.#known?.sighted ?? []).some(
      (each) =>
        each.source === source &&
        each.observedAt > before.observedAt &&
        each.observedAt < observedAt &&
        each.members.includes(saidOtherwise(name)),
    )
  }

  #lose(name: string): Standing {
    this.lost.push(name)
    return 'tied'
  }

  #remember(place: string, { winner, losers }: { winner: unknown; losers: readonly unknown[] }): void {
    const { source } = this.#observation
    const won = makeDigest(source, winner)
    const before = this.#sealed.ties?.[place] ?? []
    const all = [...before, ...losers.map((value) => makeDigest(source, value))]
    const otherDigests = [...new Set(all)].filter((digest) => digest !== won).toSorted()
    this.#sealed.ties = { ...this.#sealed.ties, [place]: otherDigests.slice(0, maxTies) }
  }

  #forget(place: string): void {
    if (this.#sealed.ties?.[place] === undefined) return
    const { [place]: _gone, ...others } = this.#sealed.ties
    if (Object.keys(others).length > 0) this.#sealed.ties = others
    else delete this.#sealed.ties
  }
}

/** The deciding part of a value: the first of a list of names. */
const decisive = (value: unknown): unknown =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : value

const isNothing = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** A contact without the day it was checked, which may be that of its import. */
const plain = (entry: object): object => ({ ...entry, status_at: undefined })

/** Which of two values says more; of such that say as much always the same one. */
function fuller(one: unknown, other: unknown): boolean {
  const [a, b] = [stableStringify(one), stableStringify(other)]
  return a.length === b.length ? a > b : a.length > b.length
}

const makeDigest = (source: string, value: unknown): string =>
  createHash('sha256')
    .update(`${source}\n${stableStringify(value)}`)
    .digest('base64url')
    .slice(0, 12)
