import { completeJobPosting, jobPosting, nativeJobPosting } from '../records/index.ts'
import { generateJobPosting, postingCount } from '../sample/index.ts'
import {
  postingColumns,
  postingIdentifiers,
  postingLookups,
  postingRow,
  referredCompany,
} from '../search-index/index.ts'
import { defineKind } from './define-kind.ts'

/** Most postings of a company in a sample. */
const mostOfCompany = 400

export const postings = defineKind({
  name: 'postings',
  words: 'job postings',

  record: jobPosting,
  line: nativeJobPosting,
  moments: ['posted_at', 'closed_at'],
  derived: { annual_salary_usd: 'compensation_range', status: 'closed_at' },
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
    of: (record) => [{ kind: 'companies', tokens: referredCompany(record.company) }],
  },
  suppression: { of: 'nobody' },

  table: 'job_postings',
  bodyTable: 'job_posting_bodies',
  columns: postingColumns,
  dayColumn: 'posted',
  row: postingRow,
  lookups: postingLookups,
  indexVersion: 2,

  sample: {
    each: 'company',
    idsBefore: (_world, company) => company * mostOfCompany,
    lines: (world, company) =>
      Array.from({ length: postingCount(world, company) }, (_, place) =>
        generateJobPosting(world, company, place),
      ),
    refersTo: (_line, company) => [{ kind: 'companies', index: company }],
  },
})
