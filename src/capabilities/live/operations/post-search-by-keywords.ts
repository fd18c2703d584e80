import { z } from 'zod'
import { invalidMember, optional } from '../../../operation/index.ts'
import { activity, inCorpus } from '../activity-questions.ts'
import { recencies, type Recency } from '../live-source.ts'
import { foundPost, foundPostView } from '../post-view.ts'
import { sourceOperation } from '../slice.ts'

const maxKeywords = 20

/** Days back that a recency means. */
const daysBack: Record<Recency, number> = {
  Day: 1,
  Week: 7,
  Month: 30,
  Quarter: 91,
  HalfYear: 182,
  Year: 365,
}

export const postSearchByKeywords = sourceOperation({
  ...activity,
  id: 'postSearchByKeywords',
  route: 'POST /v1/pnet-live-fetch/posts/search',
  summary: 'Search posts by keywords',
  tasks: ['LinkedIn posts about a topic', 'who talks about a subject'],
  answers:
    'Finds posts whose text holds at least one of the keywords, the newest first. A keyword of several words means these words in sequence.',
  input: {
    keywords: z.string().min(1).max(10_000).describe('Up to 20 words or phrases, separated by commas.'),
    recency: optional(z.enum(recencies)).describe('How old posts may be; any age if omitted.'),
  },
  items: { name: 'posts', schema: foundPost },
  examples: [
    { name: 'Posts about hiring', input: { keywords: 'we are hiring, job opening' } },
    { name: 'Of the last week', input: { keywords: 'launched', recency: 'Week' } },
  ],
  kind: 'posts',
  ask(input, { call, deps }) {
    const keywords = [...new Set(input.keywords.split(',').map((word) => word.trim()))].filter((word) =>
      /[\p{L}\p{N}]/u.test(word),
    )
    if (keywords.length === 0 || keywords.length > maxKeywords)
      throw invalidMember('keywords', `Expected 1 to ${maxKeywords} words or phrases, separated by commas.`)
    const recency = input.recency ?? null
    return {
      question: { keywords, recency },
      live: (next) => deps.source.ask('post.search', { keywords, recency, cursor: next }, call.signal),
      corpus(request) {
        const days = recency === null ? {} : { days: { first: request.today - daysBack[recency] } }
        return inCorpus(deps, 'posts', { phrases: keywords, ...days }, request)
      },
    }
  },
  view: foundPostView,
})
