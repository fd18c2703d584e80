import { activity, activityBy } from '../activity-questions.ts'
import { companyPage } from '../../../corpus/identify/index.ts'
import { networkPost, postView } from '../post-view.ts'
import { companyIdentifier } from '../schema.ts'
import { sourceOperation } from '../slice.ts'

export const companyPostsLiveFetch = sourceOperation({
  ...activity,
  id: 'companyPostsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/company-posts',
  summary: 'Fetch posts of a company',
  tasks: ['latest posts of a company', 'what has a company posted'],
  answers: 'Returns posts that a company wrote, the newest first.',
  input: { identifier: companyIdentifier },
  items: { name: 'data', schema: networkPost },
  examples: [{ name: 'By slug', input: { identifier: 'behusk-networks-example' } }],
  kind: 'posts',
  ask: ({ identifier }, { call, deps }) =>
    activityBy(
      { call, deps },
      {
        kind: 'posts',
        identifier,
        read: companyPage,
        live: (by, next) => deps.source.ask('posts', { by, cursor: next }, call.signal),
      },
    ),
  view: postView,
})
