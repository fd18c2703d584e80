import { z } from 'zod'
import { invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { provenanceMembers } from '../answer-parts.ts'
import { ranked } from '../ranked-company.ts'
import { insightTag, operation } from '../slice.ts'

const rank = z.int().min(1).max(1000)

const rankings = z
  .object({
    list: z.string().min(1).max(100).describe('The list, e.g. `fortune-500-usa`.'),
    rankRange: z.object({ low: rank, high: rank }).describe('Best and worst rank, both inclusive.'),
    year: optional(z.int().min(1900).max(2100)).describe(
      'Default: the newest year of the list in the corpus.',
    ),
  })
  .meta({ id: 'RankingsAsked' })

export const listCompanyRankings = operation({
  id: 'listCompanyRankings',
  route: 'POST /v1/company-rankings',
  tag: insightTag,
  summary: 'List the companies of a ranking',
  tasks: ['Fortune 500 list', 'ranked companies'],
  describe:
    'Answers the companies of a ranking list between two ranks, by rank, from their records (fortune_rankings). Lists come from imports; the sample has fortune-500-usa. A list, range or year without a company is free.',
  input: z.object({ rankings }),
  output: z.object({
    list: z.string(),
    year: z.int().nullable().describe('null where the corpus has no year of the list.'),
    companies: z.array(ranked),
    ...provenanceMembers,
  }),
  price: (p) =>
    p.perRequest({ key: 'companyRanking', units: ({ companies }) => Math.min(1, companies.length) }),
  limit: perMinute(60),
  examples: [
    {
      name: 'The first ten',
      input: { rankings: { list: 'fortune-500-usa', rankRange: { low: 1, high: 10 } } },
    },
  ],
  effect: 'spends',
  async handle({ input: { rankings: ranking }, call, deps }) {
    const { low, high } = ranking.rankRange
    if (low > high)
      throw invalidMember('rankings.rankRange.high', 'Expected a rank of at least low.', 'invalid_value')
    const { year, companies } = await deps.rankings.read({
      list: ranking.list,
      low,
      high,
      year: ranking.year,
      lastYear: new Date(call.nowMs).getUTCFullYear() + 1,
      signal: call.signal,
    })
    return {
      list: ranking.list,
      year: year ?? null,
      companies,
      method: 'Read from the rankings in the records of companies.',
      sources: [
        { records: 'companies' as const, count: companies.length, note: 'With a rank in the range.' },
      ],
    }
  },
})
