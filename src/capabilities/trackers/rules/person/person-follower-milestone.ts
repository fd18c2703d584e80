import { numericChange } from '../change-data.ts'
import { listCounts, crossedInWords } from '../compare/headcount.ts'
import { findCrossings } from '../compare/number.ts'
import { personRule } from '../define-rule.ts'
import { aboveOrBelow, countAboveZero } from '../members.ts'

export const personFollowerMilestone = personRule({
  type: 'person_follower_milestone',
  readableName: 'Follower milestone',
  description: 'The number of followers reached a threshold, or fell below it.',
  useCase: 'Notice people with growing reach.',
  members: { threshold: countAboveZero.describe('Number of followers.'), direction: aboveOrBelow },
  units: { threshold: 'followers' },
  example: { threshold: 10_000, direction: 'above' },
  change: numericChange,
  crossing: {
    value: ({ person }) => person.follower_count ?? undefined,
    threshold: ({ threshold }) => threshold,
    direction: ({ direction }) => direction,
  },
  evaluate: ({ person: before }, { person: after }, config) =>
    findCrossings(before.follower_count, after.follower_count, config),
  summary: (_, config) => crossedInWords('followers', config),
  sample({ threshold, direction }) {
    const { before, after } = listCounts(threshold, direction)
    return { before: { person: { follower_count: before } }, after: { person: { follower_count: after } } }
  },
})
