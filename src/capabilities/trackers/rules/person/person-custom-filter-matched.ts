import { filterChange } from '../change-data.ts'
import { compareMatches, filterInWords } from '../compare/filter.ts'
import { buildPeopleQuestion, peopleSearchMembers } from '../compare/people-filter.ts'
import { personRule } from '../define-rule.ts'

export const personCustomFilterMatched = personRule({
  type: 'person_custom_filter_matched',
  readableName: 'Started matching a search',
  description:
    'A search of your own finds the person now and did not at the previous refresh. The first refresh with the rule only records who is found.',
  useCase: 'Watch for anything a people search can filter by.',
  members: peopleSearchMembers,
  example: {
    name: 'Executives in Germany',
    searchParams: { country3LetterCode: { anyOf: ['DEU'] }, seniority: { anyOf: ['Executive'] } },
  },
  change: filterChange,
  supportsInitialSignals: false,
  asks: buildPeopleQuestion,
  evaluate: (before, after, { name }) => compareMatches(before, after, { name, direction: 'matched' }),
  summary: (_, config) => filterInWords('matches', config),
  sample: () => ({ before: { matches: false }, after: { matches: true } }),
})
