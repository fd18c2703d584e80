import { scalarChange } from '../change-data.ts'
import { compareFlags } from '../compare/scalar.ts'
import { personRule } from '../define-rule.ts'
import { startedOrStopped } from '../members.ts'

export const personBecamePremium = personRule({
  type: 'person_became_premium',
  readableName: 'Premium membership',
  description: 'The person took a paid membership of the network, or gave it up.',
  useCase: 'Notice who invests in visibility.',
  members: { direction: startedOrStopped },
  example: { direction: 'started' },
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }, { direction }) =>
    compareFlags(before.premium, after.premium, direction),
  summary: ([change]) =>
    (change.data as { current: unknown }).current === true
      ? 'has a premium membership'
      : 'no longer has a premium membership',
  sample: ({ direction }) => ({
    before: { person: { premium: direction === 'stopped' } },
    after: { person: { premium: direction !== 'stopped' } },
  }),
})
