import { z } from 'zod'
import { normalText } from '../../../lib/text-normal.ts'
import { invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { jobFunction } from '../../../corpus/records/index.ts'
import type { DepartmentRule, Employer } from '../../../corpus/analytics/index.ts'
import { toPercent, provenanceMembers } from '../answer-parts.ts'
import {
  companySelector,
  employerOfCompany,
  findSelectedCompany,
  shortCompany,
  buildShortCompany,
} from '../find-company.ts'
import { methodOfNobody, unknownCompany } from '../empty-method.ts'
import { insightTag, operation, type InsightsDeps } from '../slice.ts'

const phrases = z.array(z.string().min(1).max(200)).max(200)

const titleRule = z
  .object({
    type: optional(z.string().max(50)).describe(
      '`exact`: the title equals one of these; anything else, or nothing: it contains one as whole words.',
    ),
    include: optional(z.object({ titles: optional(phrases) })),
    exclude: optional(z.object({ titles: optional(phrases) })).describe(
      'People with one of these are excluded, whatever other titles they hold.',
    ),
  })
  .meta({ id: 'DepartmentTitles' })

const department = z
  .object({
    name: z.string().min(1).max(200).describe('Its name in the answer.'),
    titles: optional(z.union([titleRule, phrases])).describe(
      'Titles, or lists of those to include and exclude.',
    ),
    keywords: optional(phrases).describe('All words of one of these are in one title, in any order.'),
    jobFunctions: optional(z.array(jobFunction).max(50)).describe('Functions of a position held.'),
  })
  .meta({ id: 'Department' })

const input = z.object({
  company: companySelector,
  departments: z.array(department).min(1).max(50),
})

export const getDepartmentSize = operation({
  id: 'getDepartmentSize',
  route: 'POST /v1/department-size',
  tag: insightTag,
  summary: 'Count the people of departments',
  tasks: [
    'how many people work in sales, engineering or marketing at a company',
    'size of a team or department',
    'headcount by function',
  ],
  describe:
    'Counts the current staff of a company and of each department: people with a title, keyword or function of the department there, and none of its excluded titles. Headcount is the people of the corpus with a position at the company, each once; board seats, and advisory and part-time work beside a job elsewhere, are not counted. Departments may share people: headcount is inDepartmentsCount plus unassignedCount. An unknown company, and one without known people, are free.',
  input,
  output: z.object({
    company: shortCompany.nullable().describe('null where the corpus does not know the company.'),
    headcount: z.int(),
    departments: z.array(
      z.object({
        name: z.string(),
        count: z.int(),
        percentOfHeadcount: z.number().describe('To the hundredth.'),
      }),
    ),
    inDepartmentsCount: z.int().describe('People in at least one of them.'),
    inSeveralCount: z.int().describe('People in more than one.'),
    unassignedCount: z.int().describe('People in none.'),
    ...provenanceMembers,
  }),
  price: (p) => p.perRequest({ key: 'departmentSize', units: ({ headcount }) => Math.min(1, headcount) }),
  limit: perMinute(60),
  examples: [
    {
      name: 'Engineers except interns, and sales',
      input: {
        company: { identifier: 'domain', value: 'be--husk.com' },
        departments: [
          {
            name: 'Engineering',
            titles: { include: { titles: ['engineer', 'developer'] }, exclude: { titles: ['intern'] } },
          },
          { name: 'Sales', jobFunctions: ['Sales'] },
        ],
      },
    },
  ],
  effect: 'spends',
  async handle({ input: { company: selector, departments }, call, deps }) {
    const { signal } = call
    const rules = departments.map(readRule)
    const company = await findSelectedCompany(deps, selector, signal)
    const employer = company && (await employerOfCompany(deps, company, signal))
    const counts =
      employer === undefined
        ? { headcount: 0, departments: rules.map(() => 0), inNone: 0, inSeveral: 0 }
        : await deps.analytics.staff(
            {
              employer,
              snapshot: await deps.search.snapshots.newest('people'),
              signal,
            },
            rules,
          )
    const { headcount, inNone, inSeveral } = counts
    return {
      company: company === undefined ? null : buildShortCompany(company.record, deps.network),
      headcount,
      departments: departments.map(({ name }, index) => {
        const count = counts.departments[index] ?? 0
        return { name, count, percentOfHeadcount: toPercent(count, headcount) }
      }),
      inDepartmentsCount: headcount - inNone,
      inSeveralCount: inSeveral,
      unassignedCount: inNone,
      method: await describeMethod(deps, { employer, headcount, signal }),
      sources: [{ records: 'people' as const, count: headcount, note: 'Current staff of the company.' }],
    }
  },
})

async function describeMethod(
  deps: InsightsDeps,
  context: { employer: Employer | undefined; headcount: number; signal: AbortSignal },
): Promise<string> {
  const { employer, headcount, signal } = context
  if (employer === undefined) return unknownCompany
  if (headcount === 0) return methodOfNobody(deps, { employer, none: 'nobody is on its staff now', signal })
  return 'Counted from the current positions of people in the corpus; the count on a company page or in its trends may differ.'
}

type Department = z.output<typeof department>

const normal = (texts: readonly string[] | undefined) => [
  ...new Set((texts ?? []).map(normalText).filter((text) => text !== '')),
]

function readRule({ titles, keywords, jobFunctions }: Department, index: number): DepartmentRule {
  const rule = Array.isArray(titles) ? { include: { titles } } : titles
  const included = normal(rule?.include?.titles)
  const exclude = normal(rule !== undefined && 'exclude' in rule ? rule.exclude?.titles : undefined)
  const words = normal(keywords).map((text) => text.split(' '))
  const functions = jobFunctions ?? []
  if (included.length + exclude.length + words.length + functions.length === 0)
    throw invalidMember(
      `departments[${index}]`,
      'Expected at least one title, keyword or jobFunction.',
      'required',
    )
  const type = rule !== undefined && 'type' in rule ? rule.type : undefined
  return {
    titles: included,
    exclude,
    match: type === 'exact' ? 'exact' : 'contains',
    keywords: words,
    functions,
  }
}
