import type { Experience } from '../records/index.ts'
import { employerKey } from './tokens.ts'

/** What a position says of its employer. */
type EmployerSaid = Partial<
  Pick<Experience, 'pnet_company_id' | 'company_domain' | 'company_slug' | 'company_name'>
>

/** Whether two positions are with one employer: of equal ids or, where one has none, of equal domains, pages or names. */
export function isSameEmployer(a: EmployerSaid, b: EmployerSaid): boolean {
  if (a.pnet_company_id && b.pnet_company_id) return a.pnet_company_id === b.pnet_company_id
  if (a.company_domain && b.company_domain) return a.company_domain === b.company_domain
  if (a.company_slug && b.company_slug) return a.company_slug === b.company_slug
  if (!a.company_name || !b.company_name) return false
  return a.company_name === b.company_name || employerKey(a.company_name) === employerKey(b.company_name)
}

/** Positions of a career by employer; those that name none are in no group. */
export function positionsByEmployer<P extends EmployerSaid>(positions: readonly P[]): P[][] {
  const groups: P[][] = []
  // Those that tell the most first: a name joins what it is known to be, in whatever order they are listed.
  for (const position of positions.toSorted((a, b) => telling(b) - telling(a))) {
    if (telling(position) === 0 && !position.company_name) continue
    const group = groups.find((members) => members.some((other) => isSameEmployer(other, position)))
    if (group === undefined) groups.push([position])
    else group.push(position)
  }
  return groups
}

function telling({ pnet_company_id, company_domain, company_slug }: EmployerSaid): number {
  if (pnet_company_id) return 2
  return company_domain || company_slug ? 1 : 0
}
