import { z } from 'zod'
import { entityView, showing } from '../../../operation/index.ts'
import type { PlatformAccount, PlatformReply, PlatformUpload } from '../../../corpus/records/index.ts'

const text = z.string().nullable()
const count = z.number().nullable()
const flag = z.boolean().nullable()

const shownAccount = {
  id: z.string().describe('Id on the platform; the handle if no id is known.'),
  handle: z.string(),
  displayName: text,
  bio: text,
  followerCount: count,
  profileImageUrl: text,
  isVerified: flag,
}

const shownAccountMembers = {
  id: ['account_id', 'handle'],
  handle: ['handle'],
  displayName: ['author_name'],
  bio: ['bio'],
  followerCount: ['follower_count'],
  profileImageUrl: ['profile_image_url'],
  isVerified: ['is_verified'],
}

/** The owner of an account in the corpus. */
const owner = {
  pnetUrl: text.describe('Page of the account holder on the professional network, if known.'),
}

/** Members of a profile of the video platform. */
export const videoProfileMembers = {
  ...shownAccount,
  followingCount: count,
  videoCount: count,
  totalLikeCount: count,
  isPrivate: flag,
  externalUrl: text,
  ...owner,
}

/** Members of a profile of the photo platform. */
export const photoProfileMembers = {
  ...shownAccount,
  followingCount: count,
  postCount: count,
  isPrivate: flag,
  externalUrl: text,
  ...owner,
}

/** Which members of an account the profiles show. */
export const ofProfile = {
  ...shownAccountMembers,
  followingCount: ['following_count'],
  videoCount: ['upload_count'],
  postCount: ['upload_count'],
  totalLikeCount: ['like_count'],
  isPrivate: ['is_private'],
  externalUrl: ['external_url'],
  pnetUrl: ['author_pnet_url'],
}

/** An account among others. */
export const platformUser = z.object(shownAccount).meta({ id: 'PlatformUser' })
entityView('accounts', platformUser, shownAccountMembers)

/** Whoever wrote something; null if no source says it. */
export const platformAuthor = z
  .object({
    id: z.string().describe('Id on the platform; the handle if no id is known.'),
    handle: text,
    displayName: text,
    profileImageUrl: text,
    isVerified: flag,
  })
  .meta({ id: 'PlatformAuthor' })

/** What of whoever wrote something identifies them. */
export const authorMembers = ['author_account_id', 'author_handle', 'author_name']

export const userView = (account: PlatformAccount) => showing(buildMembers(account), account)

const buildMembers = (account: PlatformAccount) => ({
  id: account.account_id ?? account.handle,
  handle: account.handle,
  displayName: account.author_name,
  bio: account.bio,
  followerCount: account.follower_count,
  profileImageUrl: account.profile_image_url,
  isVerified: account.is_verified,
})

const profileView = (account: PlatformAccount) => ({
  ...buildMembers(account),
  followingCount: account.following_count,
  isPrivate: account.is_private,
  externalUrl: account.external_url,
  pnetUrl: account.author_pnet_url,
})

export const photoProfileView = (account: PlatformAccount) => ({
  ...profileView(account),
  postCount: account.upload_count,
})

export const videoProfileView = (account: PlatformAccount) => ({
  ...profileView(account),
  videoCount: account.upload_count,
  totalLikeCount: account.like_count,
})

export function authorView(written: PlatformUpload | PlatformReply): z.input<typeof platformAuthor> | null {
  const { author_account_id, author_handle, author_name } = written
  const id = author_account_id ?? author_handle ?? author_name
  if (id === null) return null
  return {
    id,
    handle: author_handle,
    displayName: author_name,
    profileImageUrl: written.author_image_url,
    isVerified: written.author_is_verified,
  }
}
