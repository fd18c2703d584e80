import { z } from 'zod'
import { kinds } from '../../corpus/kinds/index.ts'
import { nativePost, nativePostComment, nativePostReaction } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

/** Goes on where a page ended; what it means is the source's own business. */
const cursor = nullable(z.string().max(4_000))

/** Whose activity: a company or a person, by any identifier that is given. */
const actor = z.object({
  type: z.enum(['company', 'person']),
  slug: z.string().nullable(),
  /** Organization id of a company, member id of a person. */
  id: z.string().nullable(),
  url: z.string().nullable(),
})

const page = { cursor: z.string().nullable().describe('Of the page before; null for the first.') }

const postsQuestion = z.object({ by: actor, ...page })
const postsAnswer = z.object({
  posts: lines(nativePost, { most: 1_000, moments: kinds.posts.moments }),
  cursor,
})

const postSearchQuestion = z.object({
  keywords: z.array(z.string()).min(1),
  recency: z.enum(['Day', 'Week', 'Month', 'Quarter', 'HalfYear', 'Year']).nullable(),
  ...page,
})

/** Comments or reactions: of a post, or made by somebody. */
const activityQuestion = z.union([
  z.object({ of: z.literal('post'), postId: z.string(), ...page }),
  z.object({ of: z.literal('actor'), by: actor, ...page }),
])

const commentsAnswer = z.object({
  comments: lines(nativePostComment, { most: 1_000, moments: kinds.comments.moments }),
  cursor,
})
const reactionsAnswer = z.object({
  reactions: lines(nativePostReaction, { most: 1_000, moments: kinds.reactions.moments }),
  cursor,
})

const by = { type: 'person', slug: 'almanac-check-no-such-profile', id: null, url: null } as const

export const networkActivityCapabilities = defineCapabilities(
  {
    posts: { question: postsQuestion, answer: postsAnswer },
    comments: { question: activityQuestion, answer: commentsAnswer },
    reactions: { question: activityQuestion, answer: reactionsAnswer },
    'post.search': { question: postSearchQuestion, answer: postsAnswer },
  },
  {
    posts: { by, cursor: null },
    comments: { of: 'actor', by, cursor: null },
    reactions: { of: 'actor', by, cursor: null },
    'post.search': { keywords: ['almanac check'], recency: null, cursor: null },
  },
)
