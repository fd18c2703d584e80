import type { z } from 'zod'
import { optional } from '../../../../operation/index.ts'
import { jobLocationTypes, seniorities, type JobLocationType } from '../../../../corpus/records/index.ts'
import { postingChange } from '../change-data.ts'
import { countInWords, newPostings } from '../compare/records.ts'
import { samplePosting } from '../compare/sample-records.ts'
import { writeNames, mentions } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { countAboveZero, makeOptionalList, phrases } from '../members.ts'

const modalityOf = { remote: 'Remote', on_site: 'On-site', hybrid: 'Hybrid' } as const satisfies Record<
  string,
  JobLocationType
>
const locationTypes = ['remote', 'on_site', 'hybrid'] as const

export const jobPostingWithKeyword = companyRule({
  type: 'job_posting_with_keyword',
  readableName: 'Job posting with a keyword',
  description:
    'The company posted jobs with one of the keywords as whole words in the title, or in the searchFields.',
  useCase: 'See who is building a team you sell to.',
  members: {
    keywords: phrases.describe('At least one must occur.'),
    searchFields: makeOptionalList(
      ['title', 'description'],
      'Where to look for keywords; the title if omitted.',
    ),
    seniorityLevels: makeOptionalList(seniorities, 'Levels of the jobs.'),
    modalities: makeOptionalList(jobLocationTypes, 'Where the work is done.'),
    locationTypes: makeOptionalList(locationTypes, 'Deprecated: read as modalities; use that.').meta({
      deprecated: true,
    }),
    minPostings: optional(countAboveZero).describe('Minimum new postings per check; default one.'),
  },
  example: { keywords: ['data engineer'], modalities: ['Remote', 'Hybrid'] },
  change: postingChange,
  reads: ['postings'],
  least: ({ minPostings = 1 }) => minPostings,
  upgrade({ locationTypes: old, ...config }) {
    if (old === undefined) return { config: { ...config, locationTypes: undefined }, deprecated: [] }
    const modalities = [...new Set([...(config.modalities ?? []), ...old.map((type) => modalityOf[type])])]
    return { config: { ...config, locationTypes: undefined, modalities }, deprecated: ['locationTypes'] }
  },
  evaluate(before, after, config) {
    const { keywords, searchFields = ['title'], seniorityLevels, modalities } = config
    return newPostings({ before: before.postings, after: after.postings }, (posting) => {
      const texts = searchFields.map((field) => posting[field])
      return (
        mentions(texts, keywords) &&
        (seniorityLevels === undefined ||
          seniorityLevels.some((level) => level === posting.seniority_level)) &&
        (modalities === undefined || modalities.some((modality) => modality === posting.job_location_type))
      )
    })
  },
  summary: (changes) =>
    `posted ${countInWords(changes.length, 'job')}: ${writeNames(changes.map(({ data }) => (data as z.infer<typeof postingChange>).title))}`,
  sample({ keywords, searchFields: [field] = ['title'], seniorityLevels, modalities, minPostings = 1 }) {
    const posting = {
      [field ?? 'title']: keywords[0],
      seniority_level: seniorityLevels?.[0] ?? null,
      job_location_type: modalities?.[0] ?? null,
    }
    // A preview shows one posting of as many as are asked for.
    const postings = Array.from({ length: Math.min(minPostings, 100) }, (_, index) =>
      samplePosting(posting, index + 1),
    )
    return { before: { postings: [] }, after: { postings } }
  },
})
