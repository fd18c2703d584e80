import { z } from 'zod'
import { nativeAccount, nativeReply, nativeUpload } from '../../corpus/records/index.ts'

/** Goes on where a page ended; what it means is the source's own business. */
const cursor = z
  .string()
  .max(4_000)
  .nullish()
  .transform((value) => value ?? null)
const page = { cursor: z.string().nullable().describe('Of the page before; null for the first.') }

/** An account, by its handle in lower case without `@`. */
const ofAccount = z.object({ handle: z.string(), ...page })

/** A post, thread, video or song by its id or shortcode, with its address where that was given. */
const ofUpload = z.object({ id: z.string(), url: z.string().nullable(), ...page })

const timeframes = ['all', 'day', 'week', 'month', 'year'] as const
const forumSorts = ['relevance', 'new', 'top', 'comment_count'] as const
const within = { sort: z.enum(forumSorts), timeframe: z.enum(timeframes), ...page }

const search = z.object({ query: z.string(), ...page })
const forumSearch = z.object({ query: z.string(), forum: z.string().nullable(), ...within })

// What the question says already need not be in the lines: the platform, and what replies are on.
const accounts = z.object({
  accounts: z.array(nativeAccount.partial({ platform: true })).max(1_000),
  cursor,
})
const uploads = z.object({
  uploads: z.array(nativeUpload.partial({ platform: true })).max(1_000),
  cursor,
})
const replies = z.object({
  replies: z.array(nativeReply.partial({ platform: true, upload_id: true })).max(1_000),
  cursor,
})

/** What sources of the photo, forum and video families can be asked; lines are those of the import format. */
export const platformFamilies = {
  'photo.profile': { question: ofAccount, answer: accounts },
  'photo.posts': { question: ofAccount, answer: uploads },
  'photo.reels': { question: ofAccount, answer: uploads },
  'photo.post': { question: ofUpload, answer: uploads },
  'photo.comments': { question: ofUpload, answer: replies },
  'forum.search': { question: forumSearch, answer: uploads },
  'forum.posts': { question: z.object({ forum: z.string(), ...within }), answer: uploads },
  'forum.post': { question: ofUpload, answer: uploads },
  'forum.comments': { question: ofUpload, answer: replies },
  'video.profile': { question: ofAccount, answer: accounts },
  'video.videos': { question: ofAccount, answer: uploads },
  'video.followers': { question: ofAccount, answer: accounts },
  'video.following': { question: ofAccount, answer: accounts },
  'video.users': { question: search, answer: accounts },
  'video.search': { question: search, answer: uploads },
  'video.hashtag': { question: z.object({ hashtag: z.string(), ...page }), answer: uploads },
  'video.trending': { question: z.object(page), answer: uploads },
  'video.video': { question: ofUpload, answer: uploads },
  'video.transcript': { question: ofUpload, answer: uploads },
  'video.comments': { question: ofUpload, answer: replies },
  'video.replies': {
    question: z.object({ commentId: z.string(), videoId: z.string().nullable(), ...page }),
    answer: replies,
  },
  'video.songs': { question: z.object(page), answer: uploads },
  'video.song': { question: ofUpload, answer: uploads },
  'video.song_videos': { question: ofUpload, answer: uploads },
} as const
