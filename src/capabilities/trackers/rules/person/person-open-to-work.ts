import { scalarChange } from '../change-data.ts'
import { compareFlags } from '../compare/scalar.ts'
import { personRule } from '../define-rule.ts'
import { startedOrStopped } from '../members.ts'

export const personOpenToWork = personRule({
  type: 'person_open_to_work',
  readableName: 'Open to work',
  description: 'The person shows as open to offers, or no longer does.',
  useCase: 'Reach candidates first.',
  members: { direction: startedOrStopped },
  example: { direction: 'started' },
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }, { direction }) =>
    compareFlags(before.open_to_work, after.open_to_work, direction),
  summary: ([change]) =>
    (change.data as { current: unknown }).current === true ? 'is open to work' : 'is no longer open to work',
  sample: ({ direction }) => ({
    before: { person: { open_to_work: direction === 'stopped' } },
    after: { person: { open_to_work: direction !== 'stopped' } },
  }),
})
