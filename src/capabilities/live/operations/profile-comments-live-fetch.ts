import { activity, activityBy } from '../activity-questions.ts'
import { personPage } from '../../../corpus/identify/index.ts'
import { commentView, networkComment } from '../post-view.ts'
import { personIdentifier } from '../schema.ts'
import { sourceOperation } from '../slice.ts'

export const profileCommentsLiveFetch = sourceOperation({
  ...activity,
  id: 'profileCommentsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/profile-comments',
  summary: 'Fetch comments of a person',
  tasks: ['what somebody commented'],
  answers: 'Returns comments that a person wrote, the newest first, each with its post if known.',
  input: { identifier: personIdentifier },
  items: { name: 'comments', schema: networkComment },
  alsoAs: 'data',
  examples: [{ name: 'By slug', input: { identifier: 'martin-phillips-5b7ck0-example' } }],
  kind: 'comments',
  ask: ({ identifier }, { call, deps }) =>
    activityBy(
      { call, deps },
      {
        kind: 'comments',
        identifier,
        read: personPage,
        live: (by, next) => deps.source.ask('comments', { of: 'actor', by, cursor: next }, call.signal),
      },
    ),
  view: commentView,
})
