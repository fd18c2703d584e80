import { filterChange } from '../change-data.ts'
import { filterChanges, filterInWords } from '../compare/filter.ts'
import { peopleAsked, peopleSearch } from '../compare/people-filter.ts'
import { personRule } from '../define-rule.ts'

export const personCustomFilterLeft = personRule({
  type: 'person_custom_filter_left',
  readableName: 'Stopped to match a search',
  description:
    'The person was found by a search of your own at the refresh before, and is not any more. The first refresh with the rule only notes who is found.',
  useCase: 'Notice who is no longer whom you look for.',
  members: peopleSearch,
  example: { name: 'Executives', searchParams: { seniority: { anyOf: ['Executive'] } } },
  change: filterChange,
  supportsInitialSignals: false,
  asks: peopleAsked,
  evaluate: (before, after, { name }) => filterChanges(before, after, { name, direction: 'left' }),
  summary: (_, config) => filterInWords('no longer matches', config),
  sample: () => ({ before: { matches: true }, after: { matches: false } }),
})
