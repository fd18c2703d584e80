import type { Snapshot } from '../commits/index.ts'

/** A question for the records that carry one of some identifiers. */
export interface LookupRequest {
  /** Identifier tokens (`slug:ada`, `dom:example.org`, `name:acme`), made by search-index. */
  tokens: readonly string[]
  snapshot: Snapshot
  /** Most records one token finds, the most prominent first. */
  perToken: number
  /** Also read what is kept beside the record and never shown by search: contact details, outside ids, provenance. */
  sealed?: boolean
  /** Without the labels of the day, for what compares records: see `openLabels`. */
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
  /** Stored JSON, with the labels of the day where the kind has some. */
  body: string
  /** Stored JSON of what is sealed; empty unless asked for. */
  sealed: string
  tokens: string[]
}

export type LookupIdsRequest = Pick<LookupRequest, 'snapshot' | 'sealed' | 'isAsStored' | 'signal'> & {
  /** Entity ids, decimal. */
  ids: readonly string[]
}

export interface AlikeRequest {
  /** Identifier tokens, of which records are to share as many as they can. */
  tokens: readonly string[]
  snapshot: Snapshot
  /** Most records, the most alike first. */
  most: number
  /** One of many of a list: what is read of its tokens serves the others. */
  isOneOfMany?: boolean
  signal?: AbortSignal | undefined
}
