import { activity, activityBy } from '../activity-questions.ts'
import { personPage } from '../../../corpus/identify/index.ts'
import { networkReaction, reactionView } from '../post-view.ts'
import { personIdentifier } from '../schema.ts'
import { sourceOperation } from '../slice.ts'

export const profileReactionsLiveFetch = sourceOperation({
  ...activity,
  id: 'profileReactionsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/profile-reactions',
  summary: 'Fetch reactions of a person',
  tasks: ['what somebody liked'],
  answers: 'Returns reactions of a person to posts, the newest first, each with its post if known.',
  input: { identifier: personIdentifier },
  items: { name: 'reactions', schema: networkReaction },
  alsoAs: 'data',
  examples: [{ name: 'By slug', input: { identifier: 'pooja-desai-u4go2m-example' } }],
  kind: 'reactions',
  ask: ({ identifier }, { call, deps }) =>
    activityBy(
      { call, deps },
      {
        kind: 'reactions',
        identifier,
        read: personPage,
        live: (by, next) => deps.source.ask('reactions', { of: 'actor', by, cursor: next }, call.signal),
      },
    ),
  view: reactionView,
})
