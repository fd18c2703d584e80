import { toCredits } from '../../lib/credits.ts'
import type { Call } from '../../operation/index.ts'
import { Failure } from '../../operation/index.ts'
import type { Movements } from '../../platform/lists/index.ts'
import { selectRun, type RunRow } from './run-rows.ts'
import type { SavedSearchesDeps } from './slice.ts'

const nobody: Movements = { joined: 0, returned: 0, left: 0, stayed: 0 }

/** A run of the caller's organization. Throws Failure 'not-found'. */
export async function requireRun(deps: SavedSearchesDeps, call: Call, id: string): Promise<RunRow> {
  const run = await selectRun(deps.db, call.organizationId, id)
  if (run === undefined) throw new Failure('not-found')
  return run
}

export const buildItem = ({ id, status, startedAt, completedAt, executionMode }: RunRow) => ({
  id,
  status,
  startedAt: startedAt.toISOString(),
  completedAt: completedAt?.toISOString() ?? null,
  executionMode,
})

export function buildStatus(run: RunRow) {
  const { company = nobody, person = nobody } = run.movements ?? {}
  const { executionMode: _, ...item } = buildItem(run)
  return {
    ...item,
    companiesStats: {
      numCompaniesJoined: company.joined,
      numCompaniesDeparted: company.left,
      numCompaniesStayed: company.stayed,
      numCompaniesReturned: company.returned,
    },
    peopleStats: {
      numPeopleJoined: person.joined,
      numPeopleDeparted: person.left,
      numPeopleStayed: person.stayed,
      numPeopleReturned: person.returned,
    },
  }
}

/** The newest run of a saved search, as the list of all shows it. */
export const buildLastRun = (run: RunRow) => ({
  ...buildStatus(run),
  executionMode: run.executionMode,
  creditsCharged: toCredits(run.charged),
})

interface StoredParams {
  companySearchParams?: Record<string, unknown>
  profileSearchParams?: Record<string, unknown>
}

/** A run with what it asked. */
export async function readRun({ db, lists }: SavedSearchesDeps, call: Call, run: RunRow) {
  const { savedSearchId, search, executionMode, charged } = run
  const page = { before: (search ?? 0) + 1, most: 1 }
  const [snapshot] =
    search === null ? [] : ((await lists.searches(db, call.organizationId, savedSearchId, page)) ?? [])
  const params = (snapshot?.params ?? {}) as StoredParams
  return {
    ...buildStatus(run),
    savedSearchId,
    executionMode,
    companySearchParams: params.companySearchParams ?? null,
    prospectSearchParams: withDetails(params.profileSearchParams),
    creditsCharged: toCredits(charged),
  }
}

/** Search parameters as a saved search keeps them. */
export function readParams(stored: object | null | undefined) {
  const params = (stored ?? {}) as StoredParams
  return {
    companySearchParams: params.companySearchParams ?? null,
    profileSearchParams: withDetails(params.profileSearchParams),
  }
}

/** As they were sent, with what is said of details in any case: clients read both, with their default. */
const withDetails = (params: Record<string, unknown> | undefined) =>
  params === undefined
    ? null
    : {
        ...params,
        getDetailedEducation: params['getDetailedEducation'] ?? false,
        getDetailedWorkExperience: params['getDetailedWorkExperience'] ?? false,
      }
