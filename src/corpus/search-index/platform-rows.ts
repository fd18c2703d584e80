import { isNoAccountName } from '../../lib/placeholder.ts'
import type {
  PlatformAccount,
  FamilyPlatform,
  PlatformReply,
  PlatformUpload,
  UploadType,
} from '../records/index.ts'
import { dayNumber, keywordText } from './columns.ts'
import { newestRank } from './media-columns.ts'
import { postLookups } from './media-rows.ts'
import { exactToken, idTokens, ownSort } from './tokens.ts'

// Identifiers.
const byHandle = ownSort('acct')
const byAccountId = ownSort('acid')
const byUploadId = ownSort('upl')
const byShortcode = ownSort('ucode')
const byReplyId = ownSort('rep')

/** An account by its handle, as `platformHandle` makes it. */
export const accountToken = (platform: FamilyPlatform, handle: string) =>
  exactToken(byHandle, `${platform}/${handle}`)
/** An upload by its id, and by the part of its address that stands for it. */
export const uploadTokens = (platform: FamilyPlatform, id: string) => [
  exactToken(byUploadId, `${platform}/${id}`),
  exactToken(byShortcode, `${platform}/${id}`),
]

// Facets that rows are searched by. All but the first two belong to one platform.
const facet = {
  platform: ownSort('plat'),
  type: ownSort('utype'),
  by: ownSort('by'),
  forum: ownSort('forum'),
  hashtag: ownSort('htag'),
  song: ownSort('song'),
  on: ownSort('onup'),
  answers: ownSort('answers'),
  follows: ownSort('follows'),
  followedBy: ownSort('fby'),
}
type PlatformFacet = Exclude<keyof typeof facet, 'platform' | 'type'>

export const platformFacet = (platform: FamilyPlatform) => exactToken(facet.platform, platform)
export const uploadTypeFacet = (type: UploadType) => exactToken(facet.type, type)
/**
 * Something of one platform by name: the account that published, the forum, the hashtag, the song, the thing replied
 * to.
 */
export const makePlatformFacet = (sort: PlatformFacet, platform: FamilyPlatform, name: string) =>
  exactToken(facet[sort], `${platform}/${name}`)

const maxUInt32 = 4_294_967_295
const counted = (value: number | null) => Math.min(maxUInt32, Math.max(0, Math.round(value ?? 0)))
const signed = (value: number | null) =>
  Math.min(2_147_483_647, Math.max(-2_147_483_648, Math.round(value ?? 0)))

/** An account as its owner is known elsewhere, which a person's record may name, too. */
const social = (platform: FamilyPlatform, handle: string | null) =>
  handle === null ? [] : [exactToken('soc', `${platform}/${handle}`)]

/** What an account says of its owner. */
export const accountOwnerTokens = ({ platform, handle }: PlatformAccount): string[] =>
  social(platform, handle)

/** Columns of table `accounts` after rank, id and born. */
export const accountColumns = ['owner_id', 'followers', 'facets', 'words'] as const

export const accountIdentifiers = ({ platform, handle, account_id }: PlatformAccount): string[] => [
  ...(isNoAccountName(handle) ? [] : [accountToken(platform, handle)]),
  ...idTokens(byAccountId, account_id ?? '', `${platform}/`),
]

export const accountLookups = (record: PlatformAccount, links: readonly string[]): string[] => [
  ...social(record.platform, record.handle),
  ...postLookups(record, links),
]

/** Those with the most followers come first. */
export function accountRow(record: PlatformAccount, [ownerId = '0']: readonly string[]) {
  const { platform, follows, followed_by } = record
  const facets = [
    platformFacet(platform),
    ...(follows ?? []).map((handle) => makePlatformFacet('follows', platform, handle)),
    ...(followed_by ?? []).map((handle) => makePlatformFacet('followedBy', platform, handle)),
  ]
  const followers = counted(record.follower_count)
  return {
    rank: maxUInt32 - followers,
    values: [
      ownerId,
      followers,
      facets.join(' '),
      keywordText([record.handle, record.author_name, record.bio]),
    ],
  }
}

/** Columns of table `uploads` after rank, id and born. */
export const uploadColumns = [
  'author_id',
  'published',
  'likes',
  'comments',
  'views',
  'uses',
  'facets',
  'words',
] as const

export const uploadIdentifiers = ({ platform, upload_id, shortcode }: PlatformUpload): string[] => [
  ...idTokens(byUploadId, upload_id, `${platform}/`),
  ...idTokens(byShortcode, shortcode ?? '', `${platform}/`),
]

export const uploadLookups = (record: PlatformUpload, links: readonly string[]): string[] => [
  ...social(record.platform, record.author_handle),
  ...postLookups(record, links),
]

export function uploadRow(record: PlatformUpload, [authorId = '0']: readonly string[]) {
  const { platform, author_handle: author, forum, song_id: song } = record
  const facets = [platformFacet(platform), uploadTypeFacet(record.type)]
  if (author !== null) facets.push(makePlatformFacet('by', platform, author))
  if (forum !== null) facets.push(makePlatformFacet('forum', platform, forum))
  if (song !== null) facets.push(makePlatformFacet('song', platform, song))
  for (const tag of record.hashtags ?? []) facets.push(makePlatformFacet('hashtag', platform, tag))
  return {
    rank: newestRank(record.published_at),
    values: [
      authorId,
      dayNumber(record.published_at),
      signed(record.like_count),
      counted(record.comment_count),
      counted(record.view_count),
      counted(record.use_count),
      facets.join(' '),
      keywordText([record.title, record.text, record.author_name]),
    ],
  }
}

/** Columns of table `replies` after rank, id and born. */
export const replyColumns = ['author_id', 'published', 'likes', 'facets', 'words'] as const

export const replyIdentifiers = ({ platform, reply_id }: PlatformReply): string[] => [
  ...idTokens(byReplyId, reply_id, `${platform}/`),
]

export const replyLookups = (record: PlatformReply, links: readonly string[]): string[] => [
  ...social(record.platform, record.author_handle),
  ...postLookups(record, links),
]

export function replyRow(record: PlatformReply, [authorId = '0']: readonly string[]) {
  const { platform, upload_id, parent_id } = record
  const facets = [platformFacet(platform), makePlatformFacet('on', platform, upload_id)]
  if (parent_id !== null) facets.push(makePlatformFacet('answers', platform, parent_id))
  return {
    rank: newestRank(record.published_at),
    values: [
      authorId,
      dayNumber(record.published_at),
      signed(record.like_count),
      facets.join(' '),
      keywordText([record.text]),
    ],
  }
}
