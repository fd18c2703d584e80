import { filterChange } from '../change-data.ts'
import { compareMatches, filterInWords } from '../compare/filter.ts'
import { buildPeopleQuestion, peopleSearchMembers } from '../compare/people-filter.ts'
import { personRule } from '../define-rule.ts'

export const personCustomFilterLeft = personRule({
  type: 'person_custom_filter_left',
  readableName: 'Stopped matching a search',
  description:
    'A search of your own found the person at the previous refresh and no longer does. The first refresh with the rule only records who is found.',
  useCase: 'See which people no longer fit.',
  members: peopleSearchMembers,
  example: { name: 'Executives', searchParams: { seniority: { anyOf: ['Executive'] } } },
  change: filterChange,
  supportsInitialSignals: false,
  asks: buildPeopleQuestion,
  evaluate: (before, after, { name }) => compareMatches(before, after, { name, direction: 'left' }),
  summary: (_, config) => filterInWords('no longer matches', config),
  sample: () => ({ before: { matches: true }, after: { matches: false } }),
})
