import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { activityBy } from '../activity-questions.ts'
import { personPage } from '../identify.ts'
import { pageCursor, pageOutput, pagePrice, personIdentifier } from '../schema.ts'
import { networkReaction, reactionView } from '../post-view.ts'
import { liveTag, operation } from '../slice.ts'

const output = pageOutput(networkReaction)

export const profileReactionsLiveFetch = operation({
  id: 'profileReactionsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/profile-reactions',
  tag: liveTag,
  summary: 'Fetch reactions of a person',
  describe:
    'Answers reactions of a person to posts, the newest first, each with its post where that is known. The live source that the operator has set up answers, and what comes back is written to the corpus; where it has nothing the corpus answers, with live false, observedAt and a warning. A page with content is charged; an empty one is free, and so is what the corpus answers because the live source could not be read. The cursor goes on where the page ended.',
  input: z.object({ identifier: personIdentifier, cursor: pageCursor }),
  output,
  price: () => pagePrice<z.input<typeof output>>((page) => page),
  limit: perMinute(60),
  timeoutMs: 60_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [{ name: 'By slug', input: { identifier: 'raquel-reyes-ht8iao' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { records, posts, cursor, fresh } = await activityBy(deps, call, {
      kind: 'reactions',
      input,
      read: personPage,
      live: (by, next) => deps.source.ask('reactions', { of: 'actor', by, cursor: next }, call.signal),
    })
    return { data: records.map((record) => reactionView(record, posts)), ...cursor, ...fresh }
  },
})
