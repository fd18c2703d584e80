import { companySearchParams } from '../../../../corpus/search/index.ts'
import { filterChange } from '../change-data.ts'
import { filterChanges, filterInWords, filterName, wholeSearch } from '../compare/filter.ts'
import { companyRule } from '../define-rule.ts'

export const customFilterMatched = companyRule({
  type: 'custom_filter_matched',
  readableName: 'Started to match a search',
  description:
    'The company is found by a search of your own now, and was not at the refresh before. The first refresh with the rule only notes who is found.',
  useCase: 'Watch for anything that companies can be searched by.',
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
  evaluate: (before, after, { name }) => filterChanges(before, after, { name, direction: 'matched' }),
  summary: (_, config) => filterInWords('matches', config),
  sample: () => ({ before: { matches: false }, after: { matches: true } }),
})
