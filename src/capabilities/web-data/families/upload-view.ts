import { z } from 'zod'
import { entityView, showing } from '../../../operation/index.ts'
import type { PlatformReply, PlatformUpload } from '../../../corpus/records/index.ts'
import { authorMembers, authorView, platformAuthor } from './account-view.ts'

const text = z.string().nullable()
const count = z.number().nullable()
const moment = z.string().nullable().describe('ISO 8601.')
const user = platformAuthor.nullable().describe('Its author; null if not known.')

const ofUpload = {
  id: ['upload_id'],
  shortcode: ['shortcode'],
  caption: ['text'],
  likeCount: ['like_count'],
  commentCount: ['comment_count'],
  shareCount: ['share_count'],
  durationSeconds: ['duration_seconds'],
  thumbnailUrl: ['thumbnail_url'],
  videoUrl: ['video_url'],
  permalink: ['permalink'],
  publishedAt: ['published_at'],
  user: authorMembers,
}

const ofReply = {
  id: ['reply_id'],
  text: ['text'],
  likeCount: ['like_count'],
  replyCount: ['reply_count'],
  publishedAt: ['published_at'],
  parentCommentId: ['parent_id'],
  user: authorMembers,
}

export const photoPost = z
  .object({
    id: z.string(),
    shortcode: text.describe('Its short code in the address.'),
    caption: text,
    likeCount: count,
    commentCount: count,
    playCount: count.describe('For a moving picture.'),
    isVideo: z.boolean(),
    thumbnailUrl: text,
    videoUrl: text,
    permalink: text,
    publishedAt: moment,
    user,
  })
  .meta({ id: 'PhotoPost' })
entityView('uploads', photoPost, { ...ofUpload, playCount: ['view_count'], isVideo: ['is_video'] })

export const photoPostView = (upload: PlatformUpload): z.input<typeof photoPost> =>
  showing(
    {
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
    },
    upload,
  )

export const photoComment = z
  .object({
    id: z.string(),
    text,
    publishedAt: moment,
    likeCount: count,
    parentCommentId: text.describe('The comment it replies to.'),
    user,
  })
  .meta({ id: 'PhotoComment' })
entityView('replies', photoComment, ofReply)

export const photoCommentView = (reply: PlatformReply): z.input<typeof photoComment> =>
  showing(
    {
      id: reply.reply_id,
      text: reply.text,
      publishedAt: reply.published_at,
      likeCount: reply.like_count,
      parentCommentId: reply.parent_id,
      user: authorView(reply),
    },
    reply,
  )

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
entityView('uploads', videoItem, {
  ...ofUpload,
  viewCount: ['view_count'],
  hashtags: ['hashtags'],
  songId: ['song_id'],
})

export const videoView = (upload: PlatformUpload): z.input<typeof videoItem> =>
  showing(
    {
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
    },
    upload,
  )

export const videoComment = z
  .object({
    id: z.string(),
    text,
    likeCount: count,
    replyCount: count,
    publishedAt: moment,
    parentCommentId: text.describe('The comment it replies to.'),
    user,
  })
  .meta({ id: 'VideoComment' })
entityView('replies', videoComment, ofReply)

export const videoCommentView = (reply: PlatformReply): z.input<typeof videoComment> =>
  showing(
    {
      ...photoCommentView(reply),
      replyCount: reply.reply_count,
    },
    reply,
  )

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
entityView('uploads', songItem, {
  id: ['upload_id'],
  title: ['title'],
  artist: ['author_name', 'author_handle'],
  durationSeconds: ['duration_seconds'],
  coverImageUrl: ['thumbnail_url'],
  videoCount: ['use_count'],
})

export const songView = (upload: PlatformUpload): z.input<typeof songItem> =>
  showing(
    {
      id: upload.upload_id,
      title: upload.title,
      artist: upload.author_name ?? upload.author_handle,
      durationSeconds: upload.duration_seconds,
      coverImageUrl: upload.thumbnail_url,
      videoCount: upload.use_count,
    },
    upload,
  )

export const transcriptMembers = {
  segments: z.array(z.object({ text: z.string(), startSeconds: count, durationSeconds: count })),
  language: text.describe('BCP-47 tag.'),
}

export const ofTranscript = { segments: ['transcript'], language: ['transcript'] }

export const transcriptView = ({ transcript }: PlatformUpload) => ({
  segments: (transcript?.segments ?? []).map((segment) => ({
    text: segment.text,
    startSeconds: segment.start_seconds,
    durationSeconds: segment.duration_seconds,
  })),
  language: transcript?.language ?? null,
})

const author = text.describe('Handle of the author.')
const score = count.describe('Votes for it minus votes against.')

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
entityView('uploads', forumPost, {
  id: ['upload_id'],
  title: ['title'],
  author: ['author_handle', 'author_name'],
  forum: ['forum'],
  bodyText: ['text'],
  url: ['url', 'permalink'],
  permalink: ['permalink', 'url'],
  score: ['like_count'],
  commentCount: ['comment_count'],
  publishedAt: ['published_at'],
})

export const forumPostView = (upload: PlatformUpload): z.input<typeof forumPost> =>
  showing(
    {
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
    },
    upload,
  )

export const forumComment = z
  .object({
    id: z.string(),
    parentCommentId: text.describe('The comment it replies to; null if on the post itself.'),
    author,
    bodyText: text,
    score,
    publishedAt: moment,
    replyCount: count,
  })
  .meta({ id: 'ForumComment' })
entityView('replies', forumComment, {
  id: ['reply_id'],
  parentCommentId: ['parent_id'],
  author: ['author_handle', 'author_name'],
  bodyText: ['text'],
  score: ['like_count'],
  publishedAt: ['published_at'],
  replyCount: ['reply_count'],
})

export const forumCommentView = (reply: PlatformReply): z.input<typeof forumComment> =>
  showing(
    {
      id: reply.reply_id,
      parentCommentId: reply.parent_id,
      author: reply.author_handle ?? reply.author_name,
      bodyText: reply.text,
      score: reply.like_count,
      publishedAt: reply.published_at,
      replyCount: reply.reply_count,
    },
    reply,
  )
