import { z } from 'zod'
import { normalizeSuffix } from '../../../lib/domain-name.ts'
import { invalidMember, optional } from '../../../operation/index.ts'
import { companyStatus, companyTag, industry, technology } from '../../records/index.ts'
import { findNaics } from '../../reference/index.ts'
import { companyFlags, exactToken, naicsTokens, token } from '../../search-index/index.ts'
import { facetFilter, facetLists, filter, pair, triple, type FilterContext } from '../filter.ts'

const name = z.string().min(1)

const naicsCode = z
  .object({
    code: z.string().regex(/^(\d{2,6}|\d\d-\d\d)$/, 'Expected two to six digits, or sectors such as 31-33.'),
    title: optional(z.string()).describe('Not compared.'),
  })
  .meta({ id: 'NaicsCodeChoice' })

const technologyChoice = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('predefined'), technology }),
    z.object({ type: z.literal('custom'), name }),
  ])
  .meta({ id: 'TechnologyChoice' })

type TechnologyChoice = z.output<typeof technologyChoice>

/** A code is found by itself; codes below it carry it too. A range of sectors is any of them. */
function codeTokens({ code }: { code: string }, context: FilterContext): string[] {
  if (findNaics(code) === undefined) context.advise(`"${code}" is no code of NAICS 2022 or 2017.`)
  return code.includes('-') ? naicsTokens(code) : [exactToken('naics', code)]
}

/** Company search parameters about kind and state. */
export const classFilters = {
  industriesV2: facetFilter(triple(industry), (value: string) => token('ind', value)),
  pnetIndustries: facetFilter(pair(name), (value: string) => token('pind', value)),
  naicsCodes: filter(triple(naicsCode), (value, context) =>
    facetLists(value, (code) => codeTokens(code, context)),
  ),
  categories: facetFilter(triple(name), (value: string) => token('cat', value)),
  categoryGroups: facetFilter(triple(name), (value: string) => token('cgrp', value)),
  technologies: facetFilter(triple(technologyChoice), (choice: TechnologyChoice) =>
    token('tech', choice.type === 'predefined' ? choice.technology : choice.name),
  ),
  tags: facetFilter(triple(companyTag), (tag: string) => token('tag', tag)),
  specialFlags: facetFilter(triple(z.enum(companyFlags)), (flag: string) => token('flag', flag)),
  status: facetFilter(pair(companyStatus), (status: string) => token('status', status)),
  tlds: filter(pair(name), (value, { path }) =>
    facetLists(value, (text, list, index) => {
      const suffix = normalizeSuffix(text)
      if (suffix === undefined)
        throw invalidMember(
          `${path}.${list}[${index}]`,
          'Expected a top-level domain such as de.',
          'invalid_tld',
        )
      return [exactToken('tld', suffix)]
    }),
  ),
}

export const classMeanings: Record<keyof typeof classFilters, string> = {
  industriesV2: 'Standard industries of the company.',
  pnetIndustries: 'Industries on the network, by name or id.',
  naicsCodes: 'NAICS codes; a shorter code finds all codes below it.',
  categories: 'Categories, by name.',
  categoryGroups: 'Groups of categories, by name.',
  technologies: 'Technologies in use, of the closed list or by name.',
  tags: 'Derived labels of the company.',
  specialFlags: 'What can be said of the company by yes or no.',
  status: 'Whether the company is active, acquired or closed.',
  tlds: 'Top-level domains of the company’s domains: de, co.uk.',
}
