import { StoreRebuilding } from '../../store/postgres/index.ts'
import { changesSince, kinds, type EntityKind } from '../kinds/index.ts'

/** By which rules the rows of a kind were built. */
export interface StoredRules {
  last_number: number
  /** Of search rows, and of identifiers. */
  search_index: number
  identifier_index: number
}

/** The rules of this program that stored rows of a kind lack, until they are built again. */
export interface Lacks {
  /** `all`: they are not there, or nobody knows. */
  rows?: 'all' | { columns: ReadonlySet<string>; facets: ReadonlySet<string> }
  /** Sorts of tokens. */
  identifiers?: 'all' | ReadonlySet<string>
}

/** Nothing where rows are of the rules of this program; those of a kind never written are. */
export function findLacks(kind: EntityKind, state: StoredRules): Lacks {
  if (state.last_number === 0) return {}
  const inRows = changesSince(kinds[kind], state.search_index)
  const inIdentifiers = changesSince(kinds[kind], state.identifier_index)
  const lacks: Lacks = {}
  if (inRows === 'all') lacks.rows = 'all'
  else if (inRows.columns.size > 0 || inRows.facets.size > 0) lacks.rows = inRows
  if (inIdentifiers === 'all') lacks.identifiers = 'all'
  else if (inIdentifiers.identifiers.size > 0) lacks.identifiers = inIdentifiers.identifiers
  return lacks
}

/** Whether search rows and identifiers are of the rules of this program. */
export function isCurrentIndex(kind: EntityKind, state: StoredRules): boolean {
  const { indexVersion } = kinds[kind]
  return (
    state.last_number === 0 ||
    (state.search_index === indexVersion && state.identifier_index === indexVersion)
  )
}

/** Fails when tokens are of sorts that entities do not carry yet by the rules of this program. */
export function requireTokens(
  kind: EntityKind,
  tokens: readonly string[],
  { identifiers }: Lacks = {},
): void {
  if (identifiers === undefined) return
  if (identifiers === 'all' || tokens.some((token) => identifiers.has(token.slice(0, token.indexOf(':')))))
    throw new BeingRebuilt(`some of the identifiers of ${kind}`)
}

/** The requested data is being rebuilt and not there yet; `GET /status` shows the progress. */
export class BeingRebuilt extends StoreRebuilding {
  constructor(what: string) {
    super(`${what} are being rebuilt`)
  }
}
