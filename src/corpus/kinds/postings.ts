import { completeJobPosting, jobPosting, nativeJobPosting, upToDatePosting } from '../records/index.ts'
import {
  postingColumns,
  postingIdentifiers,
  postingLookups,
  postingRow,
  referredCompany,
} from '../search-index/index.ts'
import { countPostings } from './count-postings.ts'
import { defineKind } from './define-kind.ts'
import { textMentions } from './local-mentions.ts'

export const postings = defineKind({
  name: 'postings',
  words: 'job postings',

  record: jobPosting,
  line: nativeJobPosting,
  moments: ['posted_at', 'closed_at'],
  derived: {
    annual_salary_usd: 'compensation_range',
    annual_salary_usd_rate: 'compensation_range',
    status: 'closed_at',
    seniority_level: 'title',
    job_function: 'title',
  },
  complete: completeJobPosting,
  tracked: ({ title, status, applicant_range, compensation_range, closed_at }) => ({
    title,
    status,
    applicant_range,
    compensation_range,
    closed_at,
  }),

  identifiers: postingIdentifiers,
  identity: { strong: ['job'] },
  links: {
    to: ['companies'],
    of: ({ company }) => [
      { kind: 'companies', tokens: referredCompany(company), name: company?.name ?? undefined },
    ],
  },
  counted: { on: 'companies', member: 'li_job_posts_stats', count: countPostings },
  suppression: { of: 'nobody' },
  mentions: textMentions,

  table: 'job_postings',
  columns: postingColumns,
  dayColumn: 'posted',
  row: (record, links) => postingRow(upToDatePosting(record), links),
  lookups: postingLookups,
  indexVersion: 10,
  indexChanges: {
    4: { columns: ['pay_low', 'pay_high'] },
    5: { facets: ['sen', 'fn'] },
    6: { facets: ['cstate'] },
    7: { facets: ['sen', 'fn'] },
    8: { identifiers: ['men'] },
    9: { columns: ['titles', 'title_tokens'] },
    10: { facets: ['city'], identifiers: ['job', 'cslug', 'cdom'] },
  },
})
