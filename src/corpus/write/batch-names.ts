import type { CorpusKind, Terms } from '../kinds/index.ts'
import {
  listTokens,
  maxOwnersOfOneName,
  onlyAlike,
  type AlikeEntity,
  type AlikeCandidate,
  type Described,
} from './blocking.ts'
import type { Entity } from './merge.ts'
import { readSort } from './read-line.ts'

/** An entity as it is after the lines seen so far. */
export type CandidateOf = (id: string) => AlikeCandidate | undefined

/** An entity with what it is looked up by. */
export interface NamedEntity {
  record: Record<string, unknown>
  entity: Pick<Entity, 'sealed'>
  identifiers: readonly string[]
}

/** Names of the entities a batch has written so far, which no store can be asked for yet. */
export interface BatchNames {
  /**
   * The one entity a line without a known identifier is about: of those the batch has named, and `stored`, which the
   * store has found.
   */
  findEntity(
    line: Described,
    candidates: { stored: readonly string[]; findCandidate: CandidateOf },
  ): AlikeEntity | undefined
  add(id: string, entity: NamedEntity): void
  /** Whether any entity has been called by one of some tokens. */
  hasAny(tokens: ReadonlySet<string>): boolean
}

/**
 * Remembers nothing where every line has a page: pages tell entities apart. `apart` are the sorts of tokens that lines which
 * stand alone look for, of which one has no page. Tokens of sorts that nobody looks for are left out: most names of a company
 * are spellings for searches.
 */
export function openBatchNames(
  kind: CorpusKind,
  lines: readonly Described[],
  { terms, apart }: { terms: Terms | undefined; apart: ReadonlySet<string> | undefined },
): BatchNames {
  const { blocking } = kind
  if (blocking === undefined) return { findEntity: () => undefined, add: () => {}, hasAny: () => false }
  const isNeeded = apart !== undefined || lines.some((line) => !blocking.hasPage(line.record, '0'))
  const sorts = new Set(apart)
  if (isNeeded)
    for (const line of lines) for (const token of listTokens(blocking, line)) sorts.add(readSort(token))
  const byToken = new Map<string, Set<string>>()
  return {
    findEntity(line, { stored, findCandidate }) {
      const ids = new Set(stored)
      for (const token of isNeeded ? listTokens(blocking, line) : []) {
        const named = byToken.get(token)
        if (named !== undefined && named.size <= maxOwnersOfOneName) for (const id of named) ids.add(id)
      }
      const entities = [...ids].flatMap((id) => findCandidate(id) ?? [])
      return entities.length === 0 ? undefined : onlyAlike(kind, blocking, { line, entities, terms })
    },
    add(id, { record, entity, identifiers }) {
      if (!isNeeded) return
      for (const token of [...kind.lookups(record, [], id, entity.sealed), ...identifiers]) {
        if (!sorts.has(readSort(token))) continue
        const named = byToken.get(token)
        if (named === undefined) byToken.set(token, new Set([id]))
        else named.add(id)
      }
    },
    hasAny: (tokens) => byToken.keys().some((token) => tokens.has(token)),
  }
}
