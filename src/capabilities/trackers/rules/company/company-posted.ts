import { postChange } from '../change-data.ts'
import { countInWords, newPosts } from '../compare/records.ts'
import { samplePost } from '../compare/sample-records.ts'
import { companyRule } from '../define-rule.ts'
import { optionalLeast } from '../members.ts'

export const companyPosted = companyRule({
  type: 'company_posted',
  readableName: 'Company posted',
  description: 'The company posted, or one of its posts reached the given reactions.',
  useCase: 'Join the conversation while it goes on.',
  members: { minReactions: optionalLeast('Fewest reactions.') },
  example: { minReactions: 25 },
  change: postChange,
  reads: ['posts'],
  evaluate: (before, after, { minReactions = 0 }) =>
    newPosts(
      { before: before.posts, after: after.posts },
      (post) => (post.num_reactions ?? 0) >= minReactions,
    ),
  summary: (changes) => `published ${countInWords(changes.length, 'post')}`,
  sample: ({ minReactions = 0 }) => ({
    before: { posts: [] },
    after: { posts: [samplePost({ num_reactions: Math.max(minReactions, 40) })] },
  }),
})
