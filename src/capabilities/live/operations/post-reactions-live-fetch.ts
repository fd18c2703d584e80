import { reactionType } from '../../../corpus/records/index.ts'
import { optional } from '../../../operation/index.ts'
import { activity, activityOn } from '../activity-questions.ts'
import { networkReaction, reactionView } from '../post-view.ts'
import { contentId } from '../schema.ts'
import { sourceOperation } from '../slice.ts'

export const postReactionsLiveFetch = sourceOperation({
  ...activity,
  id: 'postReactionsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/post-reactions',
  summary: 'Fetch reactions to a post',
  tasks: ['who liked or reacted to a LinkedIn post'],
  answers: 'Returns who reacted to a post and how, the newest first.',
  input: { contentId, reactionType: optional(reactionType).describe('Only reactions of this kind.') },
  items: { name: 'data', schema: networkReaction },
  examples: [{ name: 'By id', input: { contentId: 'sample-c0-0' } }],
  kind: 'reactions',
  keeps: (record, input) => input.reactionType === undefined || record.reaction_type === input.reactionType,
  ask: ({ contentId }, { call, deps }) =>
    activityOn(deps, {
      kind: 'reactions',
      contentId,
      live: (postId, next) => deps.source.ask('reactions', { of: 'post', postId, cursor: next }, call.signal),
    }),
  view: reactionView,
})
