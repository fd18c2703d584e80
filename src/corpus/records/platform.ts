import { z } from 'zod'
import { socialHandle } from '../../lib/social-handle.ts'
import { completer } from './completer.ts'
import { flag, list, number, text, texts, notBelowZero, quantity } from './fields.ts'
import { companyReference } from './media.ts'
import { provenance } from './native.ts'

/** Platforms of these records, by the default words of `platformNames`, whatever a deployment calls them. */
const platform = z.enum(['photo', 'forum', 'video'])
export type FamilyPlatform = z.infer<typeof platform>

const platformMember = platform.describe('`photo`, `forum` or `video`')

/** The person or company of the corpus behind an account or a text. */
const ownerMembers = {
  author_type: z.enum(['company', 'person']).nullable(),
  author_name: text('Displayed name'),
  author_pnet_slug: text('Slug on the professional network, if known'),
  author_pnet_url: text('Address on the professional network, if known'),
  company: companyReference.nullable().describe('The company, if a company is the author'),
}

/** An account on a platform. */
export const account = z
  .object({
    platform: platformMember,
    handle: z.string().describe('Name of the account, in lower case without `@`'),
    account_id: text('Id of the account on the platform'),
    ...ownerMembers,
    bio: text('What the account says about itself'),
    follower_count: quantity('count', 'Followers'),
    following_count: quantity('count', 'Accounts it follows'),
    upload_count: quantity('count', 'Posts, videos or threads'),
    like_count: number('Likes of everything it published'),
    profile_image_url: text('Picture'),
    external_url: text('Address the account links to'),
    is_verified: flag('Whether the platform has verified it'),
    is_private: flag('Whether only followers see it'),
    follows: texts('Handles it follows, as far as known'),
    followed_by: texts('Handles that follow it, as far as known and not said by themselves'),
    language_code: text('BCP-47 tag'),
  })
  .meta({ id: 'AccountRecord' })

/** The publisher or author of something on a platform. */
const platformAuthor = {
  author_handle: text('Account that published it'),
  author_account_id: text('Id of that account'),
  author_image_url: text('Picture of that account'),
  author_is_verified: flag('Whether the platform has verified it'),
  ...ownerMembers,
}

const uploadTypes = ['post', 'reel', 'video', 'thread', 'song'] as const
export type UploadType = (typeof uploadTypes)[number]

const segment = z
  .object({
    text: z.string().describe('What is said'),
    start_seconds: number('Where it begins'),
    duration_seconds: quantity('seconds', 'How long it takes'),
  })
  .meta({ id: 'TranscriptSegment' })

/** What accounts publish: posts, reels, videos, threads of a forum, and songs that videos are made with. */
export const upload = z
  .object({
    platform: platformMember,
    upload_id: z.string().describe('Id on the platform'),
    type: z.enum(uploadTypes).describe('Taken from the platform if not given: post, thread or video'),
    shortcode: text('Code for it in its address, if different from the id'),
    url: text('What a thread links to, or the address'),
    permalink: text('Address on the platform'),
    ...platformAuthor,
    forum: text('Name of the forum a thread is in, in lower case'),
    title: text('Title of a thread or a song'),
    text: text('Caption or body'),
    like_count: number('Likes; for a thread its score, which may be negative'),
    comment_count: quantity('count', 'Comments'),
    share_count: quantity('count', 'Shares'),
    view_count: quantity('count', 'Views or plays'),
    use_count: quantity('count', 'Videos made with a song'),
    is_video: flag('Whether it is a moving picture'),
    duration_seconds: quantity('seconds', 'Length'),
    thumbnail_url: text('Preview picture; for a song its cover'),
    video_url: text('The file'),
    hashtags: texts('In lower case without `#`; taken from the text if not given'),
    song_id: text('The song a video is made with'),
    transcript: z
      .object({ language: text('BCP-47 tag'), segments: list(segment, 'In order') })
      .nullable()
      .describe('What is said in a video'),
    published_at: text('When it appeared, ISO 8601'),
    language_code: text('BCP-47 tag'),
  })
  .meta({ id: 'UploadRecord' })

