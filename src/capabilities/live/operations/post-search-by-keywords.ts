import { z } from 'zod'
import { invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { activityPage } from '../activity-page.ts'
import { freshness } from '../freshness.ts'
import { recencies, type Recency } from '../live-source.ts'
import { networkPost, postView } from '../post-view.ts'
import { nextPage, pageCursor, pagePrice } from '../schema.ts'
import { liveTag, operation } from '../slice.ts'

const mostKeywords = 20

const output = z.object({ posts: z.array(networkPost), cursor: nextPage, ...freshness })

/** Days back that a recency means. */
const daysBack: Record<Recency, number> = {
  Day: 1,
  Week: 7,
  Month: 30,
  Quarter: 91,
  HalfYear: 182,
  Year: 365,
}

export const postSearchByKeywords = operation({
  id: 'postSearchByKeywords',
  route: 'POST /v1/pnet-live-fetch/posts/search',
  tag: liveTag,
  summary: 'Search posts by keywords',
  describe:
    'Finds posts whose text holds at least one of the keywords, the newest first. A keyword of several words means these words side by side. The live source that the operator has set up answers, and what comes back is written to the corpus; where it has nothing the corpus answers, with live false, observedAt and a warning. A page with content is charged; an empty one is free, and so is what the corpus answers because the live source could not be read. The cursor goes on where the page ended.',
  input: z.object({
    keywords: z.string().min(1).max(1_000).describe('Up to 20 words or phrases, separated by commas.'),
    recency: optional(z.enum(recencies)).describe('How old posts may be; any age when left out.'),
    cursor: pageCursor,
  }),
  output,
  price: () => pagePrice<z.input<typeof output>>(({ posts, liveStatus }) => ({ data: posts, liveStatus })),
  limit: perMinute(60),
  timeoutMs: 60_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    { name: 'Posts about hiring', input: { keywords: 'we are hiring, job opening' } },
    { name: 'Of the last week', input: { keywords: 'launched', recency: 'Week' } },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const keywords = [...new Set(input.keywords.split(',').map((word) => word.trim()))].filter((word) =>
      /[\p{L}\p{N}]/u.test(word),
    )
    if (keywords.length === 0 || keywords.length > mostKeywords)
      throw invalidMember('keywords', `Expected 1 to ${mostKeywords} words or phrases, separated by commas.`)
    const recency = input.recency ?? null
    const { records, posts, cursor, fresh } = await activityPage(deps, call, {
      kind: 'posts',
      asked: { keywords, recency },
      cursor: input.cursor,
      live: (next) => deps.source.ask('post.search', { keywords, recency, cursor: next }, call.signal),
      corpus: (today) => ({
        phrases: keywords,
        ...(recency === null ? {} : { days: { first: today - daysBack[recency] } }),
      }),
    })
    return { posts: records.map((record) => postView(record, posts)), ...cursor, ...fresh }
  },
})
