import { z } from 'zod'
import { departments } from '../../../../corpus/records/index.ts'
import { optional } from '../../../../operation/index.ts'
import { postingChange } from '../change-data.ts'
import { countInWords, newPostings } from '../compare/records.ts'
import { samplePosting } from '../compare/sample-records.ts'
import { writeNames } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { countAboveZero } from '../members.ts'

export const jobPostingInFunction = companyRule({
  type: 'job_posting_in_function',
  readableName: 'Job posting in a function',
  description: 'The company posted jobs in one of the functions.',
  useCase: 'See which department a company is growing.',
  members: {
    jobFunctions: z.array(z.enum(departments)).min(1).max(40).nullable().describe('Functions; null for any.'),
    minPostings: optional(countAboveZero).describe('Minimum new postings per check; default one.'),
  },
  example: { jobFunctions: ['Engineering'] },
  change: postingChange,
  reads: ['postings'],
  least: ({ minPostings = 1 }) => minPostings,
  evaluate: (before, after, { jobFunctions }) =>
    newPostings(
      { before: before.postings, after: after.postings },
      ({ job_function: functions }) =>
        jobFunctions === null || jobFunctions.some((wanted) => functions?.some((each) => each === wanted)),
    ),
  summary: (changes, { jobFunctions }) =>
    `posted ${countInWords(changes.length, 'job')}${jobFunctions === null ? '' : ` in ${writeNames(jobFunctions)}`}`,
  sample({ jobFunctions, minPostings = 1 }) {
    const job_function = [jobFunctions?.[0] ?? ('Engineering' as const)]
    const postings = Array.from({ length: Math.min(minPostings, 100) }, (_, index) =>
      samplePosting({ job_function }, index + 1),
    )
    return { before: { postings: [] }, after: { postings } }
  },
})
