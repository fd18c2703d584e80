import { z } from 'zod'
import { departments } from '../../../../corpus/records/index.ts'
import { departmentChange } from '../change-data.ts'
import { departmentGroup, readDepartmentSize } from '../compare/departments.ts'
import { listCounts, crossedInWords } from '../compare/headcount.ts'
import { findCrossings } from '../compare/number.ts'
import { companyRule } from '../define-rule.ts'
import { aboveOrBelow, countAboveZero } from '../members.ts'

export const departmentSizeThreshold = companyRule({
  type: 'department_size_threshold',
  readableName: 'Department crossed a size',
  description:
    'A department reached a number of people, or fell below it, by the staff counts of the company record.',
  useCase: 'Sell to teams that have grown large enough.',
  members: {
    department: z.enum(departments).describe('A function.'),
    threshold: countAboveZero.describe('People in it.'),
    direction: aboveOrBelow,
  },
  units: { threshold: 'people' },
  example: { department: 'Engineering', threshold: 50, direction: 'above' },
  change: departmentChange,
  crossing: {
    value: ({ company }, { department }) => readDepartmentSize(company, department),
    threshold: ({ threshold }) => threshold,
    direction: ({ direction }) => direction,
  },
  advice: ({ department }) =>
    departmentGroup(department) === undefined
      ? `No record counts people in ${department} so far: the rule stays silent until one does.`
      : undefined,
  evaluate: ({ company: before }, { company: after }, { department, ...config }) =>
    findCrossings(readDepartmentSize(before, department), readDepartmentSize(after, department), config).map(
      (change) => ({
        ...change,
        data: { ...change.data, department, count: readDepartmentSize(after, department) },
      }),
    ),
  summary: (_, { department, ...config }) => crossedInWords(`people in ${department}`, config),
  sample({ department, threshold, direction }) {
    const { before, after } = listCounts(threshold, direction)
    const of = (current_count: number) => ({
      company: { employee_trends: [{ functions: departmentGroup(department) ?? department, current_count }] },
    })
    return { before: of(before), after: of(after) }
  },
})
