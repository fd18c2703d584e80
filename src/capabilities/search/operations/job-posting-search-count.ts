import { z } from 'zod'
import { listedPrice, perMinute } from '../../../operation/index.ts'
import { postingSearchParams } from '../../../corpus/search/index.ts'
import { askedNow } from '../ask.ts'
import { postingCondition } from '../postings-question.ts'
import { operation, tag } from '../slice.ts'

export const jobPostingSearchCount = operation({
  id: 'jobPostingSearchCount',
  route: 'POST /v1/job-search/count',
  tag,
  summary: 'Count job postings',
  tasks: ['how many open positions or vacancies'],
  describe: `Counts the job postings jobPostingSearch would return for the same parameters, exactly. ${listedPrice('jobPostingCount')} a request.`,
  input: z.object({ searchParams: postingSearchParams }),
  output: z.object({ totalJobsFound: z.int().min(0) }),
  price: (p) => p.perRequest({ key: 'jobPostingCount' }),
  limit: perMinute(120),
  examples: [
    {
      name: 'Sales jobs posted in the last 30 days of October 2026',
      input: {
        searchParams: {
          title: ['Sales'],
          postedAt: {
            strategy: 'absolute',
            range: { lowerBound: '2026-10-02', upperBound: '2026-10-31' },
          },
        },
      },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const moment = await askedNow(deps, call, {})
    const condition = await postingCondition(deps, call, input.searchParams, moment)
    const snapshot = await deps.search.snapshots.newest('postings')
    return {
      totalJobsFound: await deps.search.count('postings', { condition, snapshot, signal: call.signal }),
    }
  },
})
