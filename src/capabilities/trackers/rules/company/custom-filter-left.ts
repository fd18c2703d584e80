import { companySearchParams } from '../../../../corpus/search/index.ts'
import { filterChange } from '../change-data.ts'
import { compareMatches, filterInWords, filterName, wholeSearch } from '../compare/filter.ts'
import { companyRule } from '../define-rule.ts'

export const customFilterLeft = companyRule({
  type: 'custom_filter_left',
  readableName: 'Stopped matching a search',
  description:
    'A search of your own found the company at the previous refresh and no longer does. The first refresh with the rule only records who is found.',
  useCase: 'See which companies no longer fit.',
  members: {
    name: filterName,
    searchParams: wholeSearch(companySearchParams).describe('What companySearch takes.'),
  },
  example: { name: 'Up to 200 employees', searchParams: { employeeCountV2: { upperBoundInclusive: 200 } } },
  change: filterChange,
  supportsInitialSignals: false,
  asks: ({ searchParams }) => ({ companies: companySearchParams.parse(searchParams) }),
  evaluate: (before, after, { name }) => compareMatches(before, after, { name, direction: 'left' }),
  summary: (_, config) => filterInWords('no longer matches', config),
  sample: () => ({ before: { matches: true }, after: { matches: false } }),
})
