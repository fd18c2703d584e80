import { scalarChange } from '../change-data.ts'
import { scalarChanges } from '../compare/scalar.ts'
import { mentions, textKey } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const companyDescriptionChanged = companyRule({
  type: 'company_description_changed',
  readableName: 'Company description changed',
  description:
    'The company describes itself otherwise, in its description or, of companies without one, in its one sentence. White space makes no other text.',
  useCase: 'Notice a change of strategy before it is announced.',
  members: { keywords: optionalPhrases('The new description must contain one of them as whole words.') },
  example: { keywords: ['AI'] },
  change: scalarChange,
  evaluate({ company: before }, { company: after }, { keywords }) {
    const member =
      before.long_description && after.long_description ? 'long_description' : 'short_description'
    return mentions([after[member]], keywords) ? scalarChanges(before[member], after[member], textKey) : []
  },
  summary: () => 'describes itself otherwise',
  sample: ({ keywords: [word = 'robots'] = [] }) => ({
    before: { company: { long_description: 'We make widgets.' } },
    after: { company: { long_description: `We make widgets with ${word}.` } },
  }),
})
