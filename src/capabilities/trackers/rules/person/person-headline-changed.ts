import { normalText } from '../../../../lib/text-normal.ts'
import { scalarChange } from '../change-data.ts'
import { compareScalars } from '../compare/scalar.ts'
import { mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personHeadlineChanged = personRule({
  type: 'person_headline_changed',
  readableName: 'Headline changed',
  description: 'The person changed their headline. Capitals and punctuation are ignored.',
  useCase: 'Hear what somebody wants to be known for.',
  members: { keywords: optionalPhrases('The new headline must contain one of them as whole words.') },
  example: { keywords: ['building'] },
  change: scalarChange,
  evaluate: ({ person: before }, { person: after }, { keywords }) =>
    mentions([after.headline], keywords) ? compareScalars(before.headline, after.headline, normalText) : [],
  summary: () => 'wrote another headline',
  sample: ({ keywords: [word = 'robots'] = [] }) => ({
    before: { person: { headline: 'Selling widgets' } },
    after: { person: { headline: `Now: ${word}` } },
  }),
})
