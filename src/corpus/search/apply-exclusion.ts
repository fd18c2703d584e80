import type { Postgres } from '../../store/postgres/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { amongMembers } from '../entity-sets/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { tokenNumber } from '../search-index/index.ts'
import type { Exclusion } from './condition.ts'
import type { EmployerReader } from './read-employers.ts'
import { requireColumns } from './lacking-rows.ts'

/** Columns an exclusion reads. */
const columnsBy = {
  identifiers: ['keys'],
  employers: ['org_ids', 'current_domains'],
} as const

/**
 * Names the columns a page must read so that exclusions can be applied to its rows. Fails where the stored rows lack
 * one.
 */
export function listExclusionColumns(
  kind: EntityKind,
  exclusions: readonly Exclusion[],
  { lacks }: Pick<Snapshot, 'lacks'>,
): string[] {
  const columns = [...new Set(exclusions.flatMap(({ by }) => columnsBy[by] as readonly string[]))]
  requireColumns(kind, columns.join(' '), lacks)
  return columns
}

/** The numbers in a row's columns, by column. */
export type RowNumbers = Record<string, readonly bigint[]>

interface Stores {
  db: Postgres
  employers: EmployerReader
}

/** Tests each row against an exclusion: true where the row stays, as the exclusion's `whole` would decide. */
export async function exclusion(
  stores: Stores,
  by: Exclusion,
  { rows, signal }: { rows: readonly RowNumbers[]; signal?: AbortSignal | undefined },
): Promise<boolean[]> {
  if (by.by === 'employers') return withoutEmployers(stores, by, { rows, signal })
  const of = (row: RowNumbers) => row['keys'] ?? []
  const { tokens } = await amongMembers(stores.db, by.sets, { tokens: rows.flatMap(of) })
  return rows.map((row) => !of(row).some((key) => tokens.has(key)))
}

const orgToken = (org: bigint) => tokenNumber(`org:${org}`)

/**
 * Keeps the people none of whose employers is a member, or is a company of the corpus with an identifier of a member.
 */
async function withoutEmployers(
  stores: Stores,
  { sets, companies }: Extract<Exclusion, { by: 'employers' }>,
  { rows, signal }: { rows: readonly RowNumbers[]; signal?: AbortSignal | undefined },
): Promise<boolean[]> {
  const listOrgs = (row: RowNumbers) => row['org_ids'] ?? []
  const listDomains = (row: RowNumbers) => row['current_domains'] ?? []
  const orgs = [...new Set(rows.flatMap(listOrgs))]
  const domains = [...new Set(rows.flatMap(listDomains))]
  if (orgs.length + domains.length === 0) return rows.map(() => true)
  const employers = await stores.employers({ orgs, domains, companies, signal })
  const members = await amongMembers(stores.db, sets, {
    tokens: [...employers.flatMap(({ keys }) => keys), ...orgs.map(orgToken)],
    domains,
  })
  const matching = employers.filter(({ keys }) => keys.some((key) => members.tokens.has(key)))
  const goneOrgs = new Set(matching.map(({ org }) => org).filter((org) => org !== 0n))
  for (const org of orgs) if (members.tokens.has(orgToken(org))) goneOrgs.add(org)
  const goneDomains = new Set([...matching.flatMap((employer) => employer.domains), ...members.domains])
  return rows.map(
    (row) =>
      !listOrgs(row).some((org) => goneOrgs.has(org)) &&
      !listDomains(row).some((domain) => goneDomains.has(domain)),
  )
}
