import { activity, activityBy } from '../activity-questions.ts'
import { personPage } from '../../../corpus/identify/index.ts'
import { networkPost, postView } from '../post-view.ts'
import { personIdentifier } from '../schema.ts'
import { sourceOperation } from '../slice.ts'

export const profilePostsLiveFetch = sourceOperation({
  ...activity,
  id: 'profilePostsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/profile-posts',
  summary: 'Fetch posts of a person',
  tasks: ['latest posts of a person', 'what has a CEO posted on LinkedIn'],
  answers: 'Returns posts that a person wrote, the newest first.',
  input: { identifier: personIdentifier },
  items: { name: 'data', schema: networkPost },
  examples: [{ name: 'By slug', input: { identifier: 'qiang-gao-zm6tbt-example' } }],
  kind: 'posts',
  ask: ({ identifier }, { call, deps }) =>
    activityBy(
      { call, deps },
      {
        kind: 'posts',
        identifier,
        read: personPage,
        live: (by, next) => deps.source.ask('posts', { by, cursor: next }, call.signal),
      },
    ),
  view: postView,
})
