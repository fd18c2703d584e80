import { z } from 'zod'
import { invalidMember, optional, outsideId, perMinute } from '../../../operation/index.ts'
import { accepted, companyTokens } from '../../../corpus/identify/index.ts'
import { nameToken } from '../../../corpus/search-index/index.ts'
import { provenanceMembers } from '../answer-parts.ts'
import { findByTokens, buildShortCompany, type FoundCompany } from '../find-company.ts'
import { revenueInfo, findRevenue } from '../revenue.ts'
import { insightTag, operation, type InsightsDeps } from '../slice.ts'

const text = z.string().min(1).max(2_000)

const companyMetadata = z
  .object({
    name: optional(text).describe('Name; used only if nothing else finds the company. Not unique.'),
    domain: optional(text).describe('Domain or address of the website.'),
    pnetUrl: optional(text).describe('URL of the page on the network.'),
    pnetOrgId: optional(outsideId(text)).describe('Organization id on the network.'),
  })
  .meta({ id: 'RevenueCompany' })

type Metadata = z.output<typeof companyMetadata>

export const getCompanyRevenue = operation({
  id: 'getCompanyRevenue',
  route: 'POST /v1/company-revenue',
  tag: insightTag,
  summary: 'Estimate the revenue of a company',
  tasks: ['annual revenue, sales or turnover of a company'],
  describe:
    'Answers bounds of the yearly revenue of a company, with fiscal year, source and method: the figure or bounds of a source, else the revenue per employee of at least 20 companies of the same industry and similar size. The company is found by pnetOrgId, else pnetUrl, else domain, else name (the most prominent namesake). revenueInfo is null, and the answer free, where the corpus has neither.',
  input: z.object({ companyMetadata }),
  output: z.object({
    company: z
      .object({
        name: z.string().nullable(),
        domain: z.string().nullable(),
        pnetUrl: z.string().nullable(),
        pnetOrgId: z.string().nullable(),
      })
      .nullable()
      .describe('null where the corpus does not know the company.'),
    revenueInfo: revenueInfo.nullable(),
    ...provenanceMembers,
  }),
  price: (p) =>
    p.perRequest({ key: 'companyRevenue', units: ({ revenueInfo: info }) => (info === null ? 0 : 1) }),
  limit: perMinute(60),
  examples: [{ name: 'By domain', input: { companyMetadata: { domain: 'be--husk.com' } } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const company = await findNamedCompany(deps, input.companyMetadata, call.signal)
    if (company === undefined) return { company: null, revenueInfo: null, ...unknown }
    const info = await findRevenue(deps, company.record, { nowMs: call.nowMs, signal: call.signal })
    const { name, domain, pnetUrl, pnetOrgId } = buildShortCompany(company.record, deps.network)
    return {
      company: { name, domain, pnetUrl, pnetOrgId },
      revenueInfo: info,
      method: info === null ? 'Neither a source nor enough peers give a revenue.' : info.comments,
      sources: [{ records: 'companies' as const, count: 1, note: 'The company.' }],
    }
  },
})

const unknown = { method: 'The corpus does not know the company.', sources: [] }

async function findNamedCompany(
  deps: InsightsDeps,
  { name, domain, pnetUrl, pnetOrgId }: Metadata,
  signal: AbortSignal,
): Promise<FoundCompany | undefined> {
  if ([name, domain, pnetUrl, pnetOrgId].every((each) => each === undefined))
    throw invalidMember('companyMetadata', 'Expected pnetOrgId, pnetUrl, domain or name.', 'required')
  const tokens = (
    [
      ['pnetOrgId', pnetOrgId],
      ['pnetUrl', pnetUrl],
      ['domain', domain],
    ] as const
  ).flatMap(([member, value]) =>
    value === undefined
      ? []
      : accepted(companyTokens(member, value, deps.network), `companyMetadata.${member}`),
  )
  const company = await findByTokens(deps, tokens, signal)
  if (company !== undefined || name === undefined) return company
  return findByTokens(deps, [nameToken('name', name)], signal)
}
