import { postChange } from '../change-data.ts'
import { countInWords, newPosts } from '../compare/records.ts'
import { samplePost } from '../compare/sample-records.ts'
import { mentions } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { optionalLeast, optionalPhrases } from '../members.ts'

export const companyPostedWithKeyword = companyRule({
  type: 'company_posted_with_keyword',
  readableName: 'Company posted about a keyword',
  description: 'A post of the company has one of the keywords as whole words.',
  useCase: 'Hear it from the company itself.',
  members: {
    keywords: optionalPhrases('At least one must occur; if omitted, any post counts.'),
    minReactions: optionalLeast('Fewest reactions.'),
  },
  example: { keywords: ['hiring', 'launch'] },
  change: postChange,
  reads: ['posts'],
  evaluate: (before, after, { keywords, minReactions = 0 }) =>
    newPosts(
      { before: before.posts, after: after.posts },
      (post) => (post.num_reactions ?? 0) >= minReactions && mentions([post.caption], keywords),
    ),
  summary: (changes) => `published ${countInWords(changes.length, 'post')} of interest`,
  sample: ({ keywords: [caption = 'Something new.'] = [], minReactions = 0 }) => ({
    before: { posts: [] },
    after: { posts: [samplePost({ caption, num_reactions: Math.max(minReactions, 40) })] },
  }),
})
