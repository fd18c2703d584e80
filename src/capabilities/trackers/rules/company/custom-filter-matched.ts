import { companySearchParams } from '../../../../corpus/search/index.ts'
import { filterChange } from '../change-data.ts'
import { compareMatches, filterInWords, filterName, wholeSearch } from '../compare/filter.ts'
import { companyRule } from '../define-rule.ts'

export const customFilterMatched = companyRule({
  type: 'custom_filter_matched',
  readableName: 'Started matching a search',
  description:
    'A search of your own finds the company now and did not at the previous refresh. The first refresh with the rule only records who is found.',
  useCase: 'Watch for anything a company search can filter by.',
  members: {
    name: filterName,
    searchParams: wholeSearch(companySearchParams).describe('What companySearch takes.'),
  },
  example: {
    name: 'Robotics in Germany',
    searchParams: { headquartersCountryCode: { anyOf: ['DEU'] }, keywords: { containsAny: ['robotics'] } },
  },
  change: filterChange,
  supportsInitialSignals: false,
  asks: ({ searchParams }) => ({ companies: companySearchParams.parse(searchParams) }),
  evaluate: (before, after, { name }) => compareMatches(before, after, { name, direction: 'matched' }),
  summary: (_, config) => filterInWords('matches', config),
  sample: () => ({ before: { matches: false }, after: { matches: true } }),
})
