import { z } from 'zod'
import { nativePost } from '../../corpus/records/index.ts'

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const text = nullable(z.string())
const count = nullable(z.number().int().min(0))

/** Goes on where a page ended; what it means is the source's own business. */
const cursor = nullable(z.string().max(4_000))

/** Whose activity: a company or a person, by any identifier that is given. */
export const actor = z.object({
  type: z.enum(['company', 'person']),
  slug: z.string().nullable(),
  /** Organization id of a company, member id of a person. */
  id: z.string().nullable(),
  url: z.string().nullable(),
})

const page = { cursor: z.string().nullable().describe('Of the page before; null for the first.') }

export const postsQuestion = z.object({ by: actor, ...page })
export const postsAnswer = z.object({ posts: z.array(nativePost).max(1_000), cursor })

export const postSearchQuestion = z.object({
  keywords: z.array(z.string()).min(1),
  recency: z.enum(['Day', 'Week', 'Month', 'Quarter', 'HalfYear', 'Year']).nullable(),
  ...page,
})

/** Comments or reactions: of a post, or made by somebody. */
const activityQuestion = z.union([
  z.object({ of: z.literal('post'), postId: z.string(), ...page }),
  z.object({ of: z.literal('actor'), by: actor, ...page }),
])

export const commentsQuestion = activityQuestion
export const reactionsQuestion = activityQuestion

const author = {
  author_type: nullable(z.enum(['company', 'person'])),
  author_name: text,
  author_pnet_slug: text,
  author_pnet_url: text,
  author_headline: text,
  author_profile_picture: text,
}

const provenance = { observed_at: text }

export const comment = z.object({
  comment_id: z.string().min(1),
  post_id: z.string().min(1),
  parent_id: text.describe('The comment it answers.'),
  ...author,
  posted_at: text.describe('ISO 8601'),
  text,
  num_reactions: count,
  num_replies: count,
  ...provenance,
})

export const reaction = z.object({
  post_id: z.string().min(1),
  reaction_type: z.enum(['LIKE', 'LOVE', 'INSIGHTFUL', 'CELEBRATE', 'SUPPORT', 'FUNNY']),
  ...author,
  reacted_at: text.describe('ISO 8601'),
  ...provenance,
})

export const commentsAnswer = z.object({ comments: z.array(comment).max(1_000), cursor })
export const reactionsAnswer = z.object({ reactions: z.array(reaction).max(1_000), cursor })
