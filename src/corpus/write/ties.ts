import { createHash } from 'node:crypto'
import { stableStringify } from '../../lib/stable-json.ts'
import { findProvenance, nameEntry, type Provenance, type Sealed, type Sighting } from '../kinds/index.ts'

// Two rows of one import may say different things of one entity. Which of them counts must not depend on their order,
// on the size of batches, or on an earlier run of the import. So the fuller value stays and the other one is
// remembered, and is no news when the file comes again.

/** The state of an entity while lines are laid over it. */
export interface KnownEntity {
  members: Record<string, unknown>
  sealed: Sealed
  /** Whether the running import wrote it. A different value of one date is then a tie instead of a correction. */
  isOfRun?: boolean
  /** ISO 8601. What was observed at this instant is from the same import, even if it was only repeated. */
  runAt?: string
  /** When sources spoke of it. */
  sighted?: readonly Sighting[]
  /** What is laid over it is part of what its sources say, so what that leaves out may be said all the same. */
  isPart?: true
}

/** How the value of an observation compares with the stored one. */
export type Standing = 'newer' | 'older' | 'tied'

/** Values of one member that are remembered as lost, at most. More of them take turns, as they always did. */
const maxTies = 16

/** Stands in a sighting for a member whose value lost, so that the sighting does not confirm it. */
export const saidOtherwise = (member: string): string => `${member}~`

/**
 * Judges the values of one observation, and remembers in the sealed part (changed in place) which of them lost a tie.
 */
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
   * Compares a member's value with the stored one. `key` names the entry, where the member is a map. Lists are
   * compared by their first entry.
   */
  member(name: string, value: unknown, key?: string): Standing {
    const currentValue = this.#known?.members[name]
    const entry = key === undefined ? undefined : (currentValue as Record<string, unknown> | null)?.[key]
    const before =
      key === undefined
        ? findProvenance(this.#sealed, name, currentValue)
        : findProvenance(this.#sealed, nameEntry(name, key), entry)
    const { source, observedAt } = this.#observation
    if (before === undefined) return 'newer'
    if (before.observedAt > observedAt) return 'older'
    const current = decisive(key === undefined ? currentValue : entry)
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

  /** Whether an entry of a contact replaces the stored one of the same address or number. */
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

  /**
   * Whether the source's last word is the value that lost, and no longer the one that won, whose row is missing now.
   */
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

/** Which of two values says more. Between equally full ones it is always the same one. */
function fuller(one: unknown, other: unknown): boolean {
  const [a, b] = [stableStringify(one), stableStringify(other)]
  return a.length === b.length ? a > b : a.length > b.length
}

const makeDigest = (source: string, value: unknown): string =>
  createHash('sha256')
    .update(`${source}\n${stableStringify(value)}`)
    .digest('base64url')
    .slice(0, 12)
