import { z } from 'zod'
import {
  reactionType,
  reactionTypes,
  type Post,
  type PostComment,
  type PostReaction,
} from '../../corpus/records/index.ts'

const text = z.string().nullable()
const count = z.number().nullable()

const author = z.object({ name: text, pnetUrl: text, pnetSlug: text, profilePicture: text })
const actor = author.extend({ headline: text })

/** Sources often know a moment only roughly: it is between the two. */
const moment = z
  .object({ noEarlierThan: z.string(), noLaterThan: z.string() })
  .nullable()
  .describe('ISO 8601; both the same where the moment is known.')

const postMembers = {
  postId: z.string(),
  author,
  postedAt: moment,
  caption: text,
  subText: text,
  postUrl: text,
  imageUrls: z.array(z.string()),
  video: text.describe('Address of the video.'),
  engagement: z.object({
    numReactions: count,
    numComments: count,
    numShares: count,
    reactionsByType: z.array(z.object({ type: reactionType, count: z.number() })),
  }),
}

export const networkPost = z
  .object({
    ...postMembers,
    resharedPost: z.object(postMembers).nullish().describe('The post it passes on, where it is known.'),
  })
  .meta({ id: 'NetworkPost' })

const aboutPost = z
  .object({ postId: z.string(), postUrl: text, caption: text, author })
  .nullish()
  .describe('The post, where it is known.')

export const networkComment = z
  .object({
    commentId: z.string(),
    postId: z.string(),
    parentCommentId: text.describe('The comment it answers.'),
    commentUrl: text,
    author: actor,
    postedAt: moment,
    text,
    engagement: z.object({ numReactions: count, numReplies: count }),
    post: aboutPost,
  })
  .meta({ id: 'NetworkComment' })

export const networkReaction = z
  .object({
    postId: z.string(),
    reactionType: reactionType.nullable(),
    author: actor,
    reactedAt: moment,
    post: aboutPost,
  })
  .meta({ id: 'NetworkReaction' })

type Posts = ReadonlyMap<string, Post>

export function postView(record: Post, known: Posts): z.infer<typeof networkPost> {
  const reshared = record.reshared_post_id === null ? undefined : known.get(record.reshared_post_id)
  return { ...membersOf(record), ...(reshared === undefined ? {} : { resharedPost: membersOf(reshared) }) }
}

function membersOf(record: Post) {
  const byType = record.reactions_by_type ?? {}
  return {
    postId: record.post_id,
    author: authorOf(record),
    postedAt: momentOf(record.posted_at),
    caption: record.caption,
    subText: record.sub_text,
    postUrl: record.post_url,
    imageUrls: record.image_urls ?? [],
    video: record.video_url,
    engagement: {
      numReactions: record.num_reactions,
      numComments: record.num_comments,
      numShares: record.num_shares,
      reactionsByType: reactionTypes.flatMap((type) => {
        const found = byType[type]
        return found === undefined
          ? []
          : [
              {
                type,
                count: found,
              },
            ]
      }),
    },
  }
}

export function commentView(record: PostComment, known: Posts): z.infer<typeof networkComment> {
  return {
    commentId: record.comment_id,
    postId: record.post_id,
    parentCommentId: record.parent_id,
    commentUrl: record.comment_url,
    author: { ...authorOf(record), headline: record.author_headline },
    postedAt: momentOf(record.posted_at),
    text: record.text,
    engagement: { numReactions: record.num_reactions, numReplies: record.num_replies },
    ...aboutOf(known.get(record.post_id)),
  }
}

export function reactionView(record: PostReaction, known: Posts): z.infer<typeof networkReaction> {
  return {
    postId: record.post_id,
    reactionType: record.reaction_type,
    author: { ...authorOf(record), headline: record.author_headline },
    reactedAt: momentOf(record.reacted_at),
    ...aboutOf(known.get(record.post_id)),
  }
}

function aboutOf(post: Post | undefined) {
  if (post === undefined) return {}
  const { post_id: postId, post_url: postUrl, caption } = post
  return { post: { postId, postUrl, caption, author: authorOf(post) } }
}

function authorOf(record: Post | PostComment | PostReaction): z.infer<typeof author> {
  return {
    name: record.author_name,
    pnetUrl: record.author_pnet_url,
    pnetSlug: record.author_pnet_slug,
    profilePicture: record.author_profile_picture,
  }
}

const dayMs = 86_400_000

/** A day, month or year that a source gives is all of it; undefined for what is no date. */
export function momentOf(given: string | null): z.infer<typeof moment> {
  const start = Date.parse(given ?? '')
  if (given === null || Number.isNaN(start)) return null
  const from = new Date(start)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth()]
  const until = /^\d{4}$/.test(given)
    ? Date.UTC(year + 1, 0)
    : /^\d{4}-\d{2}$/.test(given)
      ? Date.UTC(year, month + 1)
      : /^\d{4}-\d{2}-\d{2}$/.test(given)
        ? start + dayMs
        : start + 1
  return { noEarlierThan: from.toISOString(), noLaterThan: new Date(until - 1).toISOString() }
}
