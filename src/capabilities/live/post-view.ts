import { z } from 'zod'
import { briefRecord, entityView, showing } from '../../operation/index.ts'
import {
  reactionType,
  reactionTypes,
  type Post,
  type PostComment,
  type PostReaction,
} from '../../corpus/records/index.ts'
import { dayMs } from '../../lib/time.ts'

const text = z.string().nullable()
const count = z.number().nullable()

/** What no source says yet. */
const unsaid = text.describe('Always null: no source has it.')

const author = z.object({ name: text, pnetUrl: text, pnetSlug: text, profilePicture: text })
const actor = author.extend({ headline: text })

/** Sources often know a moment only roughly: it is between the two. */
const moment = z
  .object({ noEarlierThan: z.string(), noLaterThan: z.string() })
  .nullable()
  .describe('ISO 8601; both equal if the moment is known.')

const reactionsByType = z.array(
  z.object({
    reactionType,
    numReactions: z.number(),
    type: reactionType.describe('The same as reactionType.'),
    count: z.number().describe('The same as numReactions.'),
  }),
)

const video = z
  .object({ videoUrl: text, thumbnailUrl: text.describe('Always null: no source has it.') })
  .nullable()

const postMembers = {
  postId: z.string(),
  author,
  postedAt: moment,
  caption: text,
  subText: text,
  postUrl: text,
  imageUrls: z.array(z.string()),
  video,
  engagement: z.object({
    numReactions: count,
    numComments: count,
    numShares: count,
    reactionsByType,
  }),
}

export const networkPost = z
  .object({
    ...postMembers,
    resharedPost: z.object(postMembers).nullish().describe('The post it reshares, if known.'),
  })
  .meta({ id: 'NetworkPost' })

const authorMembers = ['author_name', 'author_pnet_slug', 'author_pnet_url']
const ofPost = {
  postId: ['post_id'],
  author: authorMembers,
  postedAt: ['posted_at'],
  caption: ['caption'],
  subText: ['sub_text'],
  postUrl: ['post_url'],
  imageUrls: ['image_urls'],
  video: ['video_url'],
  engagement: ['num_reactions', 'num_comments', 'num_shares', 'reactions_by_type'],
}

entityView('posts', networkPost, ofPost)

const aboutPost = z
  .object({
    postId: z.string(),
    postUrn: text.describe('The same as postId.'),
    postUrl: text,
    caption: text,
    content: text.describe('The same as caption.'),
    author: author.extend({ entityUrn: unsaid }),
  })
  .nullish()
  .describe('The post, if known.')

const reply = z.object({
  commentary: text,
  commenter: author,
  createdAt: text,
  numReactions: count,
  numComments: count,
  reactionsByType: reactionsByType.nullable(),
})

export const networkComment = z
  .object({
    commentId: z.string(),
    postId: z.string(),
    parentCommentId: text.describe('The comment it replies to.'),
    commentUrl: text,
    author: actor,
    postedAt: moment,
    text,
    engagement: z.object({ numReactions: count, numReplies: count }),
    post: aboutPost,
    commentary: text.describe('The same as text.'),
    content: text.describe('The same as text.'),
    commenter: actor.extend({ entityUrn: unsaid }).describe('The same as author.'),
    createdAt: text.describe('ISO 8601, as precise as known.'),
    commentedAgo: unsaid,
    numReactions: count,
    numComments: count.describe('Answers to it.'),
    reactionsByType: reactionsByType.nullable().describe('Always null: no source has it.'),
    comments: z
      .array(reply)
      .nullable()
      .describe('Always null: replies are separate entries, by parentCommentId.'),
  })
  .meta({ id: 'NetworkComment' })

entityView('comments', networkComment, {
  commentId: ['comment_id'],
  postId: ['post_id'],
  parentCommentId: ['parent_id'],
  commentUrl: ['comment_url'],
  author: authorMembers,
  postedAt: ['posted_at'],
  text: ['text'],
  engagement: ['num_reactions', 'num_replies'],
  commentary: ['text'],
  content: ['text'],
  commenter: authorMembers,
  createdAt: ['posted_at'],
  numReactions: ['num_reactions'],
  numComments: ['num_replies'],
})

