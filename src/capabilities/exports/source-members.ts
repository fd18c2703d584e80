import { findNow, firstNamed } from '../../corpus/lookup/index.ts'
import {
  companySearchParams,
  postingSearchParams,
  profileSearchParams,
  type Condition,
} from '../../corpus/search/index.ts'
import { sha256Hex, stableStringify } from '../../lib/stable-json.ts'
import type { ReadContext } from '../../platform/exports/index.ts'
import type { ListMember } from '../../platform/lists/index.ts'
import { foundRecords } from '../enrich/index.ts'
import { entityIds, questionOfEntities, questionOfPostings, type EntityQuestion } from '../search/index.ts'
import type { RowSource, SourceExportParameters } from './export-parameters.ts'
import { membersAtOnce, type PlacedMember } from './member-pages.ts'
import type { ExportsDeps } from './slice.ts'

/** Most rows of an export of a search, and of one of a list. Its file is read in one go, so that it shows one moment. */
export const maxSearchRows = 10_000
export const maxListRows = 100_000

export type SourceKind = 'company' | 'person' | 'posting'
export const recordsOf = { company: 'companies', person: 'people', posting: 'postings' } as const

type Context = Pick<
  ReadContext<Pick<SourceExportParameters, 'source'>, ExportsDeps>,
  'given' | 'organizationId' | 'deps' | 'nowMs' | 'signal'
>
type SearchContext = Pick<Context, 'organizationId' | 'deps' | 'nowMs' | 'signal'>

/** The search of an export: of companies, of people, perhaps at companies, or of job postings. */
export interface StoredQuestion {
  companySearchParams?: object | undefined
  profileSearchParams?: object | undefined
  postingSearchParams?: object | undefined
}

export const hashSearch = (search: object): string => sha256Hex(stableStringify(search))

/** Stored parameters as searches take them. */
export function entityQuestion({
  companySearchParams: companies,
  profileSearchParams: people,
}: StoredQuestion) {
  const question: EntityQuestion = {}
  if (companies !== undefined) question.companies = companySearchParams.parse(companies)
  if (people !== undefined) question.people = profileSearchParams.parse(people)
  return question
}

/** What a search finds of a kind. Throws a 400 for parameters that cannot be asked. */
export async function searchCondition(
  { organizationId, deps, nowMs, signal }: SearchContext,
  kind: SourceKind,
  { search, advise = () => undefined }: { search: StoredQuestion; advise?: (line: string) => void },
): Promise<Condition> {
  const asker = { organizationId, nowMs, signal, advise }
  const { search: searchDeps } = deps.audiences
  if (kind === 'posting')
    return questionOfPostings(searchDeps, asker, postingSearchParams.parse(search.postingSearchParams ?? {}))
  const sides = await questionOfEntities(searchDeps, asker, entityQuestion(search))
  const condition = kind === 'company' ? sides.companies : sides.people
  if (condition === undefined) throw new Error(`the search asks for no ${kind}`)
  return condition
}

/** The entities that an export is made of, each once, some at a time. */
export async function* sourceMembers(context: Context, kind: SourceKind): AsyncGenerator<PlacedMember[]> {
  let place = 0
  for await (const ids of idsIn(context, context.given.source, kind))
    for (let start = 0; start < ids.length; start += membersAtOnce)
      yield ids.slice(start, start + membersAtOnce).map((id) => ({ place: (place += 1), id }))
}

async function* idsIn(context: Context, source: RowSource, kind: SourceKind): AsyncGenerator<string[]> {
  if (source.from === 'search') yield* idsOfSearch(context, source, kind)
  else if (source.from === 'enrich_run') yield* foundRecords(context.deps.db, source.id)
  else if (kind !== 'posting') yield* idsOfList(context, { ...source, from: source.from }, kind)
}

async function* idsOfSearch(
  context: Context,
  { search, hash }: Extract<RowSource, { from: 'search' }>,
  kind: SourceKind,
): AsyncGenerator<string[]> {
  if (hashSearch(search) !== hash) return
  const condition = await searchCondition(context, kind, { search })
  yield* entityIds(context.deps.audiences.search, recordsOf[kind], {
    condition,
    most: maxSearchRows,
    signal: context.signal,
  })
}

async function* idsOfList(
  { deps, organizationId }: Context,
  { from, id }: { from: 'tracker_list' | 'exclusion_list'; id: string },
  kind: 'company' | 'person',
): AsyncGenerator<string[]> {
  // Entries of an exclusion list may name one entity in several ways.
  const seenIds = new Set<string>()
  for (let after: number | undefined; ;) {
    const page = { most: membersAtOnce, ...(after !== undefined && { after }) }
    const lists = deps.lists[from]
    const members: ListMember[] | undefined =
      kind === 'company'
        ? await lists.company.members(deps.db, organizationId, id, { kind, ...page })
        : await lists.person.members(deps.db, organizationId, id, { kind, ...page })
    after = members?.at(-1)?.number
    if (members === undefined || after === undefined) return
    const ids = await entitiesOf(deps, kind, members)
    yield ids.filter((each) => !seenIds.has(each) && seenIds.add(each))
  }
}

/** Entities of members: by their ids, or by the identifiers that name them; an address of mail names nobody here. */
async function entitiesOf(
  { audiences }: ExportsDeps,
  kind: 'company' | 'person',
  members: readonly ListMember[],
): Promise<string[]> {
  const lists = members.map(({ identifier }) =>
    (identifier?.split(' ') ?? []).filter((token) => !token.startsWith('email:')),
  )
  const tokens = [...new Set(lists.flat())]
  const carriers =
    tokens.length === 0
      ? []
      : await findNow(audiences.search.search, recordsOf[kind], { tokens, perToken: 1 })
  const records = firstNamed(carriers, lists)
  return members.flatMap(({ entityId }, index) => entityId ?? records[index]?.id ?? [])
}
