import type { Postgres } from '../../store/postgres/index.ts'
import { allKinds, type EntityKind } from '../kinds/index.ts'
import { readOwners, recordStore } from '../record-store/index.ts'

const strongSorts = new Set(allKinds.flatMap(({ identity }) => identity.strong))
const singleSorts = allKinds.flatMap(({ identity }) => identity.single ?? [])

/** One identifier of a sort that identifies alone: `org:77`, `slug:ada`, `ext:crm/9`. */
export function isStrong(token: string): boolean {
  return strongSorts.has(token.slice(0, token.indexOf(':')))
}

/** What tells entities apart within a strong token: `ext:crm/9` -> `ext:crm`, `org:77` -> `org`. */
function readSort(token: string): string {
  const colon = token.indexOf(':')
  const kind = token.slice(0, colon)
  return kind === 'ext' ? token.slice(0, token.indexOf('/', colon)) : kind
}

/** Whether two sets of identifiers name different entities: both have an id of one sort, and share none of that sort. */
export function conflict(a: readonly string[], b: readonly string[]): boolean {
  return conflictingIds(a, b).length > 0
}

/** The first two identifiers by which they do: one of each; none where they do not. */
export function conflictingIds(a: readonly string[], b: readonly string[]): string[] {
  for (const sort of [...singleSorts, ...a.filter((token) => token.startsWith('ext:')).map(readSort)]) {
    const inA = a.filter((token) => isStrong(token) && readSort(token) === sort)
    const inB = b.filter((token) => isStrong(token) && readSort(token) === sort)
    if (inA.length > 0 && inB.length > 0 && !inA.some((token) => inB.includes(token)))
      return [inA[0] as string, inB[0] as string]
  }
  return []
}

/** Owners of one token that are looked at: a mailbox or a domain is shared by few that matter. */
export const maxOwners = 10

/** Owners of each token that has any, those that still carry it first, then the newest. `published` bounds what counts. */
export async function findOwners(
  db: Postgres,
  kind: EntityKind,
  tokens: readonly string[],
  published: number,
): Promise<Map<string, string[]>> {
  return readOwners(recordStore(db), kind, { tokens, asOf: published, most: maxOwners })
}

/** The same without those that no longer carry it. */
export async function findCurrentOwners(
  db: Postgres,
  kind: EntityKind,
  tokens: readonly string[],
  published: number,
): Promise<Map<string, string[]>> {
  return readOwners(recordStore(db), kind, { tokens, asOf: published, most: maxOwners, isCurrent: true })
}
