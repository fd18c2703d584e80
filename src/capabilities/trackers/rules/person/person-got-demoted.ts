import { positionChange as positionSchema } from '../change-data.ts'
import {
  findNewTitles,
  buildPositionChange,
  describePosition,
  rankOf,
  stillHolds,
} from '../compare/career.ts'
import { holding, samplePosition } from '../compare/sample-person.ts'
import { mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personGotDemoted = personRule({
  type: 'person_got_demoted',
  readableName: 'Demoted',
  description: 'The person has a lower title with the same employer.',
  useCase: 'Learn who lost influence.',
  members: { seniorityKeywords: optionalPhrases('At least one must be in the new title.') },
  example: { seniorityKeywords: ['director', 'head of'] },
  change: positionSchema,
  evaluate: (before, after, { seniorityKeywords }) =>
    findNewTitles(before, after)
      .filter(
        ({ previous, current }) =>
          rankOf(current.title ?? '') < rankOf(previous.title ?? '') &&
          !stillHolds(after, previous) &&
          mentions([current.title], seniorityKeywords),
      )
      .map(({ current, previous }) => buildPositionChange(current, previous)),
  summary: (changes) => `was demoted to ${describePosition(changes)}`,
  sample({ seniorityKeywords: [title = 'Sales Manager'] = [] }) {
    const highest = 'Founder'
    const before = samplePosition({ title: highest })
    // The deputy of a top title is a step down from it.
    const lower = rankOf(title) < rankOf(highest) ? title : `Deputy Head, ${title}`
    return { before: holding(before), after: holding(samplePosition({ title: lower })) }
  },
})
