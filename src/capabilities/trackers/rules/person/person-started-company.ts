import { positionChange as positionSchema } from '../change-data.ts'
import { isFounder, findNewEmployers, buildPositionChange, describePosition } from '../compare/career.ts'
import { holding, samplePosition } from '../compare/sample-person.ts'
import { personRule } from '../define-rule.ts'

export const personStartedCompany = personRule({
  type: 'person_started_company',
  readableName: 'Started a company',
  description: 'The person holds a new position as founder or co-founder.',
  useCase: 'Meet founders on their first day.',
  members: {},
  example: {},
  change: positionSchema,
  evaluate: (before, after) =>
    findNewEmployers(before, after)
      .filter(isFounder)
      .map((position) => buildPositionChange(position)),
  summary: (changes) => `is now ${describePosition(changes)}`,
  sample: () => ({
    before: holding(samplePosition()),
    after: holding(
      samplePosition({
        company_name: 'Initech',
        pnet_company_id: '1002',
        company_domain: null,
        title: 'Co-Founder',
        start_date: null,
      }),
    ),
  }),
})
