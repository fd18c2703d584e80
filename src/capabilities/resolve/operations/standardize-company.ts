import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { minConfidence } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'
import { standardizeCompany as standardize } from '../standardize.ts'
import { companyText, standardizedCompany } from '../standardize-schema.ts'

export const standardizeCompany = operation({
  id: 'standardizeCompany',
  route: 'POST /v1/standardize/company/single',
  tag: resolversTag,
  summary: 'Bring one company identifier into standard form',
  tasks: ['normalize a company URL or domain'],
  describe:
    'Reads a text that names a company in any way (address of its page on the network, domain or website, slug, organization id, name) and answers its canonical page, name and website. A text that names no known company, or is not sure enough, is in companiesNotFound and free.',
  input: z.object({ identifier: companyText, minConfidence }),
  output: standardizedCompany,
  price: (p) =>
    p.perRequest({ key: 'standardizeCompany', units: ({ companiesFound }) => companiesFound.length }),
  limit: perMinute(120),
  examples: [{ name: 'A website', input: { identifier: 'https://www.be--husk.com/about' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const company = await standardize(deps, call, input)
    if (company === undefined) return { companiesFound: [], companiesNotFound: [input.identifier] }
    const { pnetUrl, name, websiteUrl } = company
    return { companiesFound: [company], companiesNotFound: [], pnetUrl, name, websiteUrl }
  },
})
