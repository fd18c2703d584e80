import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import type { Spread } from '../../../corpus/analytics/index.ts'
import { toDay, toPercent, provenanceMembers } from '../answer-parts.ts'
import { breakdowns, buildBreakdowns } from '../breakdowns.ts'
import { countsWithOtherNumbers, nameEmployers, type NamedEmployer } from '../employers.ts'
import {
  companySelector,
  companyUrl,
  employerOfCompany,
  findSelectedCompany,
  shortCompany,
  buildShortCompany,
} from '../find-company.ts'
import { methodOfNobody, unknownCompany } from '../empty-method.ts'
import { nameSchools } from '../schools.ts'
import { summarizeFlow, type Summed } from '../flow-summary.ts'
import { insightTag, operation, type InsightsDeps } from '../slice.ts'
import { dateRange, shownWindow, showWindow, readWindow } from '../window.ts'

const spread = z
  .object({
    count: z.int().describe('People for whom it is known.'),
    median: z.number().nullable(),
    mean: z.number().nullable(),
    stdDev: z.number().nullable().describe('Over all of them, not a sample.'),
    p25: z.number().nullable(),
    p75: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  })
  .meta({ id: 'Spread' })

const bucket = z
  .object({
    companyName: z.string().nullable(),
    domain: z.string().nullable(),
    pnetUrl: z.string().nullable(),
    pnetOrgId: z.string().nullable(),
    count: z.int().describe('People.'),
    percent: z.number().describe('Percent of all people counted.'),
  })
  .meta({ id: 'TalentFlowCompany' })

const maxBuckets = 50
const nothing: Spread = {
  count: 0,
  median: null,
  mean: null,
  stdDev: null,
  p25: null,
  p75: null,
  min: null,
  max: null,
}

const input = z.object({
  company: companySelector,
  direction: z.enum(['joiners', 'leavers']),
  dateRange,
})

export const getTalentFlow = operation({
  id: 'getTalentFlow',
  route: 'POST /v1/talent-flow',
  tag: insightTag,
  summary: 'Show who joined or left a company',
  tasks: [
    'who joined or left a company, and where they went',
    'hires and departures, attrition',
    'attrition rate, turnover of staff',
  ],
  describe:
    'Counts the people who joined or left a company within a window, each once, with their previous or next employers, length of stay, experience, levels, functions, places and schools. Joining means becoming staff: a new title in the company, board seats, and advisory or part-time work beside a job elsewhere do not count, and people who return within 92 days never left. The previous employer is the one left last, at most a year before. Years of experience run from the first position to the day of the move, months from joining to leaving or to today. An unknown company, and a window without a move, are free.',
  input,
  output: z.object({
    company: shortCompany.nullable().describe('null where the corpus does not know the company.'),
    direction: z.enum(['joiners', 'leavers']),
    window: shownWindow,
    peopleCount: z.int(),
    companyBuckets: z
      .array(bucket)
      .describe(`The ${maxBuckets} companies that most of them came from, or went to.`),
    companyKnownCount: z.int().describe('People for whom it is known, including those beyond the largest.'),
    yearsOfExperience: spread,
    tenureMonths: spread,
    breakdowns,
    generatedAt: z.iso.datetime().describe('When this was computed.'),
    markdownSummary: z.string().describe('The figures in a few sentences and a table, as Markdown.'),
    ...provenanceMembers,
  }),
  price: (p) => p.perRequest({ key: 'talentFlow', units: ({ peopleCount }) => Math.min(1, peopleCount) }),
  limit: perMinute(60),
  examples: [
    {
      name: 'Who joined since 2015',
      input: {
        company: { identifier: 'domain', value: 'be--husk.com' },
        direction: 'joiners',
        dateRange: { after: '2015-01-01' },
      },
    },
  ],
  effect: 'spends',
  async handle({ input: { company: selector, direction, dateRange: range }, call, deps }) {
    const { signal } = call
    const window = readWindow(range, call.nowMs)
    const company = await findSelectedCompany(deps, selector, signal)
    const head = { direction, window: showWindow(window) }
    const summed = <A extends Summed>(answer: A) => ({
      ...answer,
      generatedAt: new Date(call.nowMs).toISOString(),
      markdownSummary: summarizeFlow(answer),
    })
    if (company === undefined) return summed({ company: null, ...head, ...noFlow })
    const employer = await employerOfCompany(deps, company, signal)
    const flow = await deps.analytics.flow({
      employer,
      direction,
      window,
      today: toDay(call.nowMs),
      snapshot: await deps.search.snapshots.newest('people'),
      signal,
    })
    const others = flow.byOther.filter(({ value }) => value !== '0')
    const named = await nameEmployers(deps, others.slice(0, maxBuckets), signal)
    const [counts] = await countsWithOtherNumbers(deps, { named, sides: [others], signal })
    const bySchool = await nameSchools(deps, flow, signal)
    return summed({
      company: buildShortCompany(company.record, deps.network),
      ...head,
      peopleCount: flow.people,
      companyBuckets: buildBuckets(deps, named, (number) => counts?.get(number) ?? 0).map((each) => ({
        ...each,
        percent: toPercent(each.count, flow.people),
      })),
      companyKnownCount: others.reduce((sum, { count }) => sum + count, 0),
      yearsOfExperience: flow.experienceYears,
      tenureMonths: flow.tenureMonths,
      breakdowns: buildBreakdowns(flow, bySchool),
      ...describeProvenance(flow.people),
      ...(flow.people === 0 && { method: await methodOfNobody(deps, { employer, none, signal }) }),
    })
  },
})

const describeProvenance = (people: number) => ({
  method:
    'Counted from the careers of people in the corpus: tenures on the staff of one employer, without breaks of more than 92 days.',
  sources: [{ records: 'people' as const, count: people, note: 'With such a move in the window.' }],
})

const none = 'nobody has such a move in the window'

const noFlow = {
  peopleCount: 0,
  companyBuckets: [],
  companyKnownCount: 0,
  yearsOfExperience: nothing,
  tenureMonths: nothing,
  breakdowns: {
    bySeniority: [],
    byJobFunction: [],
    byCountry: [],
    byMetro: [],
    bySchool: [],
    byYearsOfExperience: [],
  },
  ...describeProvenance(0),
  method: unknownCompany,
}

/** Employers as buckets, largest first; employers that are one company of the corpus are merged. */
function buildBuckets(
  { network }: InsightsDeps,
  named: readonly NamedEmployer[],
  readCount: (number: string) => number,
) {
  const buckets = new Map<string, Omit<z.output<typeof bucket>, 'percent'>>()
  for (const { number, name, orgId, domain, company } of named) {
    const key = company === undefined ? number : `id ${company.id}`
    const count = readCount(number)
    const bucket = buckets.get(key)
    if (bucket !== undefined) bucket.count += count
    else
      buckets.set(key, {
        companyName: company?.record.preferred_name ?? name,
        domain: company?.record.domains?.[0] ?? domain,
        pnetUrl: company === undefined ? null : companyUrl(company.record, network),
        pnetOrgId: company?.record.li_org_id ?? orgId,
        count,
      })
  }
  return [...buckets.values()].sort((a, b) => b.count - a.count)
}
