import { filterChange } from '../change-data.ts'
import { filterChanges, filterInWords } from '../compare/filter.ts'
import { peopleAsked, peopleSearch } from '../compare/people-filter.ts'
import { personRule } from '../define-rule.ts'

export const personCustomFilterMatched = personRule({
  type: 'person_custom_filter_matched',
  readableName: 'Started to match a search',
  description:
    'The person is found by a search of your own now, and was not at the refresh before. The first refresh with the rule only notes who is found.',
  useCase: 'Watch for anything that people can be searched by.',
  members: peopleSearch,
  example: {
    name: 'Executives in Germany',
    searchParams: { country3LetterCode: { anyOf: ['DEU'] }, seniority: { anyOf: ['Executive'] } },
  },
  change: filterChange,
  supportsInitialSignals: false,
  asks: peopleAsked,
  evaluate: (before, after, { name }) => filterChanges(before, after, { name, direction: 'matched' }),
  summary: (_, config) => filterInWords('matches', config),
  sample: () => ({ before: { matches: false }, after: { matches: true } }),
})
