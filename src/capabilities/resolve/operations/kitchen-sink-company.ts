import { z } from 'zod'
import { companyRecord, type CompanyRecord } from '../../../corpus/records/index.ts'
import { perMinute } from '../../../operation/index.ts'
import { getSimilarCompanies, withSimilar } from '../../search/index.ts'
import { companiesAnswer } from '../answers.ts'
import { companyQuestion } from '../company-question.ts'
import { findCompaniesNow, mayFetch, warnNotLive } from '../live-fetch.ts'
import { matches, message } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

export const kitchenSinkCompany = operation({
  id: 'kitchenSinkCompany',
  route: 'POST /v1/kitchen-sink/company',
  tag: resolversTag,
  summary: 'Look up a company',
  tasks: [
    'company details from its website, domain or name',
    'enrich a company',
    'what is known of a company',
    'company profile, firmographics',
    'company info or data by domain',
    'tech stack of a website',
    'size, employees, funding and investors of one company',
    'look up a company',
  ],
  describe:
    'Finds the company you mean. companyIdentifier decides, then companyDomain (also the registered domain of a sub-domain), then companyName: legal forms, accents, script, spaces, abbreviations and words such as Group aside, former names and aliases included. Among companies that share a domain or a name the most prominent comes first; a name beside a domain puts its companies first. fuzzySearch also finds misspelt names and initials. A name that several equally prominent companies have is not a match without minConfidence or a larger numCompanies. Answers come from the corpus; liveFetch fetches the best match, or the one an identifier names, from a live source first; it is charged only when a source had it. maxAgeDays does so only if a value of the best match is older, and leaves out what stays older. No match is an empty list and free.',
  input: companyQuestion.extend({ getSimilarCompanies }),
  output: z.object({ data: z.array(companyRecord), matches, message }),
  price: (p) =>
    p.perRequest(
      { key: 'kitchenSinkCompany', units: ({ data }) => Math.min(1, data.length) },
      {
        key: 'liveEnrichCompany',
        asked: mayFetch,
        units: (output) => (output.matches.some(({ live }) => live) ? 1 : 0),
      },
    ),
  // A live fetch asks outside sources, which cost their operator something.
  paysAfter: (input) => !mayFetch(input),
  limit: perMinute(60),
  timeoutMs: 60_000,
  examples: [
    { name: 'By domain', input: { companyDomain: { value: 'be--husk.com' } } },
    { name: 'By name', input: { companyName: { value: 'Behusk Networks Inc.' }, numCompanies: 3 } },
  ],
  effect: 'spends',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    warnNotLive(deps, call, { isWanted: input.liveFetch, capability: 'company.live' })
    const fresh = await findCompaniesNow(deps, call, input)
    const answer = companiesAnswer(fresh)
    if (!input.getSimilarCompanies) return answer
    const records = fresh.matches.map(({ id, body }) => ({ id, record: JSON.parse(body) as CompanyRecord }))
    return { ...answer, data: await withSimilar(deps.searching, call, records) }
  },
})
