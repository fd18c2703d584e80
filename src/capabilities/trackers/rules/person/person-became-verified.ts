import { scalarChange } from '../change-data.ts'
import { compareFlags } from '../compare/scalar.ts'
import { personRule } from '../define-rule.ts'

export const personBecameVerified = personRule({
  type: 'person_became_verified',
  readableName: 'Became verified',
  description:
    'The network verified the identity of the person: member `verified` of the custom data of a record.',
  useCase: 'Write to people who are real.',
  members: {},
  example: {},
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }) =>
    compareFlags(before.verified, after.verified, 'started'),
  summary: () => 'is verified',
  sample: () => ({ before: { person: { verified: false } }, after: { person: { verified: true } } }),
})
