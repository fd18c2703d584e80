import { numericChange } from '../change-data.ts'
import { listCounts, crossedInWords } from '../compare/headcount.ts'
import { findCrossings } from '../compare/number.ts'
import { personRule } from '../define-rule.ts'
import { aboveOrBelow, countAboveZero } from '../members.ts'

export const personConnectionsMilestone = personRule({
  type: 'person_connections_milestone',
  readableName: 'Connections milestone',
  description: 'The number of connections reached a threshold, or fell below it.',
  useCase: 'Notice people with growing reach.',
  members: { threshold: countAboveZero.describe('Number of connections.'), direction: aboveOrBelow },
  units: { threshold: 'connections' },
  example: { threshold: 500, direction: 'above' },
  change: numericChange,
  crossing: {
    value: ({ person }) => person.connection_count ?? undefined,
    threshold: ({ threshold }) => threshold,
    direction: ({ direction }) => direction,
  },
  evaluate: ({ person: before }, { person: after }, config) =>
    findCrossings(before.connection_count, after.connection_count, config),
  summary: (_, config) => crossedInWords('connections', config),
  sample({ threshold, direction }) {
    const { before, after } = listCounts(threshold, direction)
    return {
      before: { person: { connection_count: before } },
      after: { person: { connection_count: after } },
    }
  },
})
