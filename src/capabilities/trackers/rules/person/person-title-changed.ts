import { seniorities } from '../../../../corpus/records/index.ts'
import { positionChange as positionSchema } from '../change-data.ts'
import { findNewTitles, buildPositionChange, describePosition } from '../compare/career.ts'
import { holding, samplePosition } from '../compare/sample-person.ts'
import { mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { makeOptionalList, optionalPhrases } from '../members.ts'

export const personTitleChanged = personRule({
  type: 'person_title_changed',
  readableName: 'Title changed',
  description:
    'The person has a new title with the same employer, instead of an old one or beside it. Another spelling is the same title.',
  useCase: 'Learn who decides now.',
  members: {
    titleKeywords: optionalPhrases('At least one must be in the new title.'),
    toSeniority: makeOptionalList(seniorities, 'Levels of the new position.'),
  },
  example: { titleKeywords: ['head of'] },
  change: positionSchema,
  evaluate: (before, after, { titleKeywords, toSeniority }) =>
    findNewTitles(before, after)
      .filter(
        ({ current }) =>
          mentions([current.title], titleKeywords) &&
          (toSeniority === undefined || toSeniority.some((level) => level === current.seniority)),
      )
      .map(({ current, previous }) => buildPositionChange(current, previous)),
  summary: (changes) => `is now ${describePosition(changes)}`,
  sample: ({
    titleKeywords: [title = 'Head of Sales'] = [],
    toSeniority: [seniority = 'Director'] = [],
  }) => ({
    before: holding(samplePosition({ title: 'Earlier Position' })),
    after: holding(samplePosition({ title, seniority })),
  }),
})
