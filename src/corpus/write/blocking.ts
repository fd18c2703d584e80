import type { Postgres } from '../../store/postgres/index.ts'
import {
  provenanceOf,
  type Blocking,
  type CorpusKind,
  type JoinVerdict,
  type Sealed,
  type WeighedVerdict,
} from '../kinds/index.ts'
import { sampleSource } from '../sample/index.ts'
import { conflict, isStrong, ownersOf } from './identify.ts'
import { knownVersions, type KnownVersion } from './known.ts'

/** What a line says of itself, for comparison with entities. */
export interface Described {
  identifiers: readonly string[]
  /** The line alone as a record. */
  record: Record<string, unknown>
  /** Its contact details among what is sealed. */
  fresh: { sealed: Sealed }
  observation: { observedAt: string; source: string }
}

/** An entity a line is about although they share no identifier. */
export interface AlikeEntity extends JoinVerdict {
  id: string
}

/** How many times the doubt of the best candidate the second must leave. */
const margin = 4
/** A name more entities than this have says too little of which one is meant. */
export const mostOfOneName = 8
/** Lines whose candidates are in memory at once. */
const linesAtOnce = 500

/**
 * Entities that lines without a known identifier are about all the same: found by name tokens (blocking), judged by
 * what the records say. A line with several candidates that convince is about none of them.
 */
export async function findAlike<L extends Described>(
  db: Postgres,
  kind: CorpusKind,
  { lines, published }: { lines: readonly L[]; published: number },
): Promise<{ joins: Map<L, string[]>; known: Map<string, KnownVersion> }> {
  const joins = new Map<L, string[]>()
  const needed = new Map<string, KnownVersion>()
  const { blocking } = kind
  if (blocking === undefined || published === 0) return { joins, known: needed }
  const asking = lines.map((line) => ({ line, tokens: askedOf(blocking, line) }))
  const asked = [...new Set(asking.flatMap(({ tokens }) => tokens))]
  const owners = await ownersOf(db, kind.name, asked, published)
  // Of most lines nobody of the name is known, so what is compared in turn are the few others.
  const met = asking
    .map(({ line, tokens }) => ({ line, ids: candidatesOf(tokens, owners) }))
    .filter(({ ids }) => ids.length > 0)
  for (let start = 0; start < met.length; start += linesAtOnce) {
    const chunk = met.slice(start, start + linesAtOnce)
    const ids = [...new Set(chunk.flatMap((each) => each.ids))]
    const known = await knownVersions(db, kind, ids, published)
    for (const { line, ids: own } of chunk) {
      const found = own.filter((id) => {
        const entity = known.get(id)
        return entity !== undefined && verdictOn(kind, blocking, { line, entity }) !== undefined
      })
      if (found.length === 0) continue
      joins.set(line, found)
      for (const id of found) needed.set(id, known.get(id) as KnownVersion)
    }
  }
  return { joins, known: needed }
}

const askedTokens = new WeakMap<Described, readonly string[]>()

/** What a line asks for, worked out once: of the store and then of the names its batch has written. */
export function askedOf(blocking: Blocking, line: Described): readonly string[] {
  const known = askedTokens.get(line)
  if (known !== undefined) return known
  const asked = [...blocking.asked(line.record), ...line.identifiers.filter((token) => !isStrong(token))]
  askedTokens.set(line, asked)
  return asked
}

function candidatesOf(tokens: readonly string[], owners: ReadonlyMap<string, string[]>): string[] {
  const found = tokens.map((token) => owners.get(token) ?? []).filter((ids) => ids.length <= mostOfOneName)
  return [...new Set(found.flat())]
}

/** An entity to compare a line with. */
export interface AlikeCandidate {
  id: string
  members: Record<string, unknown>
  sealed: KnownVersion['sealed']
}

/** The one entity the line is about: that which agrees best, by a margin. Undefined when there is none. */
export function onlyAlike(
  kind: CorpusKind,
  blocking: Blocking,
  { line, entities }: { line: Described; entities: readonly AlikeCandidate[] },
): AlikeEntity | undefined {
  const weighed = entities
    .flatMap((entity) => {
      const verdict = verdictOn(kind, blocking, { line, entity })
      return verdict === undefined ? [] : [{ id: entity.id, ...verdict }]
    })
    .toSorted((one, other) => one.left - other.left)
  const [best, second] = weighed
  if (best?.isConvincing !== true) return undefined
  if (second !== undefined && second.left < best.left * margin) return undefined
  return { id: best.id, score: best.score, evidence: best.evidence }
}

/** Whether nothing but the sample has said anything of an entity: nobody real is like it. */
export const isSample = ({ sealed: { provenance } }: Pick<AlikeCandidate, 'sealed'>): boolean =>
  provenance.length > 0 && provenance.every(({ source }) => source === sampleSource)

/** What speaks for a line being about an entity; undefined where nothing could make them one. */
export function verdictOn(
  kind: CorpusKind,
  blocking: Blocking,
  { line, entity }: { line: Described; entity: AlikeCandidate },
): WeighedVerdict | undefined {
  if ((line.observation.source === sampleSource) !== isSample(entity)) return undefined
  if (conflict(line.identifiers, kind.identifiers(entity.members, entity.sealed))) return undefined
  if (blocking.hasPage(line.record, '0') && blocking.hasPage(entity.members, entity.id)) return undefined
  return blocking.judge(line.record, entity.members, {
    contacts: [line.fresh.sealed, entity.sealed],
    variants: entity.sealed.variants,
    yearsApart: (member) => {
      const known = provenanceOf(entity.sealed, member, entity.members[member])
      return known === undefined ? 0 : yearsBetween(known.observedAt, line.observation.observedAt)
    },
  })
}

const yearMs = 365.25 * 86_400_000
const yearsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / yearMs
