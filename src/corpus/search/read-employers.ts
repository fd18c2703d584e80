import { LRUCache } from 'lru-cache'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import type { Condition } from './condition.ts'
import { requireColumns } from './lacking-rows.ts'
import { visibleAt } from './visibility.ts'

/** A company of the corpus with the numbers that people name it by. */
export interface Employer {
  /** Organization number; 0 for none. */
  org: bigint
  domains: readonly bigint[]
  keys: readonly bigint[]
}

/** A bigint takes some 24 bytes. */
const measureBytes = ({ domains, keys }: Employer) => 120 + 24 * (1 + domains.length + keys.length)

interface EmployersRequest {
  orgs: readonly bigint[]
  domains: readonly bigint[]
  companies: Snapshot
  signal?: AbortSignal | undefined
}

/** Reads the companies of a snapshot that have one of some organization numbers or domains. */
export type EmployerReader = (request: EmployersRequest) => Promise<Employer[]>

/** Bytes of employers in the cache, about. */
const maxCacheBytes = 32 * 1024 * 1024

/**
 * Reads employers from the engine, which looks at every company, and caches them: pages of people name the same
 * employers, and a snapshot never changes.
 */
export function openEmployerReader(engine: ClickHouse, compiler: ConditionCompiler): EmployerReader {
  const cache = new LRUCache<string, readonly Employer[]>({
    maxSize: maxCacheBytes,
    sizeCalculation: (employers) => employers.reduce((sum, employer) => sum + measureBytes(employer), 200),
  })
  return async ({ orgs, domains, companies, signal }) => {
    requireColumns('companies', 'org_id domain_numbers keys', companies.lacks)
    const byOrg = (org: bigint) => `${companies.number} ${org}`
    const byDomain = (domain: bigint) => `${companies.number} d${domain}`
    const employers = new Set<Employer>()
    const isMissing = (name: string) => {
      const cached = cache.get(name)
      for (const employer of cached ?? []) employers.add(employer)
      return cached === undefined
    }
    const missing = {
      orgs: orgs.filter((org) => isMissing(byOrg(org))),
      domains: domains.filter((domain) => isMissing(byDomain(domain))),
    }
    if (missing.orgs.length + missing.domains.length === 0) return [...employers]
    const read = await readEmployers(engine, compiler, { ...missing, companies, signal })
    const named = new Map<string, Employer[]>()
    for (const org of missing.orgs) named.set(byOrg(org), [])
    for (const domain of missing.domains) named.set(byDomain(domain), [])
    for (const employer of read) {
      employers.add(employer)
      for (const name of new Set([byOrg(employer.org), ...employer.domains.map(byDomain)]))
        named.get(name)?.push(employer)
    }
    for (const [name, employers] of named) cache.set(name, employers)
    return [...employers]
  }
}

async function readEmployers(
  engine: ClickHouse,
  compiler: ConditionCompiler,
  { orgs, domains, companies, signal }: EmployersRequest,
): Promise<Employer[]> {
  const named: Condition = {
    kind: 'sql',
    // The numbers are a set, because hasAny would compare each domain of each company with each one asked for.
    text: (bind) =>
      `(org_id IN ${bind.value('Array(UInt64)', [...orgs])}
        OR arrayExists(domain -> domain IN ${bind.value('Array(UInt64)', [...domains])}, domain_numbers))`,
  }
  const { sql, params } = await compiler.compile(visibleAt('companies', named, companies))
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
  return splitLines(answer.toString('latin1')).map(([org = '0', theirs = '', keys = '']) => ({
    org: BigInt(org),
    domains: numbersIn(theirs),
    keys: numbersIn(keys),
  }))
}

const splitLines = (text: string): string[][] =>
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
