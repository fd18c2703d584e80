import { z } from 'zod'
import { optional, withDefault } from '../../operation/index.ts'
import { companyIdentifier, fuzzySearch, liveFetch, maxAgeDays, minConfidence, textValue } from './schema.ts'

/** Request members of a company look-up. */
export const companyQuestion = z.object({
  companyIdentifier: optional(companyIdentifier).describe(
    'The company itself. Decides alone if it is known.',
  ),
  companyName: textValue.describe('Name, legal forms aside.'),
  companyDomain: textValue.describe('Any domain of the company. Decides before companyName.'),
  numCompanies: withDefault(z.number().int().min(1).max(10), 1).describe(
    'Maximum companies to return, best first.',
  ),
  liveFetch,
  maxAgeDays,
  fuzzySearch,
  minConfidence,
})

export type CompanyQuestion = z.output<typeof companyQuestion>
