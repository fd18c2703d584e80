import { z } from 'zod'
import {
  entityView,
  free,
  invalidMember,
  optional,
  perMinute,
  showing,
  type Call,
} from '../../../operation/index.ts'
import type { CompanyRecord } from '../../../corpus/records/index.ts'
import { and, employerTokens, type FilterContext } from '../../../corpus/search/index.ts'
import { ofCompany, openBlueCollar } from '../blue-collar.ts'
import { operation, type SearchDeps } from '../slice.ts'

const maxCompanies = 5

const company = z.object({
  companySlug: z.string(),
  name: z.string().nullable(),
  domain: z.string().nullable(),
  logoUrl: z.string().nullable(),
  jobCount: z.number().int(),
})
entityView('companies', company, {
  companySlug: ['pnet_primary_slug', 'domains'],
  name: ['preferred_name'],
  domain: ['domains'],
  logoUrl: ['logo_url'],
})

export const blueCollarResolveCompany = operation({
  id: 'blueCollarResolveCompany',
  route: 'POST /v1/blue-collar-jobs/resolve-company',
  tag: 'Blue-collar jobs and company information',
  summary: 'Find the company slug for blueCollarJobsSearch',
  describe:
    'Finds the companies a name, domain or page address refers to, at most five, the most prominent first, each with the slug that blueCollarJobsSearch takes and the number of jobs it would find. Give one of the three; of several, the address decides, then the domain. Free.',
  input: z.object({
    companyName: optional(z.string().min(1).max(500)),
    companyDomain: optional(z.string().min(1).max(500)).describe('Domain or website.'),
    pnetUrl: optional(z.string().min(1).max(2048)).describe('Address of the company page on the network.'),
  }),
  otherNames: { domain: 'companyDomain' },
  output: z.object({ companies: z.array(company) }),
  price: free('Finding a company is free.'),
  limit: perMinute(60),
  examples: [{ name: 'By domain', input: { companyDomain: 'be--husk.com' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const snapshot = await deps.search.snapshots.newest('companies')
    const context: FilterContext = {
      path: '',
      network: deps.network,
      today: 0,
      ofCompany: (company) => deps.search.postedBy(company, snapshot),
      advise: (line) => call.advise(line),
    }
    const tokens = [makeToken(input, context)]
    const records = await deps.search.lookup('companies', {
      tokens,
      snapshot,
      perToken: maxCompanies,
      signal: call.signal,
    })
    const companies = records.flatMap(({ body }) => {
      const record = JSON.parse(body) as CompanyRecord
      const companySlug = record.pnet_primary_slug ?? record.domains?.[0]
      return companySlug === undefined ? [] : [{ companySlug, record }]
    })
    return {
      companies: await Promise.all(
        companies.map(async ({ companySlug, record }) => {
          const view = {
            companySlug,
            name: record.preferred_name,
            domain: record.domains?.[0] ?? null,
            logoUrl: record.logo_url,
            jobCount: await countJobs(deps, call, { companySlug, context }),
          }
          return showing(view, record)
        }),
      ),
    }
  },
})

function makeToken(
  { pnetUrl, companyDomain, companyName }: { pnetUrl?: string; companyDomain?: string; companyName?: string },
  context: FilterContext,
): string {
  if (pnetUrl !== undefined)
    return employerTokens('pnetUrl', pnetUrl, { ...context, path: 'pnetUrl' }).company
  if (companyDomain !== undefined)
    return employerTokens('domain', companyDomain, { ...context, path: 'companyDomain' }).company
  if (companyName !== undefined) return employerTokens('name', companyName, context).company
  throw invalidMember('companyName', 'Expected companyName, companyDomain or pnetUrl.', 'required')
}

async function countJobs(
  deps: SearchDeps,
  call: Call,
  { companySlug, context }: { companySlug: string; context: FilterContext },
): Promise<number> {
  const condition = and([openBlueCollar, ofCompany(companySlug, context)])
  const snapshot = await deps.search.snapshots.newest('postings')
  return deps.search.count('postings', { condition, snapshot, signal: call.signal })
}
