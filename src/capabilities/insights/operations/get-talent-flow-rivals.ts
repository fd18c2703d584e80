import type { NetworkHosts } from '../../../lib/network-url.ts'
import { z } from 'zod'
import { perMinute, withDefault } from '../../../operation/index.ts'
import { provenanceMembers } from '../answer-parts.ts'
import { countsWithOtherNumbers, nameEmployers } from '../employers.ts'
import {
  companySelector,
  companyUrl,
  employerOfCompany,
  findSelectedCompany,
  shortCompany,
  buildShortCompany,
} from '../find-company.ts'
import { methodOfNobody, unknownCompany } from '../empty-method.ts'
import { insightTag, operation, type InsightsDeps } from '../slice.ts'
import { dateRange, shownWindow, showWindow, readWindow } from '../window.ts'

const rival = z
  .object({
    companyName: z.string().nullable(),
    domain: z.string().nullable(),
    pnetUrl: z.string().nullable(),
    pnetOrgId: z.string().nullable(),
    stage: z.string().nullable().describe('Funding stage; null where the corpus does not know the company.'),
    totalFundingUsd: z.number().nullable().describe('Sum raised in US dollars.'),
    gainedCount: z.int().describe('People who came from it.'),
    lostCount: z.int().describe('People who went to it.'),
    netCount: z.int().describe('Gained less lost.'),
    totalMovesCount: z.int().describe('Gained and lost.'),
  })
  .meta({ id: 'TalentFlowRival' })

type Rival = z.output<typeof rival>

const numCompaniesPerSide = withDefault(z.int().min(1).max(100), 25).describe(
  'How many companies per side: those that most people came from, and those that most went to.',
)

export const getTalentFlowRivals = operation({
  id: 'getTalentFlowRivals',
  route: 'POST /v1/talent-flow/rivals',
  tag: insightTag,
  summary: 'Show with whom a company exchanges people',
  tasks: ['from which companies does it hire, and to whom does it lose people'],
  describe:
    'Answers the companies that most people came from and that most went to within a window, each with people gained, lost and net, most moves first. Every move of a person counts as one pair of employers, as in getTalentFlow: the gain of one company is the loss of the other. An unknown company, and a window without a move, are free.',
  input: z.object({ company: companySelector, dateRange, numCompaniesPerSide }),
  output: z.object({
    company: shortCompany.nullable().describe('null where the corpus does not know the company.'),
    window: shownWindow,
    numCompaniesPerSide: z.int(),
    joinersCount: z.int().describe('How many times somebody joined, from a known employer or not.'),
    leaversCount: z.int().describe('How many times somebody left.'),
    rivals: z.array(rival),
    ...provenanceMembers,
  }),
  price: (p) =>
    p.perRequest({
      key: 'talentFlow',
      units: ({ joinersCount, leaversCount }) => Math.min(1, joinersCount + leaversCount),
    }),
  limit: perMinute(60),
  examples: [
    {
      name: 'Companies it exchanged people with since 2020',
      input: {
        company: { identifier: 'domain', value: 'be--husk.com' },
        dateRange: { after: '2020-01-01' },
        numCompaniesPerSide: 10,
      },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { signal } = call
    const window = readWindow(input.dateRange, call.nowMs)
    const company = await findSelectedCompany(deps, input.company, signal)
    const head = { window: showWindow(window), numCompaniesPerSide: input.numCompaniesPerSide }
    if (company === undefined)
      return {
        company: null,
        ...head,
        joinersCount: 0,
        leaversCount: 0,
        rivals: [],
        ...describeProvenance(0),
        method: unknownCompany,
      }
    const employer = await employerOfCompany(deps, company, signal)
    const { joiners, leavers, gained, lost } = await deps.analytics.exchange({
      employer,
      window,
      snapshot: await deps.search.snapshots.newest('people'),
      signal,
    })
    const sides = [gained, lost].flatMap((side) => side.slice(0, input.numCompaniesPerSide))
    const distinct = [...new Map(sides.map((each) => [each.value, each])).values()]
    const named = await nameEmployers(deps, distinct, signal)
    const [gains, losses] = await countsWithOtherNumbers(deps, { named, sides: [gained, lost], signal })
    return {
      company: buildShortCompany(company.record, deps.network),
      ...head,
      joinersCount: joiners,
      leaversCount: leavers,
      rivals: listRivals(deps, named, { gained: gains, lost: losses }),
      ...describeProvenance(joiners + leavers),
      ...(joiners + leavers === 0 && { method: await methodOfNobody(deps, { employer, none, signal }) }),
    }
  },
})

const none = 'nobody joined or left in the window'

type Counts = Map<string, number>

type NamedEmployer = Awaited<ReturnType<typeof nameEmployers>>[number]

/** A rival without its counts: as the corpus has the company, else as profiles name the employer. */
function introduce(
  { name, orgId, domain, company }: Pick<NamedEmployer, 'name' | 'orgId' | 'domain' | 'company'>,
  network: NetworkHosts,
) {
  const record = company?.record
  return {
    companyName: record?.preferred_name ?? name,
    domain: record?.domains?.[0] ?? domain,
    pnetUrl: record === undefined ? null : companyUrl(record, network),
    pnetOrgId: record?.li_org_id ?? orgId,
    stage: record?.funding_stage ?? null,
    totalFundingUsd: record?.total_funding_consensus ?? null,
  }
}

/** Rivals with the most moves first; employers that are one company of the corpus are merged. */
function listRivals(
  { network }: InsightsDeps,
  named: readonly NamedEmployer[],
  counts: Record<'gained' | 'lost', Counts | undefined>,
): Rival[] {
  const rivals = new Map<string, Rival>()
  for (const { number, name, orgId, domain, company } of named) {
    const key = company === undefined ? number : `id ${company.id}`
    const existing = rivals.get(key)
    const gainedCount = (counts.gained?.get(number) ?? 0) + (existing?.gainedCount ?? 0)
    const lostCount = (counts.lost?.get(number) ?? 0) + (existing?.lostCount ?? 0)
    rivals.set(key, {
      ...introduce({ name, orgId, domain, company }, network),
      gainedCount,
      lostCount,
      netCount: gainedCount - lostCount,
      totalMovesCount: gainedCount + lostCount,
    })
  }
  return [...rivals.values()].sort((a, b) => b.totalMovesCount - a.totalMovesCount)
}

const describeProvenance = (count: number) => ({
  method:
    'Counted from the careers of people in the corpus who left one employer and joined another at most a year later.',
  sources: [{ records: 'people' as const, count, note: 'Moves in the window, to the company and from it.' }],
})
