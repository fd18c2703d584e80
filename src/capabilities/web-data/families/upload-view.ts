import { z } from 'zod'
import type { PlatformReply, PlatformUpload } from '../../../corpus/records/index.ts'
import { authorView, platformAuthor } from './account-view.ts'

const text = z.string().nullable()
const count = z.number().nullable()
const moment = z.string().nullable().describe('ISO 8601.')
const user = platformAuthor.nullable().describe('Whose it is; null where that is not known.')

export const photoPost = z
  .object({
    id: z.string(),
    shortcode: text.describe('What stands for it in its address.'),
    caption: text,
    likeCount: count,
    commentCount: count,
    playCount: count.describe('Of a moving picture.'),
    isVideo: z.boolean(),
    thumbnailUrl: text,
    videoUrl: text,
    permalink: text,
    publishedAt: moment,
    user,
  })
  .meta({ id: 'PhotoPost' })

export const photoPostView = (upload: PlatformUpload): z.input<typeof photoPost> => ({
  id: upload.upload_id,
  shortcode: upload.shortcode,
  caption: upload.text,
  likeCount: upload.like_count,
  commentCount: upload.comment_count,
  playCount: upload.view_count,
  isVideo: upload.is_video ?? false,
  thumbnailUrl: upload.thumbnail_url,
  videoUrl: upload.video_url,
  permalink: upload.permalink,
  publishedAt: upload.published_at,
  user: authorView(upload),
})

export const photoComment = z
  .object({
    id: z.string(),
    text,
    publishedAt: moment,
    likeCount: count,
    parentCommentId: text.describe('The comment it answers.'),
    user,
  })
  .meta({ id: 'PhotoComment' })

export const photoCommentView = (reply: PlatformReply): z.input<typeof photoComment> => ({
  id: reply.reply_id,
  text: reply.text,
  publishedAt: reply.published_at,
  likeCount: reply.like_count,
  parentCommentId: reply.parent_id,
  user: authorView(reply),
})

export const videoItem = z
  .object({
    id: z.string(),
    caption: text,
    likeCount: count,
    commentCount: count,
    shareCount: count,
    viewCount: count,
    durationSeconds: count,
    thumbnailUrl: text,
    videoUrl: text,
    permalink: text,
    publishedAt: moment,
    hashtags: z.array(z.string()),
    songId: text,
    user,
  })
  .meta({ id: 'Video' })

export const videoView = (upload: PlatformUpload): z.input<typeof videoItem> => ({
  id: upload.upload_id,
  caption: upload.text,
  likeCount: upload.like_count,
  commentCount: upload.comment_count,
  shareCount: upload.share_count,
  viewCount: upload.view_count,
  durationSeconds: upload.duration_seconds,
  thumbnailUrl: upload.thumbnail_url,
  videoUrl: upload.video_url,
  permalink: upload.permalink,
  publishedAt: upload.published_at,
  hashtags: upload.hashtags ?? [],
  songId: upload.song_id,
  user: authorView(upload),
})

export const videoComment = z
  .object({
    id: z.string(),
    text,
    likeCount: count,
    replyCount: count,
    publishedAt: moment,
    parentCommentId: text.describe('The comment it answers.'),
    user,
  })
  .meta({ id: 'VideoComment' })

export const videoCommentView = (reply: PlatformReply): z.input<typeof videoComment> => ({
  ...photoCommentView(reply),
  replyCount: reply.reply_count,
})

export const songItem = z
  .object({
    id: z.string(),
    title: text,
    artist: text,
    durationSeconds: count,
    coverImageUrl: text,
    videoCount: count.describe('Videos made with it.'),
  })
  .meta({ id: 'Song' })

export const songView = (upload: PlatformUpload): z.input<typeof songItem> => ({
  id: upload.upload_id,
  title: upload.title,
  artist: upload.author_name ?? upload.author_handle,
  durationSeconds: upload.duration_seconds,
  coverImageUrl: upload.thumbnail_url,
  videoCount: upload.use_count,
})

export const transcriptMembers = {
  segments: z.array(z.object({ text: z.string(), startSeconds: count, durationSeconds: count })),
  language: text.describe('BCP-47 tag.'),
}

export const transcriptView = ({ transcript }: PlatformUpload) => ({
  segments: (transcript?.segments ?? []).map((segment) => ({
    text: segment.text,
    startSeconds: segment.start_seconds,
    durationSeconds: segment.duration_seconds,
  })),
  language: transcript?.language ?? null,
})

const author = text.describe('Handle of whoever wrote it.')
const score = count.describe('Votes for it less those against it.')

export const forumPost = z
  .object({
    id: z.string(),
    title: text,
    author,
    forum: text,
    bodyText: text,
    url: text.describe('What it links to, or its address.'),
    permalink: text.describe('Its address.'),
    score,
    commentCount: count,
    publishedAt: moment,
  })
  .meta({ id: 'ForumPost' })

export const forumPostView = (upload: PlatformUpload): z.input<typeof forumPost> => ({
  id: upload.upload_id,
  title: upload.title,
  author: upload.author_handle ?? upload.author_name,
  forum: upload.forum,
  bodyText: upload.text,
  url: upload.url ?? upload.permalink,
  permalink: upload.permalink ?? upload.url,
  score: upload.like_count,
  commentCount: upload.comment_count,
  publishedAt: upload.published_at,
})

export const forumComment = z
  .object({
    id: z.string(),
    parentCommentId: text.describe('The comment it answers; null for one on the post itself.'),
    author,
    bodyText: text,
    score,
    publishedAt: moment,
    replyCount: count,
  })
  .meta({ id: 'ForumComment' })

export const forumCommentView = (reply: PlatformReply): z.input<typeof forumComment> => ({
  id: reply.reply_id,
  parentCommentId: reply.parent_id,
  author: reply.author_handle ?? reply.author_name,
  bodyText: reply.text,
  score: reply.like_count,
  publishedAt: reply.published_at,
  replyCount: reply.reply_count,
})
