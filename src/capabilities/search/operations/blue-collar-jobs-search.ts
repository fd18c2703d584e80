import { z } from 'zod'
import { listedPrice, optional, perMinute, type Call } from '../../../operation/index.ts'
import type { JobPosting } from '../../../corpus/records/index.ts'
import { and, hashQuestion, type Condition, type FilterContext } from '../../../corpus/search/index.ts'
import { answerRows, type Moment } from '../ask.ts'
import { blueCollarJob, holdsWords, inPlace, buildJob, ofCompany, openBlueCollar } from '../blue-collar.ts'
import { cursor } from '../schema.ts'
import { operation, type SearchDeps } from '../slice.ts'

const input = z.object({
  companySlug: optional(z.string().min(1).max(300)).describe(
    'Employer, as blueCollarResolveCompany answers it.',
  ),
  query: optional(z.string().min(1).max(500)).describe(
    'Words that must all be in title, employer or description.',
  ),
  location: optional(z.string().min(1).max(300)).describe(
    'A place: a city means 50 km around it, a state or country all of it.',
  ),
  nextPageToken: cursor.describe('nextPageToken of the previous page.'),
})

/** Jobs of a page. */
const perPage = 25

export const blueCollarJobsSearch = operation({
  id: 'blueCollarJobsSearch',
  route: 'POST /v1/blue-collar-jobs/search',
  tag: 'Blue-collar jobs and company information',
  summary: 'Search blue-collar jobs',
  tasks: ['jobs of drivers, warehouse workers, nurses and trades'],
  describe: `Finds open postings for manual and frontline work, recognised by title or, at low levels, by function; the newest first, 25 a page. All given parameters must match. A page costs ${listedPrice('blueCollarJob')} for each job returned. Pay is returned for the posted period; weekly pay for a year.`,
  input,
  output: z.object({
    jobs: z.array(blueCollarJob),
    estimatedJobCount: z.number().int().describe('Jobs of all pages.'),
    nextPageToken: z.string().nullable().describe('Pass for the next page; null at the end.'),
  }),
  pages: 'nextPageToken',
  price: (p) =>
    p.perItem({ key: 'blueCollarJob', most: () => perPage, count: (output) => output.jobs.length }),
  limit: perMinute(60),
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    { name: 'Jobs for machine operators', input: { query: 'operator' } },
    {
      name: 'Jobs of a company around a city',
      input: { companySlug: 'behusk-networks-example', location: 'France' },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { nextPageToken, ...question } = input
    const page = await answerRows(deps, call, {
      kind: 'postings',
      lists: {},
      condition: (moment) => conditionFor(deps, call, { question, moment }),
      question: `blue-collar ${hashQuestion(question)}`,
      cursor: nextPageToken,
      pageSize: perPage,
      priceKey: 'blueCollarJob',
    })
    const { condition, snapshot } = page
    return {
      jobs: page.bodies.map((body) => buildJob(JSON.parse(body) as JobPosting)),
      estimatedJobCount: await deps.search.count('postings', { condition, snapshot, signal: call.signal }),
      nextPageToken: page.nextCursor,
    }
  },
})

async function conditionFor(
  deps: SearchDeps,
  call: Call,
  { question, moment }: { question: Omit<z.output<typeof input>, 'nextPageToken'>; moment: Moment },
): Promise<Condition> {
  const companies = await moment.employers()
  const context: FilterContext = {
    path: '',
    network: deps.network,
    today: moment.today,
    ofCompany: (company) => deps.search.postedBy(company, companies),
    advise: (line) => call.advise(line),
  }
  const { companySlug, query, location } = question
  return and([
    openBlueCollar,
    ...(companySlug === undefined ? [] : [ofCompany(companySlug, { ...context, path: 'companySlug' })]),
    ...(query === undefined ? [] : [holdsWords(query)]),
    ...(location === undefined ? [] : [inPlace(location, { ...context, path: 'location' })]),
  ])
}
