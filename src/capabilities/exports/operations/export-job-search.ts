import { z } from 'zod'
import { postingSearchParams } from '../../../corpus/search/index.ts'
import { beginSourceExport, sourcePrice } from '../begin-source-export.ts'
import { countSearch } from '../count-source.ts'
import { jobPostingExport } from '../jobs/job-posting-export.ts'
import { jobPostingOptions } from '../schema.ts'
import { describeSearchExport, describeSearchPrice, limitOf, searchExport } from '../search-export.ts'
import { operation } from '../slice.ts'
import { maxSearchRows } from '../source-members.ts'

const jobInput = z.object({
  searchParams: postingSearchParams,
  maxRowsToExport: limitOf('the newest'),
  ...jobPostingOptions,
})
type JobInput = z.output<typeof jobInput>

const postings = ({ searchParams, maxRowsToExport: maxRows }: JobInput) =>
  ({ kind: 'posting', search: { postingSearchParams: searchParams }, maxRows }) as const

export const exportJobSearch = operation({
  ...searchExport,
  id: 'exportJobSearch',
  route: 'POST /v1/exports/search/jobs',
  summary: 'Export the job postings of a search',
  tasks: ['download vacancies of a search as csv'],
  describe: describeSearchExport('job postings', { first: 'the newest' }),
  input: jobInput,
  price: (p) =>
    p.perJob({
      late: sourcePrice<JobInput>('exportJobPosting', {
        kind: 'posting',
        describe: describeSearchPrice('exportJobPosting', 'posting'),
        most: ({ maxRowsToExport: most = maxSearchRows }) => most,
        count: (input, deps, call) => countSearch(deps, call, postings(input)),
      }),
    }),
  examples: [
    {
      name: 'Open remote engineering jobs',
      input: {
        searchParams: { isActive: 'true', jobFunctions: ['Engineering'], jobLocationType: ['Remote'] },
        maxRowsToExport: 100,
      },
    },
  ],
  async handle({ input, call, deps }) {
    const counted = await countSearch(deps, call, postings(input))
    return beginSourceExport(deps, call, {
      ...input,
      definition: jobPostingExport,
      format: 'JOB_POSTING_GENERIC_CSV',
      key: 'exportJobPosting',
      counted,
    })
  },
})
