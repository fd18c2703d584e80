import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { Pair } from '../../parts/grid.tsx'
import { plainText } from '../../records/view.ts'
import { filtersOn, oneOf, type SearchKind } from './kind.ts'
import { placeText, readPlaces, withinPlaces } from './places.ts'
import { Workbench } from './workbench.tsx'

type Posting = Schemas['JobPostingRecord']

const day = (time: string | null) => time?.slice(0, 10) ?? ''

const own = filtersOn<Schemas['PostingSearchParams']>()

const counted = { type: 'facet' } as const

const jobs: SearchKind<Posting> = {
  type: 'postings',
  path: '/jobs',
  one: 'job',
  many: 'jobs',
  price: 'getJobPostingFromDb',
  route: '/v1/job-search',
  filters: [
    own({
      member: 'title',
      label: 'Job title',
      name: 'the job title',
      param: 'title',
      control: { type: 'text', hint: 'data engineer', suggest: 'title' },
      write: oneOf,
    }),
    own({
      member: 'country',
      label: 'Country',
      name: 'the country',
      param: 'countryOrRegionCode',
      control: counted,
      write: oneOf,
    }),
    own({
      member: 'near',
      label: 'Near',
      name: 'the place',
      param: 'location',
      control: { type: 'place' },
      write: withinPlaces,
      readBack: readPlaces,
      textOf: placeText,
    }),
    own({
      member: 'employer',
      label: 'Employer',
      name: 'the employer',
      param: 'companies',
      control: { type: 'text', hint: 'a company, or its domain', suggest: 'employer' },
      write: (domains) => ({ identifier: 'domain' as const, value: domains }),
    }),
    own({
      member: 'function',
      label: 'Function',
      name: 'the function',
      param: 'jobFunctions',
      control: counted,
      write: oneOf,
    }),
    own({
      member: 'level',
      label: 'Level',
      name: 'the level',
      param: 'seniorityLevel',
      control: counted,
      write: oneOf,
    }),
    own({
      member: 'where',
      label: 'Where',
      name: 'where it is done',
      param: 'jobLocationType',
      control: counted,
      write: oneOf,
    }),
    own({
      member: 'kind',
      label: 'Employment',
      name: 'the employment',
      param: 'employmentType',
      control: counted,
      write: oneOf,
    }),
    own({
      member: 'industry',
      label: 'Industry',
      name: 'the industry',
      param: 'industries',
      control: counted,
      write: oneOf,
    }),
  ],
  read: ({ body, key, maxCredits }) =>
    settle(
      api.POST('/v1/job-search', {
        params: { header: { 'Idempotency-Key': key, 'X-Max-Credits': maxCredits } },
        body: body as { searchParams: Schemas['PostingSearchParams'] },
      }),
    ),
  nameOf: ({ title }) => title ?? '',
  idOf: ({ job_id }) => job_id,
  linkOf({ company }) {
    const domain = company?.domain
    return domain ? { to: '/company/$domain', params: { domain } } : undefined
  },
  columns: (open) => [
    {
      name: 'Job and employer',
      width: 'minmax(200px, 1.6fr)',
      isMain: true,
      cell: (job) => (
        <Pair
          over={
            <button type="button" className="link" onClick={() => open(job)}>
              {job.title}
            </button>
          }
          under={job.company_name}
        />
      ),
    },
    {
      name: 'Place',
      width: 'minmax(140px, 1fr)',
      isMain: true,
      cell: ({ standardized_location: place, job_location_type }) => (
        <Pair
          over={[place?.city, place?.country_name].filter(Boolean).join(', ')}
          under={job_location_type}
        />
      ),
    },
    {
      name: 'Level',
      width: 'minmax(130px, 1fr)',
      cell: ({ seniority_level, employment_type }) => <Pair over={seniority_level} under={employment_type} />,
    },
    {
      name: 'Posted',
      width: 'minmax(110px, 0.7fr)',
      cell: ({ posted_at, status }) => <Pair over={day(posted_at)} under={plainText(status)} />,
    },
  ],
  record: (job) => ({
    headline: job.company_name,
    facts: [
      ['Place', job.standardized_location?.formatted_address],
      ['Where', job.job_location_type],
      ['Level', job.seniority_level],
      ['Employment', job.employment_type],
      ['Function', job.job_function?.join(', ')],
      ['Industry', job.standard_industries?.join(', ')],
      ['Posted', day(job.posted_at)],
      ['Closed', day(job.closed_at)],
      ['Employer’s site', job.company?.domain],
    ],
    text: job.description,
    lists: [],
    tags: [],
  }),
}

export const Page = () => <Workbench kind={jobs} />