export const networkReaction = z
  .object({
    postId: z.string(),
    reactionType: reactionType.nullable(),
    author: actor,
    reactedAt: moment,
    post: aboutPost,
    reactionId: text,
    type: reactionType.nullable().describe('The same as reactionType.'),
    target: text.describe('Its target: `post`.'),
    reactedAgo: unsaid,
    reactor: actor
      .extend({ userId: count.describe('Always null: no source has it.'), entityUrn: unsaid })
      .describe('The same as author.'),
    comment: z
      .object({ content: text, author: author.extend({ entityUrn: unsaid }) })
      .nullable()
      .describe('Always null: known reactions are to posts.'),
  })
  .meta({ id: 'NetworkReaction' })

entityView('reactions', networkReaction, {
  postId: ['post_id'],
  reactionType: ['reaction_type'],
  author: authorMembers,
  reactedAt: ['reacted_at'],
  reactionId: ['reaction_id'],
  type: ['reaction_type'],
  reactor: authorMembers,
})

type Posts = ReadonlyMap<string, Post>

export function postView(record: Post, posts: Posts): z.infer<typeof networkPost> {
  const reshared = record.reshared_post_id === null ? undefined : posts.get(record.reshared_post_id)
  const view = {
    ...buildMembers(record),
    ...(reshared === undefined ? {} : { resharedPost: buildMembers(reshared) }),
  }
  return showing(view, record)
}

function buildMembers(record: Post) {
  const byType = record.reactions_by_type ?? {}
  return {
    postId: record.post_id,
    author: buildAuthor(record),
    postedAt: toMoment(record.posted_at),
    caption: record.caption,
    subText: record.sub_text,
    postUrl: record.post_url,
    imageUrls: record.image_urls ?? [],
    video: buildVideo(record),
    engagement: {
      numReactions: record.num_reactions,
      numComments: record.num_comments,
      numShares: record.num_shares,
      reactionsByType: reactionTypes.flatMap((type) => {
        const count = byType[type]
        return count === undefined ? [] : [{ reactionType: type, numReactions: count, type, count }]
      }),
    },
  }
}

const buildVideo = ({ video_url: videoUrl }: Post) =>
  videoUrl === null ? null : { videoUrl, thumbnailUrl: null }

/** What no source says of posts yet: clients read the members. */
const article = z
  .object({ title: text, subtitle: text, url: text, description: text, imageUrl: text })
  .nullable()
  .describe('The article it shows; null if no source has one.')
const searchMembers = {
  content: text.describe('The same as caption.'),
  author: author.extend({ type: text.describe('person or company'), headline: text, website: text }),
  publishedAt: text.describe('ISO 8601, as precise as known.'),
  article,
  newsletterUrl: text,
  newsletterTitle: text,
  engagement: postMembers.engagement.extend({ numLikes: count.describe('Reactions of the kind LIKE.') }),
}

const plainPost = z.object({ ...postMembers, ...searchMembers })

/** A post as the search returns it: the members of other operations, also under the names of the search. */
export const foundPost = plainPost
  .extend({
    resharedPost: z.object(postMembers).nullish().describe('The same as originalPost, by its other name.'),
    originalPostId: text.describe('The post it reshares.'),
    originalPost: plainPost.nullable().describe('That post, if known.'),
    resharedBy: z.object({ name: text, pnetUrl: text }).nullable().describe('Who reshares it.'),
  })
  .meta({ id: 'FoundPost' })

briefRecord(foundPost, ['postId', 'postUrl', 'author.name', 'publishedAt', 'content', 'engagement'])

entityView('posts', foundPost, {
  ...ofPost,
  content: ['caption'],
  publishedAt: ['posted_at'],
  originalPostId: ['reshared_post_id'],
})