/** A comment on an upload, or an answer to one. */
export const reply = z
  .object({
    platform: platformMember,
    reply_id: z.string().describe('Id on the platform'),
    upload_id: z.string().describe('What it is on'),
    parent_id: text('The comment it replies to'),
    ...platformAuthor,
    text: text('Text'),
    like_count: number('Likes; in a forum the score, which may be negative'),
    reply_count: quantity('count', 'Answers to it'),
    published_at: text('When it appeared, ISO 8601'),
    language_code: text('BCP-47 tag'),
  })
  .meta({ id: 'ReplyRecord' })

const id = z.string().trim().min(1).max(512)

/** One line of a `native` accounts file. */
export const nativeAccount = account
  .partial()
  .extend({
    platform,
    handle: id,
    follower_count: notBelowZero,
    following_count: notBelowZero,
    upload_count: notBelowZero,
    ...provenance,
  })
  .meta({ id: 'NativeAccount' })

/** One line of a `native` uploads file. */
export const nativeUpload = upload
  .partial()
  .extend({
    platform,
    upload_id: id,
    comment_count: notBelowZero,
    share_count: notBelowZero,
    view_count: notBelowZero,
    use_count: notBelowZero,
    ...provenance,
  })
  .meta({ id: 'NativeUpload' })

/** One line of a `native` replies file. */
export const nativeReply = reply
  .partial()
  .extend({ platform, reply_id: id, upload_id: id, reply_count: notBelowZero, ...provenance })
  .meta({ id: 'NativeReply' })

export type PlatformAccount = z.infer<typeof account>
export type PlatformUpload = z.infer<typeof upload>
export type PlatformReply = z.infer<typeof reply>
export type NativeAccount = z.infer<typeof nativeAccount>
export type NativeUpload = z.infer<typeof nativeUpload>
export type NativeReply = z.infer<typeof nativeReply>

/** The form of a handle in which accounts are compared. Other text stays, in lower case. */
export const platformHandle = (handle: string): string => socialHandle(handle) ?? handle.trim().toLowerCase()

/** The form of a forum's name in which forums are compared: without the folder it stands in. */
export const forumName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^\/?[rc]\//, '')
    .replace(/^!/, '')

export const hashtagName = (tag: string): string => tag.trim().toLowerCase().replace(/^#/, '')

const finishAccount = completer(account)
const finishUpload = completer(upload)
const finishReply = completer(reply)

/** The stored form of an account: its handle, and those of others, in comparable form. */
export function completeAccount(members: NativeAccount): PlatformAccount {
  const record = finishAccount(members)
  record.handle = platformHandle(record.handle)
  record.follows = handles(record.follows)
  record.followed_by = handles(record.followed_by)
  return record
}

const handles = (handleTexts: readonly string[] | null) => [
  ...new Set((handleTexts ?? []).map(platformHandle)),
]

const usualType = { photo: 'post', forum: 'thread', video: 'video' } as const

/** The stored form of an upload: hashtags are read from the text where the line gives none. */
export function completeUpload(members: NativeUpload): PlatformUpload {
  const record = finishUpload(members)
  record.type ??= usualType[record.platform]
  record.is_video ??= record.type === 'reel' || record.type === 'video'
  if (record.forum !== null) record.forum = forumName(record.forum)
  if (record.author_handle !== null) record.author_handle = platformHandle(record.author_handle)
  const tags = record.hashtags?.length ? record.hashtags : hashtagsIn(record.text)
  record.hashtags = [...new Set(tags.map(hashtagName))].filter((tag) => tag !== '')
  return record
}

const hashtagsIn = (written: string | null): string[] =>
  written === null ? [] : (written.match(/(?<![\p{L}\p{N}_])#[\p{L}\p{N}_]{1,100}/gu) ?? [])

export function completeReply(members: NativeReply): PlatformReply {
  const record = finishReply(members)
  if (record.author_handle !== null) record.author_handle = platformHandle(record.author_handle)
  return record
}
