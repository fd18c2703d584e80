import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { amongMembers } from '../entity-sets/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { tokenNumber } from '../search-index/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import type { Condition, Sieve } from './condition.ts'
import { requireColumns } from './lacking-rows.ts'
import { seen } from './visibility.ts'

/** Columns that a sieve looks at. */
const columnsBy = {
  identifiers: ['keys'],
  employers: ['org_ids', 'current_domains'],
} as const

/** What is read of a page's rows so that they can be sieved; fails where the stored rows lack it. */
export function sievedColumns(
  kind: EntityKind,
  sieves: readonly Sieve[],
  { lacks }: Pick<Snapshot, 'lacks'>,
): string[] {
  const columns = [...new Set(sieves.flatMap(({ by }) => columnsBy[by] as readonly string[]))]
  requireColumns(kind, columns.join(' '), lacks)
  return columns
}

/** A row by the numbers in the columns of its sieves. */
export type SievedRow = Record<string, readonly bigint[]>

interface Stores {
  engine: ClickHouse
  compiler: ConditionCompiler
  db: Postgres
}

/** Which rows a sieve keeps, aligned: what its `whole` says of each of them. */
export async function sieve(
  stores: Stores,
  by: Sieve,
  { rows, signal }: { rows: readonly SievedRow[]; signal?: AbortSignal | undefined },
): Promise<boolean[]> {
  if (by.by === 'employers') return withoutEmployers(stores, by, { rows, signal })
  const of = (row: SievedRow) => row['keys'] ?? []
  const { tokens } = await amongMembers(stores.db, by.sets, { tokens: rows.flatMap(of) })
  return rows.map((row) => !of(row).some((key) => tokens.has(key)))
}

/** A company of the corpus as people name it. */
interface Employer {
  org: bigint
  domains: readonly bigint[]
  keys: readonly bigint[]
}

const orgToken = (org: bigint) => tokenNumber(`org:${org}`)

/** People none of whose employers is a member, or a company of the corpus that carries an identifier of one. */
async function withoutEmployers(
  stores: Stores,
  { sets, companies }: Extract<Sieve, { by: 'employers' }>,
  { rows, signal }: { rows: readonly SievedRow[]; signal?: AbortSignal | undefined },
): Promise<boolean[]> {
  const orgsOf = (row: SievedRow) => row['org_ids'] ?? []
  const domainsOf = (row: SievedRow) => row['current_domains'] ?? []
  const orgs = [...new Set(rows.flatMap(orgsOf))]
  const domains = [...new Set(rows.flatMap(domainsOf))]
  if (orgs.length + domains.length === 0) return rows.map(() => true)
  const known = await employersNamed(stores, { orgs, domains, companies, signal })
  const members = await amongMembers(stores.db, sets, {
    tokens: [...known.flatMap(({ keys }) => keys), ...orgs.map(orgToken)],
    domains,
  })
  const gone = known.filter(({ keys }) => keys.some((key) => members.tokens.has(key)))
  const goneOrgs = new Set(gone.map(({ org }) => org).filter((org) => org !== 0n))
  for (const org of orgs) if (members.tokens.has(orgToken(org))) goneOrgs.add(org)
  const goneDomains = new Set([...gone.flatMap((employer) => employer.domains), ...members.domains])
  return rows.map(
    (row) =>
      !orgsOf(row).some((org) => goneOrgs.has(org)) &&
      !domainsOf(row).some((domain) => goneDomains.has(domain)),
  )
}

/** Companies of a snapshot with one of some organization numbers or domains. */
async function employersNamed(
  { engine, compiler }: Stores,
  asked: {
    orgs: readonly bigint[]
    domains: readonly bigint[]
    companies: Snapshot
    signal?: AbortSignal | undefined
  },
): Promise<Employer[]> {
  const { orgs, domains, companies, signal } = asked
  const named: Condition = {
    kind: 'sql',
    text: (bind) =>
      `(org_id IN ${bind('Array(UInt64)', [...orgs])} OR hasAny(domain_numbers, ${bind('Array(UInt64)', [...domains])}))`,
  }
  requireColumns('companies', 'org_id domain_numbers keys', companies.lacks)
  const { sql, params } = await compiler.compile(seen('companies', named, companies))
  const answer = await engine.raw(
    {
      tag: 'employers-of-page',
      sql: `SELECT org_id, domain_numbers, keys FROM companies WHERE ${sql}`,
      params,
      settings: { max_threads: 1 },
      ...(signal === undefined ? {} : { signal }),
    },
    'TSVRaw',
  )
  return linesOf(answer.toString('latin1')).map(([org = '0', theirs = '', keys = '']) => ({
    org: BigInt(org),
    domains: numbersIn(theirs),
    keys: numbersIn(keys),
  }))
}

const linesOf = (text: string): string[][] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => line.split('\t'))

/** The numbers of an array as the engine writes it: `[1,2]`. */
export function numbersIn(text: string): bigint[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map(BigInt)
}