export function foundPostView(record: Post, posts: Posts): z.infer<typeof foundPost> {
  const { reshared_post_id: originalPostId, author_name: name, author_pnet_url: pnetUrl } = record
  const original = originalPostId === null ? undefined : posts.get(originalPostId)
  const view = {
    ...plainView(record),
    ...(original === undefined ? {} : { resharedPost: buildMembers(original) }),
    originalPostId,
    originalPost: original === undefined ? null : plainView(original),
    resharedBy: originalPostId === null ? null : { name, pnetUrl },
  }
  return showing(view, record)
}

function plainView(record: Post): z.infer<typeof plainPost> {
  const members = buildMembers(record)
  return {
    ...members,
    content: record.caption,
    author: { ...members.author, type: record.author_type, headline: null, website: null },
    publishedAt: record.posted_at,
    article: null,
    newsletterUrl: null,
    newsletterTitle: null,
    engagement: { ...members.engagement, numLikes: record.reactions_by_type?.['LIKE'] ?? null },
  }
}

export function commentView(record: PostComment, posts: Posts): z.infer<typeof networkComment> {
  const view = {
    commentId: record.comment_id,
    postId: record.post_id,
    parentCommentId: record.parent_id,
    commentUrl: record.comment_url,
    author: { ...buildAuthor(record), headline: record.author_headline },
    postedAt: toMoment(record.posted_at),
    text: record.text,
    engagement: { numReactions: record.num_reactions, numReplies: record.num_replies },
    ...buildPost(posts.get(record.post_id)),
    commentary: record.text,
    content: record.text,
    commenter: { ...buildAuthor(record), headline: record.author_headline, entityUrn: null },
    createdAt: record.posted_at,
    commentedAgo: null,
    numReactions: record.num_reactions,
    numComments: record.num_replies,
    reactionsByType: null,
    comments: null,
  }
  return showing(view, record)
}

export function reactionView(record: PostReaction, posts: Posts): z.infer<typeof networkReaction> {
  const view = {
    postId: record.post_id,
    reactionType: record.reaction_type,
    author: { ...buildAuthor(record), headline: record.author_headline },
    reactedAt: toMoment(record.reacted_at),
    ...buildPost(posts.get(record.post_id)),
    reactionId: record.reaction_id,
    type: record.reaction_type,
    target: 'post',
    reactedAgo: null,
    reactor: { ...buildAuthor(record), headline: record.author_headline, userId: null, entityUrn: null },
    comment: null,
  }
  return showing(view, record)
}

function buildPost(post: Post | undefined) {
  if (post === undefined) return {}
  const { post_id: postId, post_url: postUrl, caption } = post
  const by = { ...buildAuthor(post), entityUrn: null }
  return { post: { postId, postUrn: postId, postUrl, caption, content: caption, author: by } }
}

function buildAuthor(record: Post | PostComment | PostReaction): z.infer<typeof author> {
  return {
    name: record.author_name,
    pnetUrl: record.author_pnet_url,
    pnetSlug: record.author_pnet_slug,
    profilePicture: record.author_profile_picture,
  }
}

/** A day, month or year from a source means the whole of it; undefined if it is not a date. */
export function toMoment(momentText: string | null): z.infer<typeof moment> {
  const start = Date.parse(momentText ?? '')
  if (momentText === null || Number.isNaN(start)) return null
  const from = new Date(start)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth()]
  const untilByForm: [RegExp, number][] = [
    [/^\d{4}$/, Date.UTC(year + 1, 0)],
    [/^\d{4}-\d{2}$/, Date.UTC(year, month + 1)],
    [/^\d{4}-\d{2}-\d{2}$/, start + dayMs],
  ]
  const until = untilByForm.find(([form]) => form.test(momentText))?.[1] ?? start + 1
  return { noEarlierThan: from.toISOString(), noLaterThan: new Date(until - 1).toISOString() }
}
