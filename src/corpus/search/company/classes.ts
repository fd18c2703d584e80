import { z } from 'zod'
import { nearestValue } from '../../../lib/edit-suggestion.ts'
import { normalizeSuffix } from '../../../lib/domain-name.ts'
import { invalidMember, optional } from '../../../operation/index.ts'
import { companyStatus, companyTag, industry, technology } from '../../records/index.ts'
import { findNaics, findNetworkIndustry, industriesBody } from '../../reference/index.ts'
import {
  acceleratorToken,
  companyFlags,
  exactToken,
  naicsTokens,
  token,
  tokenValue,
  type CompanyFlag,
} from '../../search-index/index.ts'
import { always, and, hasAll, hasAny, never, not, or, type Condition } from '../condition.ts'
import {
  conditionLists,
  facetFilter,
  facetLists,
  filter,
  pair,
  triple,
  withFacet,
  type FilterContext,
} from '../filter.ts'
import { hasOpenPosting } from './job-postings.ts'

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

/** A category by its name, or in the forms that clients' lists have. */
const categoryChoice = z.union([
  name,
  z.object({
    type: z.literal('category'),
    category: name,
    group: optional(z.string()).describe('Not compared.'),
  }),
])
const groupChoice = z.union([name, z.object({ type: z.literal('group'), group: name })])

const flagLists = triple(z.enum(companyFlags)).extend({
  excludeYcCompanies: optional(z.boolean()).describe('Leaves out companies that were in Y Combinator.'),
})

type TechnologyChoice = z.output<typeof technologyChoice>

/** Rows carry the codes above their own, so a code finds the codes below it. A range of sectors finds any of them. */
function codeTokens({ code }: { code: string }, context: FilterContext): string[] {
  if (findNaics(code) === undefined) context.advise(`"${code}" is not a code of NAICS 2022 or 2017.`)
  return code.includes('-') ? naicsTokens(code) : [exactToken('naics', code)]
}

const networkIndustries = new Set(industriesBody().pnetIndustries.map(tokenValue))

const flagOf = new Map(companyFlags.map((flag) => [tokenValue(flag), flag]))

/** A company is hiring if its record counts openings, or if the corpus has an open posting of it. */
function hasFlag(flag: CompanyFlag, context: FilterContext): Condition {
  const carried = hasAll('facets', [token('flag', flag)])
  return flag === 'is-hiring' ? or([carried, hasOpenPosting(context)]) : carried
}

/** Values that advice is given on. The first few show what is wrong with the rest. */
const maxSuggestions = 3

/**
 * Finds an industry by its id or by any name it has had, since records have some of them. Sources use industries
 * beyond the usual ones, so an unknown name is still searched for.
 */
function networkIndustryReader(context: FilterContext): (wanted: string) => string[] {
  let advised = 0
  return (wanted) => {
    const networkIndustry = findNetworkIndustry(wanted)
    if (networkIndustry !== undefined)
      return [
        ...new Set([wanted, networkIndustry.id, ...networkIndustry.names].map((each) => token('pind', each))),
      ]
    const isUsual = /^\d+$/.test(wanted) || networkIndustries.has(tokenValue(wanted))
    if (!isUsual && advised++ < maxSuggestions) {
      const near = nearestValue(wanted, industriesBody().pnetIndustries)
      const meant = near === undefined ? 'getIndustries lists those.' : `Did you mean "${near}"?`
      context.advise(`${context.path}: "${wanted}" is not a usual industry of the network. ${meant}`)
    }
    return [token('pind', wanted)]
  }
}

const technologyOf = new Map(technology.options.map((each) => [tokenValue(each), each]))
const readTechnology = (text: string): string => technologyOf.get(text as never) ?? text.replaceAll('_', ' ')

/** Company search parameters about kind and state. */
export const classFilters = {
  industriesV2: facetFilter(triple(industry), (value: string) => token('ind', value)),
  pnetIndustries: filter(pair(name), (value, context) => facetLists(value, networkIndustryReader(context))),
  naicsCodes: filter(triple(naicsCode), (value, context) =>
    facetLists(value, (code) => codeTokens(code, context)),
  ),
  categories: facetFilter(triple(categoryChoice), (choice: z.output<typeof categoryChoice>) =>
    token('cat', typeof choice === 'string' ? choice : choice.category),
  ),
  categoryGroups: facetFilter(triple(groupChoice), (choice: z.output<typeof groupChoice>) =>
    token('cgrp', typeof choice === 'string' ? choice : choice.group),
  ),
  technologies: facetFilter(triple(technologyChoice), (choice: TechnologyChoice) =>
    token('tech', choice.type === 'predefined' ? choice.technology : choice.name),
  ),
  technologiesV2: withFacet(
    facetFilter(triple(name), (value: string) => token('tech', value)),
    { kind: 'tech', readValue: readTechnology },
  ),
  tags: facetFilter(triple(companyTag), (tag: string) => token('tag', tag)),
  specialFlags: withFacet(
    filter(flagLists, ({ excludeYcCompanies, ...lists }, context) => {
      const isUnwanted = (flag: CompanyFlag) => lists.noneOf?.includes(flag) === true
      // The contradiction is found before the engine is asked, so that the answer can name the parameter.
      if (lists.anyOf?.every(isUnwanted) === true) return never
      return and([
        conditionLists(lists, (flag) => hasFlag(flag, context)),
        excludeYcCompanies === true
          ? not(hasAny('facets', [acceleratorToken({ slug: 'ycombinator' })]))
          : always,
      ])
    }),
    { kind: 'flag', readValue: (text) => flagOf.get(text) ?? text },
  ),
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
  pnetIndustries: 'Industries on the network, by name, former name or id.',
  naicsCodes: 'NAICS codes; a shorter code finds all codes below it.',
  categories: 'Categories, by name.',
  categoryGroups: 'Groups of categories, by name.',
  technologies: 'Technologies in use, of the closed list or by name.',
  technologiesV2: 'Technologies in use, by name.',
  tags: 'Derived labels of the company.',
  specialFlags: 'Yes-or-no properties of the company.',
  status: 'Whether the company is active, acquired or closed.',
  tlds: 'Top-level domains of the company’s domains: de, co.uk.',
}
