import { z } from 'zod'
import { invalidMember, optional, type Call } from '../../operation/index.ts'
import {
  companySearchParams,
  countriesIn,
  profileSearchParams,
  type CompanySearchParams,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import { query } from './schema.ts'

const countryCodes = optional(z.array(z.string().min(1)).max(300))
const relevance = optional(z.number().min(0).max(1)).describe(
  'Minimum relevance. All results satisfy all of the question that was understood, so nothing is left out.',
)
const texts = optional(z.array(z.string().min(1).max(200)).max(200))
const bounds = optional(
  z.object({ min: optional(z.number().min(0)), max: optional(z.number().min(0)) }),
).describe('Both bounds inclusive.')

const employeeGrowth = optional(
  z
    .array(
      z.object({
        windowMonths: z.literal([1, 2, 3, 6, 12, 18, 24, 36]),
        min: optional(z.number().min(-1)),
        max: optional(z.number().min(-1)),
      }),
    )
    .max(20),
).describe(
  'Change of the number of employees over the last windowMonths months, as a fraction: min 0.2 is 20 % more or above. All entries must match, both bounds inclusive.',
)

/** What companies must satisfy in addition to the question. */
const companyFilters = optional(
  z.object({
    countryCodes: countryCodes.describe('Headquarters: ISO 3166-1 alpha-3 codes and region codes.'),
    minRelevance: relevance,
    fundingStages: texts.describe('Funding stages, as stage of companySearch.'),
    employeeGrowth,
    employeeCount: bounds,
    foundedYear: bounds,
    revenue: bounds.describe('Yearly, in US dollars; both bounds inclusive.'),
  }),
)

/** What people must satisfy in addition to the question. */
const peopleFilters = optional(
  z.object({
    countryCodes: countryCodes.describe('Home: ISO 3166-1 alpha-3 codes and region codes.'),
    minRelevance: relevance,
    jobTitles: optional(z.object({ include: texts, exclude: texts })).describe(
      'Words in sequence in a current job title.',
    ),
    maxPeoplePerCompany: optional(z.int().min(1).max(1000)).describe(
      'Maximum people of one employer on a page; the others are left out, free.',
    ),
  }),
)

/** The form of the search that is a question in prose, or continues with one. */
export const sourcesQuestion = z.object({
  type: z.literal('question').optional().describe('May be left out.'),
  request: z
    .enum(['initial', 'subsequent'])
    .describe('initial: a question; subsequent: the next page of one, by its cursor.'),
  query: optional(query),
  pageSize: optional(z.int().min(1).max(1000)).describe('Maximum entries on a page; default 10.'),
  companyFilters,
  peopleFilters,
  cursor: optional(z.string().max(8_192)).describe('With subsequent: nextCursor of the previous page.'),
})
export type SourcesQuestion = z.output<typeof sourcesQuestion>

type Understood = {
  companySearchParams?: CompanySearchParams | undefined
  profileSearchParams?: ProfileSearchParams | undefined
}

/** The question's filters together with those given beside it: all must hold. */
export function withFilters(
  read: Understood,
  question: SourcesQuestion,
  call: Pick<Call, 'advise'>,
): { company: CompanySearchParams | undefined; person: ProfileSearchParams | undefined } {
  for (const side of ['companyFilters', 'peopleFilters'] as const)
    if ((question[side]?.minRelevance ?? 0) > 0)
      call.advise(
        `search.${side}.minRelevance leaves out nothing: whatever is found satisfies all that was understood.`,
      )
  return {
    company: joinDays(companySearchParams, read.companySearchParams, companyMembers(question, call), {
      path: 'search.companyFilters',
    }) as CompanySearchParams | undefined,
    person: joinDays(profileSearchParams, read.profileSearchParams, personMembers(question, call), {
      path: 'search.peopleFilters',
    }) as ProfileSearchParams | undefined,
  }
}

function companyMembers({ companyFilters: filters }: SourcesQuestion, call: Pick<Call, 'advise'>) {
  if (filters === undefined) return {}
  const { countryCodes: codes, fundingStages, employeeGrowth: growth, employeeCount } = filters
  const { foundedYear, revenue } = filters
  const date = (year: number | undefined, day: string) =>
    year === undefined ? undefined : `${String(Math.trunc(year)).padStart(4, '0')}-${day}`
  return dropUndefined({
    headquartersCountryCode: codes && { anyOf: countries(codes, 'search.companyFilters', call) },
    stage: fundingStages && { anyOf: fundingStages },
    employeeTrendsV2: growth && {
      obeysAll: growth.map(({ windowMonths, min, max }) => ({
        type: 'percent_change',
        windowMonths,
        change: { lowerBound: min, upperBound: max },
      })),
    },
    employeeCountV2: employeeCount && {
      lowerBoundExclusive: employeeCount.min === undefined ? undefined : Math.ceil(employeeCount.min) - 1,
      upperBoundInclusive: employeeCount.max === undefined ? undefined : Math.floor(employeeCount.max),
    },
    foundedOn: foundedYear && {
      strategy: 'absolute',
      range: { lowerBound: date(foundedYear.min, '01-01'), upperBound: date(foundedYear.max, '12-31') },
    },
    revenueRangeUSD: revenue && { lowerBound: revenue.min, upperBound: revenue.max },
  })
}

function personMembers({ peopleFilters: filters }: SourcesQuestion, call: Pick<Call, 'advise'>) {
  if (filters === undefined) return {}
  const { countryCodes: codes, jobTitles } = filters
  const terms = (titles: string[] | undefined) => titles?.map((term) => ({ type: 'plain', term }))
  return dropUndefined({
    country3LetterCode: codes && { anyOf: countries(codes, 'search.peopleFilters', call) },
    jobTitleV3: jobTitles && { anyOf: terms(jobTitles.include), noneOf: terms(jobTitles.exclude) },
  })
}

const countries = (codes: readonly string[], path: string, call: Pick<Call, 'advise'>) =>
  countriesIn(codes, (index) => `${path}.countryCodes[${index}]`, { advise: (line) => call.advise(line) })

const dropUndefined = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** Members that both say are beside each other in a group: the one narrows the other. */
function joinDays(
  schema: z.ZodType,
  read: object | undefined,
  members: Record<string, unknown>,
  { path }: { path: string },
): unknown {
  if (Object.keys(members).length === 0) return read
  const parsed = schema.safeParse(members)
  if (!parsed.success)
    throw invalidMember(path, parsed.error.issues.map(({ message }) => message).join('; '), 'invalid_value')
  if (read === undefined) return parsed.data
  const all = { ...(read as { group?: { and?: object[] } }) }
  return { ...all, group: { ...all.group, and: [...(all.group?.and ?? []), parsed.data as object] } }
}
