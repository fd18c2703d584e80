import { z } from 'zod'
import { optional, outsideId } from '../../../operation/index.ts'
import type { FamilyPlatform } from '../../../corpus/records/index.ts'
import type { WebDataDeps } from '../slice.ts'
import { askedHandle, askedUpload } from './platform-address.ts'

const short = z.string().trim().min(1).max(200)
const address = z.string().trim().min(1).max(2048)

/** An account, by one of both. */
export const accountInput = {
  handle: optional(short).describe('Name of the account, such as `ada` or `@ada`; this or profileUrl.'),
  profileUrl: optional(address).describe('Address of its page.'),
}

/** A post or thread, by one of both. */
export const postInput = {
  postUrl: optional(address).describe('Address of the post, or its id or shortcode; this or postId.'),
  postId: optional(outsideId(short)).describe('Id of the post, or its shortcode.'),
}

/** A video, by one of both. */
export const videoInput = {
  videoUrl: optional(address).describe('Address of the video, or its id; this or videoId.'),
  videoId: optional(outsideId(short)).describe('Id of the video.'),
}

/** A song, by one of both. */
export const songInput = {
  songId: optional(outsideId(short)).describe('Id of the song; this or songUrl.'),
  songUrl: optional(address).describe('Address of its page, or its id.'),
}

export const queryText = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/[\p{L}\p{N}]/u, 'Expected at least one word.')

interface Asking {
  platform: FamilyPlatform
  deps: Pick<WebDataDeps, 'hosts'>
}

/** The account a request names. Throws a 400. */
export const handleIn = (
  input: { handle?: string | undefined; profileUrl?: string | undefined },
  { platform, deps }: Asking,
): string =>
  askedHandle({
    platform,
    hosts: deps.hosts,
    short: { path: 'handle', text: input.handle },
    url: { path: 'profileUrl', text: input.profileUrl },
  })

/** The post a request names. Throws a 400. */
export const postIn = (
  input: { postUrl?: string | undefined; postId?: string | undefined },
  { platform, deps }: Asking,
) =>
  askedUpload({
    platform,
    hosts: deps.hosts,
    short: { path: 'postId', text: input.postId },
    url: { path: 'postUrl', text: input.postUrl },
  })

/** The video a request names. Throws a 400. */
export const videoIn = (
  input: { videoUrl?: string | undefined; videoId?: string | undefined },
  { deps }: Pick<Asking, 'deps'>,
) =>
  askedUpload({
    platform: 'video',
    hosts: deps.hosts,
    short: { path: 'videoId', text: input.videoId },
    url: { path: 'videoUrl', text: input.videoUrl },
  })

/** The id of the song a request names: addresses end in it, after the words of its title. Throws a 400. */
export function songIn(
  input: { songUrl?: string | undefined; songId?: string | undefined },
  { deps }: Pick<Asking, 'deps'>,
): { id: string; path: string } {
  const { id } = askedUpload({
    platform: 'video',
    folders: songFolders,
    hosts: deps.hosts,
    short: { path: 'songId', text: input.songId },
    url: { path: 'songUrl', text: input.songUrl },
  })
  const path = input.songUrl === undefined ? 'songId' : 'songUrl'
  return { id: input.songUrl === undefined ? id : (/-(\d{5,})$/.exec(id)?.[1] ?? id), path }
}

const songFolders: ReadonlySet<string> = new Set(['music', 'song', 'songs', 'sound', 'sounds'])
