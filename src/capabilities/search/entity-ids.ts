import type { EntityKind, Snapshot } from '../../corpus/commits/index.ts'
import { invalidMember } from '../../operation/index.ts'
import {
  and,
  upTo,
  type CompanySearchParams,
  type Condition,
  type Position,
  type PostingSearchParams,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import { askedNow, companiesAsked, companyCondition, type Moment } from './ask.ts'
import { peopleCondition } from './people-question.ts'
import { postingCondition } from './postings-question.ts'
import type { Asker, SearchDeps } from './slice.ts'

/** A question about companies, about people, or about people at such companies. */
export interface EntityQuestion {
  companies?: CompanySearchParams | undefined
  /** If omitted, people are not searched. */
  people?: ProfileSearchParams | undefined
}

/** Where its members stand in a request. */
interface QuestionPaths {
  companies: string
  people: string
}

/** A question taken apart: undefined for the side that is not asked for. */
export interface AskedEntities {
  companies?: Condition
  people?: Condition
}

const none = { ids: [], path: '' }

/**
 * What searches with these parameters find, without what every search of the organization leaves out. Throws a 400 for
 * parameters that cannot be asked.
 */
export async function questionOfEntities(
  deps: SearchDeps,
  asker: Asker,
  { companies, people }: EntityQuestion,
  paths: QuestionPaths = { companies: 'companySearchParams', people: 'profileSearchParams' },
): Promise<AskedEntities> {
  const moment = await askedNow(deps, asker, { companies: none, people: none })
  const entities: AskedEntities = {}
  if (companies !== undefined)
    entities.companies = companiesAsked(deps, asker, { params: companies, path: paths.companies, moment })
  if (people !== undefined) {
    const ask = {
      searchParams: people,
      companyParams: companies,
      paths: { searchParams: paths.people, companyParams: paths.companies },
    }
    entities.people = await peopleCondition(deps, asker, ask, moment)
  }
  return entities
}

/** What a search of job postings finds. Throws a 400 for parameters that cannot be asked. */
export async function questionOfPostings(
  deps: SearchDeps,
  asker: Asker,
  params: PostingSearchParams,
): Promise<Condition> {
  return postingCondition(deps, asker, params, await askedNow(deps, asker, {}))
}

/** What a search asks of the entities of one kind, and what the answer hangs on in addition to their own records. */
export interface AskedFilter {
  condition: Condition
  /** Other kinds of records that it looks at. */
  others: ReadonlySet<EntityKind>
}

/**
 * What parameters ask of companies, or of people, whoever is excluded from the searches of the organization. Throws a 400
 * for parameters that cannot be asked.
 */
export async function buildFilter(
  deps: SearchDeps,
  asker: Asker,
  { companies, people }: EntityQuestion,
  paths: QuestionPaths,
): Promise<AskedFilter> {
  const now = await askedNow(deps, asker, {})
  const others = new Set<EntityKind>()
  const moment: Moment = {
    ...now,
    employers() {
      others.add('companies')
      return now.employers()
    },
    readSnapshot(kind) {
      others.add(kind)
      return now.readSnapshot(kind)
    },
  }
  if (people === undefined) {
    const request = { params: companies, path: paths.companies, moment }
    return { condition: companyCondition(deps, asker, request), others }
  }
  const ask = {
    searchParams: people,
    companyParams: companies,
    paths: { searchParams: paths.people, companyParams: paths.companies },
  }
  return { condition: await peopleCondition(deps, asker, ask, moment), others }
}

/** A side of a question, where it stands in the request, and the member that says how many are taken. */
export interface BoundSide {
  path: string
  limit: string
  /** Whether the request said it. */
  isLimited: boolean
}

/**
 * Refuses what finds everybody there is and is paid for again and again, unless the request says how many are meant: an empty
 * filter is more often a slip than a wish. Throws a 400 at the side.
 */
export async function requireNarrowed(
  deps: SearchDeps,
  asker: Asker,
  { companies, people }: EntityQuestion,
  sides: { companies?: BoundSide; people?: BoundSide },
): Promise<void> {
  const paths = { companies: sides.companies?.path ?? '', people: sides.people?.path ?? '' }
  // Advice on the parameters was given when they were checked.
  const quiet = { ...asker, advise: () => {} }
  const questions = { companies: companies && { companies }, people: people && { companies, people } }
  for (const kind of ['companies', 'people'] as const) {
    const [side, question] = [sides[kind], questions[kind]]
    if (side === undefined || side.isLimited || question === undefined) continue
    const { condition } = await buildFilter(deps, quiet, question, paths)
    if (condition.kind !== 'always') continue
    const who = kind === 'companies' ? 'every company' : 'everybody'
    const message = `No filter: this would take ${who} there is, and charge for it at each run. Add a filter, or set ${side.limit} to the number you want.`
    throw invalidMember(side.path, message, 'no_filter')
  }
}

const pageRows = 1_000

/** Ids of the entities a condition finds, the most prominent first, a page at a time; at most so many. */
export async function* entityIds(
  { search }: Pick<SearchDeps, 'search'>,
  kind: 'companies' | 'people' | 'postings',
  { condition, most, signal }: { condition: Condition; most: number; signal: AbortSignal },
): AsyncGenerator<string[]> {
  const snapshot = await search.snapshots.newest(kind)
  let left = most
  let after: Awaited<ReturnType<typeof search.page>>['next']
  while (left > 0) {
    const limit = Math.min(left, pageRows)
    const page = await search.page(kind, { condition, limit, snapshot, after, signal })
    yield page.ids
    left -= page.ids.length
    after = page.next
    if (after === undefined) return
  }
}

/** One side of a question whose sides are read one after the other, at one moment. */
export interface EntitySide {
  condition: Condition
  snapshot: Snapshot
}

/**
 * The sides of one question, each made when it is asked for. A side that goes with what was found of the other reaches up
 * to the last entity that was found there.
 */
export interface EntitySides {
  companies(): EntitySide
  people(): Promise<EntitySide>
  /** People at the companies that were found. */
  peopleAt(last: Position): Promise<EntitySide>
  /** Companies that employ one of the people who were found. */
  toCompanies(people: EntitySide, last: Position): EntitySide
}

/**
 * A question for who takes the first entities of one kind and then those of the other that go with them. Its sides throw a
 * 400 for parameters that cannot be asked.
 */
export async function sidesOfEntities(
  deps: SearchDeps,
  asker: Asker,
  { companies, people }: EntityQuestion,
): Promise<EntitySides> {
  const { snapshots } = deps.search
  const [ofCompanies, ofPeople] = [await snapshots.newest('companies'), await snapshots.newest('people')]
  const now = await askedNow(deps, asker, { companies: none, people: none })
  const moment = { ...now, employers: async () => ofCompanies }
  const paths = { searchParams: 'prospectSearchParams', companyParams: 'companySearchParams' }
  const companiesWanted = () =>
    companiesAsked(deps, asker, { params: companies, path: paths.companyParams, moment })
  const peopleSide = async (among?: Condition): Promise<EntitySide> => {
    const ask = { searchParams: people, companyParams: companies, among, paths }
    return { condition: await peopleCondition(deps, asker, ask, moment), snapshot: ofPeople }
  }
  return {
    companies: () => ({ condition: companiesWanted(), snapshot: ofCompanies }),
    people: () => peopleSide(),
    peopleAt: (last) => peopleSide(upTo(last)),
    toCompanies: ({ condition, snapshot }, last) => ({
      condition: and([companiesWanted(), deps.search.employs(and([condition, upTo(last)]), snapshot)]),
      snapshot: ofCompanies,
    }),
  }
}

/** Keys of a page: large, because what a condition asks of the other kind is found again for each. */
const keysOfPage = 25_000

/** Entities of a side, the most prominent first; `last` is where a page ended. */
export async function* entityKeys(
  { search }: Pick<SearchDeps, 'search'>,
  kind: 'companies' | 'people',
  { condition, snapshot, most, signal }: EntitySide & { most: number; signal: AbortSignal },
): AsyncGenerator<{ ids: string[]; last: Position }> {
  let left = most
  let after: Position | undefined
  while (left > 0) {
    const limit = Math.min(left, keysOfPage)
    const page = await search.keys(kind, { condition, limit, snapshot, after, signal })
    if (page.last === undefined) return
    yield { ids: page.ids, last: page.last }
    left -= page.ids.length
    after = page.next
    if (after === undefined) return
  }
}
