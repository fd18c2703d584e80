import { commentChange } from '../change-data.ts'
import { countInWords, newComments } from '../compare/records.ts'
import { sampleComment } from '../compare/sample-records.ts'
import { mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personCommentedOnPost = personRule({
  type: 'person_commented_on_post',
  readableName: 'Commented on a post',
  description: 'The person commented on a post.',
  useCase: 'Enter a conversation that somebody began.',
  members: { keywords: optionalPhrases('At least one must be in the comment as whole words.') },
  example: { keywords: ['pricing'] },
  change: commentChange,
  reads: ['comments'],
  evaluate: (before, after, { keywords }) =>
    newComments({ before: before.comments, after: after.comments }, ({ text }) => mentions([text], keywords)),
  summary: (changes) => `wrote ${countInWords(changes.length, 'comment')}`,
  sample: ({ keywords: [text = 'Well said.'] = [] }) => ({
    before: { comments: [] },
    after: { comments: [sampleComment({ text })] },
  }),
})
