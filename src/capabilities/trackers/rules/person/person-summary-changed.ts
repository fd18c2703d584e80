import { scalarChange } from '../change-data.ts'
import { compareScalars } from '../compare/scalar.ts'
import { mentions, textKey } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personSummaryChanged = personRule({
  type: 'person_summary_changed',
  readableName: 'Summary changed',
  description: 'The person changed their summary. White space is ignored.',
  useCase: 'Notice new plans before a new job.',
  members: { keywords: optionalPhrases('The new summary must contain one of them as whole words.') },
  example: { keywords: ['building'] },
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }, { keywords }) =>
    mentions([after.summary], keywords) ? compareScalars(before.summary, after.summary, textKey) : [],
  summary: () => 'wrote another summary',
  sample: ({ keywords: [word = 'robots'] = [] }) => ({
    before: { person: { summary: 'Selling widgets' } },
    after: { person: { summary: `Now: ${word}` } },
  }),
})
