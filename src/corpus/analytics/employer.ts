import {
  companyDomains,
  domainNumber,
  employerKey,
  employerNameNumber,
  employerToken,
  organizationNumber,
} from '../search-index/index.ts'
import type { CompanyRecord } from '../records/index.ts'
import type { Bind, Condition } from '../search/index.ts'

/** What positions tell an employer by. */
export interface Employer {
  /** Organization ids on the network. */
  ids: readonly string[]
  /** Domains in normal form. */
  domains: readonly string[]
  /** Names, compared with positions that tell nothing else; left out where other companies bear them too. */
  names: readonly string[]
}

/** What positions with a company tell, where it alone bears the names in `ownNames`. */
export function employerOf(record: CompanyRecord, ownNames: readonly string[]): Employer {
  const id = organizationNumber(record.li_org_id)
  return { ids: id === '0' ? [] : [id], domains: companyDomains(record), names: ownNames }
}

interface Numbers {
  orgs: bigint[]
  domains: bigint[]
  names: bigint[]
}

const numbersOf = ({ ids, domains, names }: Employer): Numbers => ({
  orgs: ids.map(BigInt),
  domains: domains.map(domainNumber),
  names: [...new Set(names.map(employerNameNumber))],
})

/** SQL that is true for a tenure (`org`, `domain`, `name`) with an employer. */
export function tenureWith(employer: Employer, bind: Bind): string {
  const { orgs, domains, names } = numbersOf(employer)
  return either(
    [
      ['org', 'UInt64', orgs],
      ['domain', 'UInt64', domains],
      ['name', 'UInt64', names],
    ],
    bind,
  )
}

/** The same for a position held (`org`, `domain`, `name`: its name key). */
export function positionWith(employer: Employer, bind: Bind): string {
  const { orgs, domains } = numbersOf(employer)
  const keys = [...new Set(employer.names.map(employerKey))]
  const known = either(
    [
      ['org', 'UInt64', orgs],
      ['domain', 'UInt64', domains],
    ],
    bind,
  )
  if (keys.length === 0) return known
  return `(${known} OR (org = 0 AND domain = 0 AND has(${bind('Array(String)', keys)}, name)))`
}

function either(tests: readonly [string, string, readonly (bigint | string)[]][], bind: Bind): string {
  const parts = tests.flatMap(([variable, type, values]) =>
    values.length === 0 ? [] : [`has(${bind(`Array(${type})`, [...values] as never)}, ${variable})`],
  )
  return parts.length === 0 ? '0' : `(${parts.join(' OR ')})`
}

/** People who were ever on the staff of an employer, and a few who were not: what few rows are read by. */
export function everWith(employer: Employer): Condition {
  const { orgs, domains, names } = numbersOf(employer)
  const tokens = [...new Set([...orgs, ...domains, ...names].map(employerToken))]
  if (tokens.length === 0) return { kind: 'never' }
  return { kind: 'sql', text: (bind) => `hasAnyTokens(employers, ${bind('Array(String)', tokens)})` }
}
