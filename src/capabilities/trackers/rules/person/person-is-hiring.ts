import { scalarChange } from '../change-data.ts'
import { compareFlags } from '../compare/scalar.ts'
import { personRule } from '../define-rule.ts'
import { startedOrStopped } from '../members.ts'

export const personIsHiring = personRule({
  type: 'person_is_hiring',
  readableName: 'Hiring',
  description: 'The person shows as hiring, or no longer does.',
  useCase: 'Offer help to people building a team.',
  members: { direction: startedOrStopped },
  example: { direction: 'started' },
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }, { direction }) =>
    compareFlags(before.is_hiring, after.is_hiring, direction),
  summary: ([change]) =>
    (change.data as { current: unknown }).current === true ? 'is hiring' : 'is no longer hiring',
  sample: ({ direction }) => ({
    before: { person: { is_hiring: direction === 'stopped' } },
    after: { person: { is_hiring: direction !== 'stopped' } },
  }),
})
