import { z } from 'zod'
import { isStealthEmployer } from '../../../../corpus/search-index/index.ts'
import { positionChange as positionSchema } from '../change-data.ts'
import { listCurrent, buildPositionChange } from '../compare/career.ts'
import { holding, samplePosition } from '../compare/sample-person.ts'
import { personRule } from '../define-rule.ts'
import type { PersonState } from '../states.ts'

export const personStealthChanged = personRule({
  type: 'person_stealth_changed',
  readableName: 'Entered or left stealth',
  description: 'The person began to work in stealth, or came out of it.',
  useCase: 'Meet founders before others do.',
  members: { direction: z.enum(['entered', 'exited', 'either']) },
  example: { direction: 'entered' },
  change: positionSchema,
  evaluate(before, after, { direction }) {
    const [was, is] = [inStealth(before), inStealth(after)]
    if (!isKnown(before) || !isKnown(after) || (was === undefined) === (is === undefined)) return []
    const way = is === undefined ? 'exited' : 'entered'
    if (direction !== 'either' && direction !== way) return []
    const current = is ?? listCurrent(after.person.experiences)[0] ?? { ...was, is_current: false }
    return [{ ...buildPositionChange(current, was ?? listCurrent(before.person.experiences)[0]), key: way }]
  },
  summary: ([change]) => `${change.key} stealth`,
  sample({ direction }) {
    const [stealth, open] = [
      samplePosition({
        company_name: 'Stealth Startup',
        pnet_company_id: null,
        company_domain: null,
        title: 'Founder',
      }),
      samplePosition(),
    ]
    return direction === 'exited'
      ? { before: holding(stealth), after: holding(open) }
      : { before: holding(open), after: holding(stealth) }
  },
})

const isKnown = ({ person }: PersonState) => (person.experiences ?? []).length > 0

const inStealth = ({ person }: PersonState) =>
  listCurrent(person.experiences).find(({ company_name }) => isStealthEmployer(company_name))
