import { scalarChange } from '../change-data.ts'
import { compareFlags } from '../compare/scalar.ts'
import { personRule } from '../define-rule.ts'
import { startedOrStopped } from '../members.ts'

export const personBecameInfluencer = personRule({
  type: 'person_became_influencer',
  readableName: 'Influencer',
  description: 'The network marks the person as an influencer, or no longer does.',
  useCase: 'Win people others listen to.',
  members: { direction: startedOrStopped },
  example: { direction: 'started' },
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }, { direction }) =>
    compareFlags(before.influencer, after.influencer, direction),
  summary: ([change]) =>
    (change.data as { current: unknown }).current === true
      ? 'is an influencer'
      : 'is no longer an influencer',
  sample: ({ direction }) => ({
    before: { person: { influencer: direction === 'stopped' } },
    after: { person: { influencer: direction !== 'stopped' } },
  }),
})
