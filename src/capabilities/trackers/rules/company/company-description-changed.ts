import { scalarChange } from '../change-data.ts'
import { compareScalars } from '../compare/scalar.ts'
import { mentions, textKey } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

/** Compares a text. One that was unknown before has not changed. */
const descriptions = ['long_description', 'li_description'] as const

export const companyDescriptionChanged = companyRule({
  type: 'company_description_changed',
  readableName: 'Company description changed',
  description:
    'The description of the company changed: its own or that of its page, or, if it has none, its one sentence. White space is ignored.',
  useCase: 'Notice a change of strategy before it is announced.',
  members: { keywords: optionalPhrases('The new description must contain one of them as whole words.') },
  example: { keywords: ['AI'] },
  change: scalarChange,
  evaluate({ company: before }, { company: after }, { keywords }) {
    const members = descriptions.filter((member) => before[member] && after[member])
    const changes = (members.length > 0 ? members : (['short_description'] as const)).flatMap((member) =>
      mentions([after[member]], keywords) ? compareScalars(before[member], after[member], textKey) : [],
    )
    // Several descriptions that change at once are one change.
    return changes.slice(0, 1)
  },
  summary: () => 'describes itself otherwise',
  sample: ({ keywords: [word = 'robots'] = [] }) => ({
    before: { company: { long_description: 'We make widgets.' } },
    after: { company: { long_description: `We make widgets with ${word}.` } },
  }),
})
