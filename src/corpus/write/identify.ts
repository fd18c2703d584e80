import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { allKinds, type EntityKind } from '../kinds/index.ts'

const strongSorts = new Set(allKinds.flatMap(({ identity }) => identity.strong))
const singleSorts = allKinds.flatMap(({ identity }) => identity.single ?? [])

/** One identifier of a sort that identifies alone: `org:77`, `slug:ada`, `ext:crm/9`. */
export function isStrong(token: string): boolean {
  return strongSorts.has(token.slice(0, token.indexOf(':')))
}

/** What tells entities apart within a strong token: `ext:crm/9` -> `ext:crm`, `org:77` -> `org`. */
function sortOf(token: string): string {
  const colon = token.indexOf(':')
  const kind = token.slice(0, colon)
  return kind === 'ext' ? token.slice(0, token.indexOf('/', colon)) : kind
}

/** Whether two sets of identifiers name different entities: both have an id of one sort, and share none of that sort. */
export function conflict(a: readonly string[], b: readonly string[]): boolean {
  for (const sort of [...singleSorts, ...a.filter((token) => token.startsWith('ext:')).map(sortOf)]) {
    const inA = a.filter((token) => isStrong(token) && sortOf(token) === sort)
    const inB = b.filter((token) => isStrong(token) && sortOf(token) === sort)
    if (inA.length > 0 && inB.length > 0 && !inA.some((token) => inB.includes(token))) return true
  }
  return false
}

/** Owners of one token that are looked at: a mailbox or a domain is shared by few that matter. */
const mostOwners = 8

/** Owners of each token that has any, the newest first. `published` bounds what counts. */
export async function ownersOf(
  engine: ClickHouse,
  kind: EntityKind,
  tokens: readonly string[],
  published: number,
): Promise<Map<string, string[]>> {
  const owners = new Map<string, string[]>()
  for (let start = 0; start < tokens.length; start += 20_000) {
    const rows = await engine.query<{ token: string; ids: string[] }>({
      tag: 'identify',
      sql: `SELECT token, arrayMap(owner -> toString(owner.2), arraySlice(arrayReverseSort(groupArray((last, id))), 1, ${mostOwners})) AS ids
        FROM (SELECT token, id, max(born) AS last FROM identifiers
          WHERE kind = {kind:String} AND token IN {tokens:Array(String)} AND born <= {published:UInt32}
          GROUP BY token, id)
        GROUP BY token`,
      params: { kind, tokens: tokens.slice(start, start + 20_000), published },
      maxMs: 60_000,
    })
    for (const row of rows) owners.set(row.token, row.ids)
  }
  return owners
}
