import type { Snapshot } from '../commits/index.ts'

/** A question for the records that carry one of some identifiers. */
export interface LookupRequest {
  /** Identifier tokens (`slug:ada`, `dom:example.org`, `name:acme`), made by search-index. */
  tokens: readonly string[]
  snapshot: Snapshot
  /** Records answered for one token at most, the most prominent first. */
  perToken: number
  /** Whether to read the sealed part as well: contact details, outside ids, provenance. */
  sealed?: boolean
  /** Whether to leave out the labels of the day, for callers that compare records: see `openLabels`. */
  isAsStored?: boolean
  signal?: AbortSignal | undefined
}

/** A record and the tokens that found it. */
export interface FoundRecord {
  /** Entity id, decimal. */
  id: string
  /** Small is prominent. */
  rank: number
  /** Commit that wrote it. */
  born: string
  /** Stored JSON, with the labels of the day where the kind has them. */
  body: string
  /** Stored JSON alone, where `body` is more: for callers that look at the identity of many records. */
  storedBody?: string
  /** Stored JSON of the sealed part; empty unless asked for. */
  sealed: string
  tokens: string[]
}

export type LookupIdsRequest = Pick<LookupRequest, 'snapshot' | 'sealed' | 'isAsStored' | 'signal'> & {
  /** Entity ids, decimal. */
  ids: readonly string[]
}

export interface AlikeRequest {
  /** Identifier tokens, of which records should share as many as they can. */
  tokens: readonly string[]
  snapshot: Snapshot
  /** Records answered at most, the most alike first. */
  most: number
  signal?: AbortSignal | undefined
}

export interface AlikeEachRequest extends Pick<AlikeRequest, 'snapshot' | 'most'> {
  /** Tokens of each name. */
  names: readonly (readonly string[])[]
}
