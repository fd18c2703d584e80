import { activity, activityOn } from '../activity-questions.ts'
import { commentView, networkComment } from '../post-view.ts'
import { contentId } from '../schema.ts'
import { sourceOperation } from '../slice.ts'

export const postCommentsLiveFetch = sourceOperation({
  ...activity,
  id: 'postCommentsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/post-comments',
  summary: 'Fetch comments on a post',
  tasks: ['who commented on a LinkedIn post'],
  answers: 'Returns comments on a post, the newest first.',
  input: { contentId },
  items: { name: 'data', schema: networkComment },
  examples: [{ name: 'By id', input: { contentId: 'sample-c0-0' } }],
  kind: 'comments',
  ask: ({ contentId }, { call, deps }) =>
    activityOn(deps, {
      kind: 'comments',
      contentId,
      live: (postId, next) => deps.source.ask('comments', { of: 'post', postId, cursor: next }, call.signal),
    }),
  view: commentView,
})
