import { employmentTypes } from '../../../../corpus/records/index.ts'
import { positionChange as positionSchema } from '../change-data.ts'
import { listCurrent, isSameTrackedEmployer, buildPositionChange } from '../compare/career.ts'
import { holding, samplePosition } from '../compare/sample-person.ts'
import { personRule } from '../define-rule.ts'
import { makeOptionalList } from '../members.ts'
import type { KeptPosition } from '../states.ts'

const types = employmentTypes.filter((type) => type !== 'Other') as [string, ...string[]]

export const personEmploymentTypeChanged = personRule({
  type: 'person_employment_type_changed',
  readableName: 'Kind of employment changed',
  description: 'The person works for the same employer in another kind of employment.',
  useCase: 'Notice contractors who were hired, and interns who stayed.',
  members: { toTypes: makeOptionalList(types, 'Kinds of employment; any if omitted.') },
  example: { toTypes: ['Full-time'] },
  change: positionSchema,
  evaluate: (before, after, { toTypes }) =>
    listCurrent(after.person.experiences).flatMap((position) => {
      const previous = listCurrent(before.person.experiences).find((other) =>
        isSameTrackedEmployer(other, position),
      )
      if (previous === undefined || !differ(previous, position)) return []
      if (toTypes !== undefined && !toTypes.some((type) => position.employment_type?.includes(type)))
        return []
      const change = buildPositionChange(position, previous)
      return [{ ...change, key: `${change.key} ${kinds(position)}`, eventDate: null }]
    }),
  summary: ([change]) =>
    `works ${(change.data as { employmentType: string[] }).employmentType.join(', ')} now`,
  sample({ toTypes: [type = 'Full-time'] = [] }) {
    const before = samplePosition({ employment_type: [type === 'Contract' ? 'Full-time' : 'Contract'] })
    return { before: holding(before), after: holding(samplePosition({ employment_type: [type] })) }
  },
})

const kinds = ({ employment_type: typesOfPosition }: KeptPosition) =>
  (typesOfPosition ?? []).toSorted().join(' ')

const differ = (one: KeptPosition, other: KeptPosition) =>
  kinds(one) !== '' && kinds(other) !== '' && kinds(one) !== kinds(other)
