import { z } from 'zod'
import { reactionType } from '../../../../corpus/records/index.ts'
import { optional } from '../../../../operation/index.ts'
import { reactionChange } from '../change-data.ts'
import { countInWords, newReactions } from '../compare/records.ts'
import { sampleReaction } from '../compare/sample-records.ts'
import { mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personReactedToPost = personRule({
  type: 'person_reacted_to_post',
  readableName: 'Reacted to a post',
  description:
    'The person reacted to a post. With keywords, only posts in the corpus that contain one of them count.',
  useCase: 'See what somebody likes.',
  members: {
    keywords: optionalPhrases('At least one must be in the post.'),
    reactionTypes: optional(z.array(reactionType).min(1).max(6)).describe('Kinds of reactions.'),
  },
  example: { reactionTypes: ['LIKE', 'LOVE'] },
  change: reactionChange,
  reads: ['reactions'],
  evaluate: (before, after, { keywords, reactionTypes: types }) =>
    newReactions(
      { before: before.reactions, after: after.reactions },
      ({ reaction_type, post_caption }) =>
        (types === undefined || types.some((type) => type === reaction_type)) &&
        mentions([post_caption], keywords),
    ),
  summary: (changes) => `reacted to ${countInWords(changes.length, 'post')}`,
  sample({ keywords, reactionTypes: types }) {
    const reaction = { reaction_type: types?.[0] ?? 'LIKE', post_caption: keywords?.[0] ?? 'Something new.' }
    return { before: { reactions: [] }, after: { reactions: [sampleReaction(reaction)] } }
  },
})
