import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { activityOn } from '../activity-questions.ts'
import { contentId, pageCursor, pageOutput, pagePrice } from '../schema.ts'
import { networkComment, commentView } from '../post-view.ts'
import { liveTag, operation } from '../slice.ts'

const output = pageOutput(networkComment)

export const postCommentsLiveFetch = operation({
  id: 'postCommentsLiveFetch',
  route: 'POST /v1/pnet-live-fetch/post-comments',
  tag: liveTag,
  summary: 'Fetch comments on a post',
  describe:
    'Answers comments on a post, the newest first. The live source that the operator has set up answers, and what comes back is written to the corpus; where it has nothing the corpus answers, with live false, observedAt and a warning. A page with content is charged; an empty one is free, and so is what the corpus answers because the live source could not be read. The cursor goes on where the page ended.',
  input: z.object({ contentId, cursor: pageCursor }),
  output,
  price: () => pagePrice<z.input<typeof output>>((page) => page),
  limit: perMinute(60),
  timeoutMs: 60_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [{ name: 'By id', input: { contentId: 'c0-0' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { records, posts, cursor, fresh } = await activityOn(deps, call, {
      kind: 'comments',
      input,
      live: (postId, next) => deps.source.ask('comments', { of: 'post', postId, cursor: next }, call.signal),
    })
    return { data: records.map((record) => commentView(record, posts)), ...cursor, ...fresh }
  },
})
