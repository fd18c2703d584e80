import { z } from 'zod'

/** A company in standard form, as `standardizeCompany` and its bulk form answer it. */
const companyFound = z
  .object({
    identifier: z.string().describe('As given.'),
    pnetUrl: z.string().nullable().describe('Canonical address of the page on the network.'),
    name: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    evidence: z.array(z.string()),
  })
  .meta({ id: 'StandardCompany' })

export const standardizedCompanies = z.object({
  companiesFound: z.array(companyFound).describe('In the order of the request.'),
  companiesNotFound: z.array(z.string()).describe('Identifiers that name no known company, as given.'),
})

/** The one company of a request, at the top as well, for clients that read it there; absent where none is known. */
export const standardizedCompany = standardizedCompanies.extend({
  pnetUrl: z.string().nullish().describe('The same as in companiesFound; absent where no company is found.'),
  name: z.string().nullish().describe('The same.'),
  websiteUrl: z.string().nullish().describe('The same.'),
})

export const companyText = z
  .string()
  .min(1)
  .describe('Address of the page on the network, domain or website, slug, organization id, or name.')
