import { employerTies, employerNameNumber, organizationNumber } from '../search-index/index.ts'
import type { CompanyRecord } from '../records/index.ts'
import type { Condition } from '../search/index.ts'

/** Keys by which positions identify an employer. */
export interface Employer {
  /** Organization ids on the network. */
  ids: readonly string[]
  /** Domains and slugs of pages as numbers, decimal: jobs keep an employer as JSON. */
  ties: readonly string[]
  /** Names, compared with positions that tell nothing else; left out where other companies bear them too. */
  names: readonly string[]
}

/** What positions with a company tell, where it alone bears the names in `ownNames`. */
export function readEmployer(record: CompanyRecord, ownNames: readonly string[]): Employer {
  const id = organizationNumber(record.li_org_id)
  return { ids: id === '0' ? [] : [id], ties: employerTies(record).map(String), names: ownNames }
}

/** All numbers that careers may know an employer by. */
export function employerNumbers({ ids, ties, names }: Employer): bigint[] {
  return [...new Set([...ids.map(BigInt), ...ties.map(BigInt), ...names.map(employerNameNumber)])]
}

/** Tenures with an employer: rows of `tenures` lie together by these numbers. */
export function tenuresWith(employer: Employer): Condition {
  const numbers = employerNumbers(employer)
  if (numbers.length === 0) return { kind: 'never' }
  return { kind: 'sql', text: (bind) => `employer IN ${bind.value('Array(UInt64)', numbers)}` }
}
