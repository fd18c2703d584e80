import { scalarChange } from '../change-data.ts'
import { compareFlags } from '../compare/scalar.ts'
import { personRule } from '../define-rule.ts'
import { startedOrStopped } from '../members.ts'

export const personBecameTopVoice = personRule({
  type: 'person_became_top_voice',
  readableName: 'Top voice',
  description:
    'The network marks the person as a top voice, or no longer does: member `top_voice` of the custom data of a record.',
  useCase: 'Win people others listen to.',
  members: { direction: startedOrStopped },
  example: { direction: 'started' },
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }, { direction }) =>
    compareFlags(before.top_voice, after.top_voice, direction),
  summary: ([change]) =>
    (change.data as { current: unknown }).current === true ? 'is a top voice' : 'is no longer a top voice',
  sample: ({ direction }) => ({
    before: { person: { top_voice: direction === 'stopped' } },
    after: { person: { top_voice: direction !== 'stopped' } },
  }),
})
