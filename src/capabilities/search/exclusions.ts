import { invalidMember, type Call } from '../../operation/index.ts'
import { employedIn, inSets, not, or, type Clause } from '../../corpus/search/index.ts'
import type { EntitySet, SetKind } from '../../corpus/entity-sets/index.ts'
import type { Snapshot } from '../../corpus/commits/index.ts'
import type { SearchDeps } from './slice.ts'

/** Exclusion lists as a request names them. */
export interface NamedLists {
  ids: readonly string[]
  /** Path of the member that names them. */
  path: string
}

export interface Lists {
  companies?: NamedLists
  people?: NamedLists
}

/** The sets behind them, each at the version that all pages of a search leave out. */
export interface Excluded {
  companies: { sets: EntitySet[]; path: string }
  people: { sets: EntitySet[]; path: string }
}

/** Finds the sets of lists; an unknown id is a 400 at its path. `versions` are those a cursor keeps. */
export async function findExcluded(
  deps: SearchDeps,
  call: Call,
  lists: Lists,
  versions: Readonly<Record<string, number>> = {},
): Promise<Excluded> {
  const of = async (kind: SetKind) => {
    const { ids, path } = lists[kind] ?? { ids: [], path: '' }
    const found = ids.length === 0 ? [] : await deps.entitySets.find(call.organizationId, kind, ids)
    const known = new Set(found.map((set) => set.id))
    const unknown = ids.findIndex((id) => !known.has(id))
    // An exclusion that is ignored would return what was to be left out.
    if (unknown >= 0)
      throw invalidMember(`${path}[${unknown}]`, 'There is no exclusion list with this id.', 'unknown_list')
    const sets = found.map((set) => ({ ...set, version: versions[set.id] ?? set.version }))
    return { sets, path }
  }
  const [companies, people] = await Promise.all([of('companies'), of('people')])
  return { companies, people }
}

/** What a cursor keeps of them. */
export function versionsOf({ companies, people }: Excluded): Record<string, number> {
  return Object.fromEntries([...companies.sets, ...people.sets].map(({ id, version }) => [id, version]))
}

/** Companies that are on no list. */
export function companiesLeft({ companies: { sets, path } }: Excluded): Clause[] {
  return sets.length === 0 ? [] : [{ path, condition: not(inSets('companies', sets)) }]
}

/** People who are on no list, and none of whose current employers is. */
export async function peopleLeft(
  deps: SearchDeps,
  { companies, people }: Excluded,
  employers: () => Promise<Snapshot>,
): Promise<Clause[]> {
  const clauses: Clause[] = []
  if (people.sets.length > 0)
    clauses.push({ path: people.path, condition: not(inSets('people', people.sets)) })
  if (companies.sets.length > 0) {
    const known = deps.search.worksAt(inSets('companies', companies.sets), await employers())
    clauses.push({ path: companies.path, condition: not(or([known, employedIn(companies.sets)])) })
  }
  return clauses
}
