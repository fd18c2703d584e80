import { invalidMember, type Call } from '../../operation/index.ts'
import type { Snapshot } from '../../corpus/commits/index.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import {
  always,
  and,
  employedBy,
  compareEmployers,
  hasAny,
  or,
  type Clause,
  referenced,
  withDetails,
  type EmployerReference,
  type CompanySearchParams,
  type Condition,
  type Employment,
  type ProfileSearchParams,
  type Referenced,
} from '../../corpus/search/index.ts'
import { joinClauses, companyClauses, filterContext, profileClauses, type Moment } from './ask.ts'
import { peopleLeft } from './exclusions.ts'
import type { Asker, SearchDeps } from './slice.ts'

/** The exclusion lists a people question names; `prefix` is the path of the member that holds it, with a dot. */
export function excludedLists(
  ask: {
    companyExclusionListIDs: string[]
    prospectExclusionListIDs: string[]
    /** What the request calls the second, for refusals. */
    peopleListsMember?: string
  },
  prefix = '',
) {
  return {
    companies: { ids: ask.companyExclusionListIDs, path: `${prefix}companyExclusionListIDs` },
    people: {
      ids: ask.prospectExclusionListIDs,
      path: `${prefix}${ask.peopleListsMember ?? 'prospectExclusionListIDs'}`,
    },
  }
}

/** What is asked of people, wherever its members stand in the request. */
export interface PeopleAsk {
  searchParams?: ProfileSearchParams | undefined
  companyParams?: CompanySearchParams | undefined
  currentCompanies?: readonly EmployerReference[]
  /** Companies found before: employers are looked for among them alone. */
  among?: Condition | undefined
  paths?: { searchParams: string; companyParams: string; currentCompanies?: string }
}

/** The condition behind a people question. */
export async function peopleCondition(
  deps: SearchDeps,
  call: Asker,
  ask: PeopleAsk,
  moment: Moment,
): Promise<Condition> {
  return joinClauses(await peopleClauses(deps, call, ask, moment))
}

/** A part of what is asked of an employer, who must satisfy all of them together. */
export interface EmployerPart {
  path: string
  /** People with an employer who satisfies this part. */
  alone: Condition
  /** People with an employer who satisfies all other parts. */
  without: Condition
}

/** A part of a search; `parts` of one that must hold together of somebody else. */
export interface QuestionClause extends Clause {
  parts?: EmployerPart[]
}

/** Its parts: each parameter of the person, what is asked of an employer, and the list of employers. */
export async function peopleClauses(
  deps: SearchDeps,
  call: Asker,
  ask: PeopleAsk,
  moment: Moment,
): Promise<QuestionClause[]> {
  const paths = { ...defaultPaths, ...ask.paths }
  const { searchParams } = ask
  await requireAgeSearch(deps, call, searchParams, paths.searchParams)
  const companies = namesCompanies(searchParams) ? await moment.employers() : undefined
  const clauses: QuestionClause[] = profileClauses(deps, call, {
    params: searchParams,
    path: paths.searchParams,
    moment,
    companies,
  })
  const employment = readEmployment(deps, call, { searchParams, path: paths.searchParams, moment })
  const side = { params: ask.companyParams, path: paths.companyParams, moment }
  const employerClauses = companyClauses(deps, call, side)
  const isAnyLeftOut = and([joinClauses(employerClauses), ask.among ?? always]).kind !== 'always'
  const employers = isAnyLeftOut ? await moment.employers() : undefined
  // Parameters that leave no company out leave no person out either, employed or not.
  const employedAt = (some: readonly Clause[]): Condition => {
    const employer = and([joinClauses(some), ask.among ?? always])
    if (employers === undefined || employer.kind === 'always') return always
    return deps.search.worksAt(employer, employers, employment)
  }
  const condition = employedAt(employerClauses)
  if (condition.kind !== 'always') {
    const parts = employerClauses.map((clause, index) => ({
      path: clause.path,
      alone: employedAt([clause]),
      without: employedAt(employerClauses.toSpliced(index, 1)),
    }))
    clauses.push({ path: paths.companyParams, condition, parts })
  }
  if (ask.currentCompanies !== undefined && ask.currentCompanies.length > 0) {
    const path = paths.currentCompanies
    const named = ask.currentCompanies.map((company, index) =>
      referenced(company, { path: `${path}[${index}]`, network: deps.network }),
    )
    const snapshot = named.some(({ kind }) => kind === 'company') ? await moment.employers() : undefined
    clauses.push({ path, condition: matchAnyEmployer(named, snapshot, employment) })
  }
  return [...clauses, ...(await peopleLeft(moment.excluded, () => moment.employers()))]
}

