import { z } from 'zod'
import { listedPrice, perMinute } from '../../../operation/index.ts'
import { jobPosting, type JobPosting } from '../../../corpus/records/index.ts'
import { postingSearchParams, hashQuestion } from '../../../corpus/search/index.ts'
import { answerPage } from '../ask.ts'
import { postingCondition } from '../postings-question.ts'
import { cursor, nextCursor, pageSize } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const jobPostingSearch = operation({
  id: 'jobPostingSearch',
  route: 'POST /v1/job-search',
  tag,
  summary: 'Search job postings',
  tasks: [
    'open jobs, vacancies and job ads',
    'which positions a company is hiring for',
    'hiring for a role in a city',
  ],
  describe: `Finds job postings that satisfy all given parameters, the newest first. A page costs ${listedPrice('jobPostingSearchResult')} for each posting returned; an empty page costs nothing. Ranges compare with what a posting states: pay of 40,000 to 60,000 meets a range from 50,000 up; a posting that states nothing meets none. An empty list matches nothing. The cursor keeps its snapshot: pages neither repeat nor skip while postings change.`,
  input: z.object({ searchParams: postingSearchParams, pageSize, cursor }),
  output: z.object({ data: z.array(jobPosting), nextCursor }),
  pages: 'nextCursor',
  price: (p) =>
    p.perItem({
      key: 'jobPostingSearchResult',
      most: (input) => input.pageSize,
      count: (output) => output.data.length,
    }),
  limit: perMinute(60),
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Open remote engineering jobs that pay 100,000 dollars or more',
      input: {
        searchParams: {
          isActive: 'true',
          jobFunctions: ['Engineering'],
          jobLocationType: ['Remote'],
          annualSalaryUsd: { lowerBound: 100_000 },
        },
        pageSize: 10,
      },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { searchParams: params } = input
    return answerPage<JobPosting>(deps, call, {
      kind: 'postings',
      lists: {},
      condition: (moment) => postingCondition(deps, call, params, moment),
      question: hashQuestion(params),
      cursor: input.cursor,
      pageSize: input.pageSize,
      priceKey: 'jobPostingSearchResult',
    })
  },
})
