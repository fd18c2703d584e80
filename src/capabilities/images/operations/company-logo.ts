import { z } from 'zod'
import { invalidMember, perMinute } from '../../../operation/index.ts'
import { companyTokens, isMalformed } from '../../../corpus/identify/index.ts'
import { companyNaming, findLogos, type CompanyNaming } from '../find-logos.ts'
import { domainLogo, buildLogo, name, organizationId, organizationLogo, urlLogo } from '../logo-schema.ts'
import { imagesTag, operation, type ImagesDeps } from '../slice.ts'

const companyIdentifier = z.union([
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('domain'), domain: name }),
    z.object({ type: z.literal('pnetUrl'), pnetUrl: name }),
    z.object({ type: z.literal('liOrgId'), liOrgId: organizationId }),
  ]),
  name.describe('A domain, the address of a page on the network, or the digits of an organization id.'),
])

const output = z.object({
  data: z.union([domainLogo, urlLogo, organizationLogo]),
  logoUrl: z.string().optional().describe('The same address as in data; absent when none is known.'),
})

type CompanyIdentifier = z.output<typeof companyIdentifier>

/** The one company of a request as a list of one, with its path in the request. */
function readCompany(
  identifier: CompanyIdentifier,
  network: ImagesDeps['network'],
): { type: CompanyNaming; item: string; path: string } {
  if (typeof identifier === 'string') {
    return { type: chooseNaming(identifier, network), item: identifier, path: 'companyIdentifier' }
  }
  const path = `companyIdentifier.${identifier.type}`
  if (identifier.type === 'domain') return { type: 'domains', item: identifier.domain, path }
  return identifier.type === 'pnetUrl'
    ? { type: 'pnetUrls', item: identifier.pnetUrl, path }
    : { type: 'liOrgIds', item: identifier.liOrgId, path }
}

function chooseNaming(text: string, network: ImagesDeps['network']): CompanyNaming {
  if (/^\d+$/.test(text)) return 'liOrgIds'
  return isMalformed(companyTokens('pnetUrl', text, network)) ? 'domains' : 'pnetUrls'
}

export const companyLogo = operation({
  id: 'companyLogo',
  route: 'POST /v1/company-logos/single',
  tag: imagesTag,
  summary: 'Find the logo of a company',
  tasks: ['logo, icon or brand image for a website'],
  describe:
    "Answers the address of the logo of one company, named by its domain, its page on the network or its organization id. Where the corpus has none and the installation allows it, the icon of the company's own site is fetched and served. Charged when one is found.",
  input: z.object({ companyIdentifier }),
  otherNames: { identifier: 'companyIdentifier' },
  output,
  price: (p) => p.perRequest({ key: 'companyLogo', units: ({ data }) => (data.logoUrl === null ? 0 : 1) }),
  limit: perMinute(60),
  examples: [{ name: 'By domain', input: { companyIdentifier: { type: 'domain', domain: 'be--husk.com' } } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { type, item, path } = readCompany(input.companyIdentifier, deps.network)
    const { identifier } = companyNaming[type]
    const tokens = companyTokens(identifier, item, deps.network)
    if (isMalformed(tokens)) throw invalidMember(path, tokens.expected, tokens.code)
    const [logo] = await findLogos(deps, call, { type, items: [item], path })
    const data = buildLogo(type, item, logo)
    // The compiler does not see that the type of the request is that of its answer.
    const answer: object = { data, ...(data.logoUrl === null ? {} : { logoUrl: data.logoUrl }) }
    return answer as z.input<typeof output>
  },
})
