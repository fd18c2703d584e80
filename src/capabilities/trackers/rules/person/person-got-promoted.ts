import { positionChange as positionSchema } from '../change-data.ts'
import { findNewTitles, buildPositionChange, describePosition, rankOf } from '../compare/career.ts'
import { holding, samplePosition } from '../compare/sample-person.ts'
import { mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personGotPromoted = personRule({
  type: 'person_got_promoted',
  readableName: 'Promoted',
  description: 'The person has a higher title with the same employer.',
  useCase: 'Congratulate, and reach people with a new budget.',
  members: { seniorityKeywords: optionalPhrases('At least one must be in the new title.') },
  example: { seniorityKeywords: ['director', 'head of'] },
  change: positionSchema,
  evaluate: (before, after, { seniorityKeywords }) =>
    findNewTitles(before, after)
      .filter(
        ({ previous, current }) =>
          rankOf(current.title ?? '') > rankOf(previous.title ?? '') &&
          mentions([current.title], seniorityKeywords),
      )
      .map(({ current, previous }) => buildPositionChange(current, previous)),
  summary: (changes) => `was promoted to ${describePosition(changes)}`,
  sample({ seniorityKeywords: [title = 'Sales Director'] = [] }) {
    const lowest = 'Sales Intern'
    const before = samplePosition({ title: lowest })
    // A junior title may be part of a higher one, so it does not count.
    const higher = rankOf(title) > rankOf(lowest) ? title : `Sales Director, ${title}`
    return { before: holding(before), after: holding(samplePosition({ title: higher })) }
  },
})
