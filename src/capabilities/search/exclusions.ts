import { Failure, invalidMember } from '../../operation/index.ts'
import { notInSets, notEmployedIn, type Clause } from '../../corpus/search/index.ts'
import type { EntitySet, SetKind } from '../../corpus/entity-sets/index.ts'
import type { Snapshot } from '../../corpus/commits/index.ts'
import type { Asker, SearchDeps } from './slice.ts'

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

/**
 * Finds the sets of lists, and those that every search of the organization leaves out; an unknown id is a 400 at its path.
 * `kept` is what a cursor keeps: its pages leave out what the first one did. Questions without lists have none.
 */
export async function findExcluded(
  deps: Pick<SearchDeps, 'entitySets'>,
  asker: Asker,
  lists: Lists,
  pinned?: Readonly<Record<string, number>>,
): Promise<Excluded> {
  const named = [...(lists.companies?.ids ?? []), ...(lists.people?.ids ?? [])]
  const leavesOut = lists.companies !== undefined || lists.people !== undefined
  const applied = leavesOut ? await deps.entitySets.applied(asker.organizationId, named) : []
  const of = (kind: SetKind) => {
    const { ids, path } = lists[kind] ?? { ids: [], path: `${kind} of the organization` }
    const ofKind = applied.filter((set) => set.kind === kind)
    const setIds = new Set(ofKind.map((set) => set.id))
    const unknown = ids.findIndex((id) => !setIds.has(id))
    // An exclusion that is ignored would return what was to be left out.
    if (unknown >= 0)
      throw invalidMember(`${path}[${unknown}]`, 'There is no exclusion list with this id.', 'unknown_list')
    // A list of the whole organization that came after the first page counts for the next search.
    const sets = ofKind.filter(({ id }) => ids.includes(id) || pinned === undefined || id in pinned)
    return { sets: sets.map(({ id, ...set }) => pinSet({ ...set, id }, pinned?.[id])), path }
  }
  const excluded = { companies: of('companies'), people: of('people') }
  const all = listVersions(excluded)
  // A list was deleted meanwhile: without it the next pages would be those of another search.
  if (pinned !== undefined && Object.keys(pinned).some((id) => !(id in all)))
    throw new Failure('cursor-expired')
  adviseLists(asker, applied.filter(({ id, everywhere }) => everywhere && !named.includes(id)).length, pinned)
  return excluded
}

const pinSet = ({ organizationId, id, version, hasLeft }: EntitySet, pinned = version): EntitySet => ({
  organizationId,
  id,
  version: pinned,
  hasLeft,
})

/** Said on first pages: nobody named these lists. */
function adviseLists(asker: Asker, count: number, pinned: object | undefined): void {
  if (count === 0 || pinned !== undefined) return
  const lists = count === 1 ? 'An exclusion list' : `${count} exclusion lists`
  asker.advise(
    `${lists} of the whole organization (isOrganizationWide) ${count === 1 ? 'is' : 'are'} left out as well.`,
  )
}

/** What a cursor keeps of them. */
export function listVersions({ companies, people }: Excluded): Record<string, number> {
  return Object.fromEntries([...companies.sets, ...people.sets].map(({ id, version }) => [id, version]))
}

/** Companies that are on no list. */
export function companiesLeft({ companies: { sets, path } }: Excluded): Clause[] {
  return sets.length === 0 ? [] : [{ path, condition: notInSets(sets) }]
}

/** People who are on no list, and none of whose current employers is. */
export async function peopleLeft(
  { companies, people }: Excluded,
  employers: () => Promise<Snapshot>,
): Promise<Clause[]> {
  const clauses: Clause[] = []
  if (people.sets.length > 0) clauses.push({ path: people.path, condition: notInSets(people.sets) })
  if (companies.sets.length > 0) {
    const { sets, path } = companies
    clauses.push({ path, condition: notEmployedIn(sets, await employers()) })
  }
  return clauses
}
