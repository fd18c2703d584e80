import { z } from 'zod'
import { storable } from '../../lib/storable-text.ts'
import { optional, pageInput, resourceId } from '../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import { executionModes, runStatuses } from './run-rows.ts'

/** Most companies, and most people, a run takes. */
export const maxEntities = 10_000
export const maxResults = z.int().min(1).max(maxEntities)
const makeMaxResults = (what: string) =>
  // If omitted it stays undefined, and a search without any filter is refused.
  optional(maxResults)
    .meta({ default: maxEntities })
    .describe(
      `Maximum ${what} per run, the most prominent first; default ${maxEntities.toLocaleString('en')}. Required if there is no filter.`,
    )
const maxCompanies = makeMaxResults('companies')
const maxProfiles = makeMaxResults('people')

/** What a saved search is called; several may have one name. */
export const savedName = z.string().trim().overwrite(storable).min(1).max(200)

/** The search, as createSavedSearch takes it. */
export const savedParams = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('combined'),
      companySearchParams,
      maxCompanies,
      profileSearchParams: optional(profileSearchParams).describe(
        'What people at such a company must satisfy.',
      ),
      maxProfiles,
    }),
    z.object({
      type: z.literal('companies'),
      companySearchParams,
      maxCompanies,
    }),
    z.object({
      type: z.literal('profiles'),
      profileSearchParams: optional(profileSearchParams).describe('What people must satisfy.'),
      maxProfiles,
    }),
  ])
  .meta({ id: 'SavedSearchParams' })

export type SavedParams = z.output<typeof savedParams>

export const savedSearchId = resourceId('saved search', { prefix: 'ssearch' })
export const savedSearchRunId = resourceId('saved search run', { prefix: 'ssrun' })

export const frequency = z.int().min(7).max(365)

/** Search parameters as they were given. */
const params = z.record(z.string(), z.unknown()).nullable()
export const shownParams = (what: string) => params.describe(`${what} Null if it searches none.`)

const count = z.int()
const companiesStats = z.object({
  numCompaniesJoined: count,
  numCompaniesDeparted: count,
  numCompaniesStayed: count,
  numCompaniesReturned: count,
})
const peopleStats = z.object({
  numPeopleJoined: count,
  numPeopleDeparted: count,
  numPeopleStayed: count,
  numPeopleReturned: count,
})

const moment = z.iso.datetime().nullable()

/** A run in lists of runs. */
export const runItem = z
  .object({
    id: z.string(),
    status: z.enum(runStatuses),
    startedAt: moment,
    completedAt: moment,
    executionMode: z.enum(executionModes),
  })
  .meta({ id: 'SavedSearchRunItem' })

/** How far a run is. */
export const runStatus = z
  .object({
    id: z.string(),
    status: z.enum(runStatuses),
    startedAt: moment,
    completedAt: moment,
    companiesStats,
    peopleStats,
  })
  .meta({ id: 'SavedSearchRunStatus' })

/** A run, whole. */
export const runView = runStatus
  .extend({
    savedSearchId: z.string(),
    executionMode: z.enum(executionModes),
    companySearchParams: shownParams('Parameters for companies.'),
    prospectSearchParams: shownParams('Parameters for people.'),
    creditsCharged: z.number().describe('Cost of the new companies and people.'),
  })
  .meta({ id: 'SavedSearchRun' })

export const movementTypes = ['joined', 'returned', 'departed', 'stayed'] as const
export type MovementType = (typeof movementTypes)[number]
export const movementType = z.enum(movementTypes)

export const statuses = optional(z.array(movementType).min(1)).describe(
  'Those with this status since the previous run: joined for the first time, returned, departed, stayed.',
)

export const entityPages = pageInput({ sizes: { default: 25, most: 100 } })
export const listPages = pageInput({ sizes: { default: 100, most: 100 } })
export const nextCursor = z.string().nullable().describe('Pass as cursor for the next page; null at the end.')
