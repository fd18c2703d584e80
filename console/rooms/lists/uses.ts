import type { Schemas } from '../../call/client.ts'
import { uses } from './words.ts'

export type Kind = 'companies' | 'people'
type Column = Schemas['EnrichSampledColumn']
type Role = Column['role']

/** What rows of either kind are found by, where a column is recognised as something. */
const guesses: Record<Kind, Partial<Record<Role, string>>> = {
  companies: { company: 'name', url: 'domain', domain: 'domain', email: 'email', company_url: 'url' },
  people: {
    full_name: 'name',
    first_name: 'first_name',
    last_name: 'last_name',
    email: 'email',
    profile_url: 'url',
    company: 'company',
    domain: 'domain',
    url: 'domain',
    job_title: 'title',
    city: 'city',
    state: 'state',
    country: 'country',
  },
}

const aboutPeople: readonly Role[] = ['full_name', 'first_name', 'last_name', 'profile_url', 'job_title']

/** People where a column can be nothing of a company. */
export function guessKind(columns: readonly Column[]): Kind {
  return columns.some(({ role }) => aboutPeople.includes(role)) ? 'people' : 'companies'
}

/** The use of each column, by its name: as it is recognised, the surest of several alike, or as the reader chose. */
export function usesOf(
  columns: readonly Column[],
  kind: Kind,
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  const used = new Set(Object.values(chosen))
  const guessed: Record<string, string> = {}
  for (const { name, role } of columns.toSorted((one, other) => other.confidence - one.confidence)) {
    const use = guesses[kind][role] ?? ''
    if (use === '' || used.has(use) || name in chosen) continue
    used.add(use)
    guessed[name] = use
  }
  return { ...guessed, ...chosen }
}

export const namesOfUses = (kind: Kind): Readonly<Record<string, string>> => uses[kind]