const defaultPaths = {
  searchParams: 'searchParams',
  companyParams: 'companyParams',
  currentCompanies: 'currentCompanies',
}

/** Adds what `getDetailedEducation` and `getDetailedWorkExperience` ask for; undefined when neither does. */
export function prepareDetails(deps: SearchDeps, call: Call, params: ProfileSearchParams | undefined) {
  const education = params?.getDetailedEducation ?? false
  const work = params?.getDetailedWorkExperience ?? false
  if (!education && !work) return undefined
  return (bodies: string[]): Promise<PersonRecord[]> =>
    withDetails(deps.search, {
      people: bodies.map((body) => JSON.parse(body) as PersonRecord),
      education,
      work,
      signal: call.signal,
    })
}

const namingParams = ['jobs', 'currentJobs', 'pastJobs', 'education'] as const

/** Whether parameters name employers or schools that have to be looked up. */
function namesCompanies(params: ProfileSearchParams | undefined): boolean {
  return namingParams.some((name) => usesParam(params, name))
}

interface Grouped {
  group?: { and?: Grouped[] | undefined; or?: Grouped[] | undefined; not?: Grouped | undefined } | undefined
}

/** Whether parameters, or those of a group within, use one of them. */
export function usesParam<P extends Grouped>(params: P | undefined, name: keyof P): boolean {
  if (params === undefined) return false
  if (params[name] !== undefined) return true
  const { and = [], or: choices = [], not } = params.group ?? {}
  const inner = [...and, ...choices, ...(not === undefined ? [] : [not])] as P[]
  return inner.some((each) => usesParam(each, name))
}

/** Refuses to search by age where an operator has switched it off for the organization. */
async function requireAgeSearch(
  deps: SearchDeps,
  call: Asker,
  params: ProfileSearchParams | undefined,
  path: string,
): Promise<void> {
  if (!usesParam(params, 'approxAge') || (await deps.mayAskAge(call.organizationId))) return
  const member = params?.approxAge === undefined ? `${path}.group` : `${path}.approxAge`
  throw invalidMember(member, 'Searching by age is switched off for this organization.', 'switched_off')
}

/** In which way company parameters and companies named are asked of a person. */
function readEmployment(
  deps: SearchDeps,
  call: Asker,
  {
    searchParams,
    path,
    moment,
  }: { searchParams: ProfileSearchParams | undefined; path: string; moment: Moment },
): Employment {
  const { jobStatus, companyMatchMode } = searchParams ?? {}
  const isLoose = companyMatchMode?.mode === 'loose'
  if (jobStatus?.status === 'ever-employed') return { status: 'ever', isLoose }
  if (jobStatus?.status !== 'previously-employed') return { status: 'now', isLoose }
  const context = filterContext(deps, call, { path: `${path}.jobStatus.leftAt`, moment })
  const leftAt = jobStatus.leftAt === undefined ? undefined : { range: jobStatus.leftAt, context }
  return { status: 'left', isLoose, leftAt }
}

function matchAnyEmployer(
  named: readonly Referenced[],
  snapshot: Snapshot | undefined,
  employment: Employment,
): Condition {
  if (employment.status !== 'now') return employedBy(compareEmployers(named, snapshot), employment)
  // Current employers are in the index by id and by name; only what names a company record needs a sub-query.
  const ids = named.flatMap((each) => {
    if (each.kind === 'id') return exactToken('co', each.id)
    return each.kind === 'name' ? exactToken('cname', each.key) : []
  })
  const toFind = named.filter(({ kind }) => kind === 'company')
  const choices = [hasAny('facets', ids)]
  if (toFind.length > 0) choices.push(employedBy(compareEmployers(toFind, snapshot), employment))
  return or(choices)
}
