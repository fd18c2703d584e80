import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { findLogos } from '../find-logos.ts'
import {
  domainLogo,
  inBulk,
  makeListSchema,
  buildLogo,
  name,
  organizationId,
  organizationLogo,
  ownReferences,
  urlLogo,
  withReferences,
} from '../logo-schema.ts'
import { imagesTag, operation } from '../slice.ts'

const companiesIdentifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('domains'), domains: makeListSchema(name), ...ownReferences }),
  z.object({ type: z.literal('pnetUrls'), pnetUrls: makeListSchema(name), ...ownReferences }),
  z.object({ type: z.literal('liOrgIds'), liOrgIds: makeListSchema(organizationId), ...ownReferences }),
])

const output = z.object({
  data: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('domains'), data: z.array(inBulk(domainLogo)) }),
      z.object({ type: z.literal('pnetUrls'), data: z.array(inBulk(urlLogo)) }),
      z.object({ type: z.literal('liOrgIds'), data: z.array(inBulk(organizationLogo)) }),
    ])
    .describe('In the order of the request.'),
})

type CompaniesIdentifier = z.output<typeof companiesIdentifier>
type Answer = z.input<typeof output>

/** Every type is called like the member with its items. */
const listItems = (identifier: CompaniesIdentifier): string[] =>
  (identifier as Partial<Record<CompaniesIdentifier['type'], string[]>>)[identifier.type] ?? []

/** Each picture counts once: one company in several spellings has one address. */
function countPictures({ data: { data } }: Answer): number {
  const urls = (data as { logoUrl?: string | undefined }[]).flatMap(({ logoUrl }) => logoUrl ?? [])
  return new Set(urls).size
}

export const bulkCompanyLogos = operation({
  id: 'bulkCompanyLogos',
  route: 'POST /v1/company-logos/bulk',
  tag: imagesTag,
  summary: 'Find the logos of up to 10,000 companies',
  tasks: ['logos of many companies'],
  describe:
    "Answers the address of the logo of each company, in the order of the request. Where the corpus has none and the installation allows it, the icon of the company's own site is taken: those fetched before, and a few new ones per request. Each logo found is charged once, even if requested twice or in another spelling; items not found or malformed are free. The balance must cover all items.",
  input: z.object({ companiesIdentifier }),
  output,
  price: (p) =>
    p.perRequest({
      key: 'companyLogo',
      most: ({ companiesIdentifier: identifier }) => listItems(identifier).length,
      units: countPictures,
    }),
  limit: perMinute(60),
  examples: [
    {
      name: 'Two domains',
      input: { companiesIdentifier: { type: 'domains', domains: ['be--husk.com', 'nobody.example.org'] } },
    },
    {
      name: 'An organization id',
      input: { companiesIdentifier: { type: 'liOrgIds', liOrgIds: ['9000000070000001'] } },
    },
  ],
  effect: 'spends',
  async handle({ input: { companiesIdentifier: identifier }, call, deps }) {
    const { type } = identifier
    const items = listItems(identifier)
    const referencesPath = 'companiesIdentifier.clientReferenceIds'
    const images = await findLogos(deps, call, { type, items, path: `companiesIdentifier.${type}` })
    const logos = items.map((item, index) => {
      const { logoUrl, ...logo } = buildLogo(type, item, images[index])
      return logoUrl === null ? logo : { ...logo, logoUrl }
    })
    const data = withReferences(logos, identifier.clientReferenceIds, { list: type, path: referencesPath })
    // The compiler does not see that the type of the request is that of its answers.
    const answer: object = { data: { type, data } }
    return answer as Answer
  },
})
