import { socialHandle } from '../../../lib/social-handle.ts'
import type { PlatformHosts } from '../../../lib/platform-names.ts'
import { forumName, hashtagName, type FamilyPlatform } from '../../../corpus/records/index.ts'
import { invalidMember } from '../../../operation/index.ts'

/** What something on a platform is named by: its address, or the short form in another member. */
export interface AddressInput {
  platform: FamilyPlatform
  hosts: PlatformHosts
  /** The member that takes an address, and the one that takes the short form. */
  url: { path: string; text: string | undefined }
  short: { path: string; text: string | undefined }
  /** Folders of addresses that come before the id; if omitted, those of publications. */
  folders?: ReadonlySet<string>
}

/** A handle, from a handle or the address of the account's page. Throws a 400 that names the member. */
export function askedHandle(address: AddressInput): string {
  const { path, text, isUrl } = chooseOne(address)
  if (isUrl) requireHost(address, path, text)
  const handle = !isUrl && /[/\s]/.test(text) ? undefined : socialHandle(text)
  if (handle === undefined)
    throw invalidMember(
      path,
      isUrl
        ? 'Expected the address of an account, such as https://host/ada.'
        : 'Expected the name of an account, such as ada or @ada.',
      'invalid_handle',
    )
  return handle
}

/** Folders of addresses after which the id comes. */
const uploadFolders: Record<FamilyPlatform, ReadonlySet<string>> = {
  photo: new Set(['p', 'reel', 'reels', 'tv', 'post']),
  video: new Set(['video', 'v', 'videos', 'clip']),
  forum: new Set(['comments', 'post', 'posts', 't']),
}
const idForm = /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,199}$/u

/** A publication, by its id or shortcode, with the address if it was given. Throws a 400 that names the member. */
export function askedUpload(input: AddressInput): { id: string; url: string | null } {
  const { path, text } = chooseOne(input)
  const folders = input.folders ?? uploadFolders[input.platform]
  const isUrl = /[/?]/.test(text)
  if (!isUrl) return { id: readId(text, path), url: null }
  const address = requireHost(input, path, text)
  const parts = address.pathname.split('/').filter((part) => part !== '')
  const place = parts.findIndex((part) => folders.has(part.toLowerCase()))
  const after = place === -1 ? [] : parts.slice(place + 1)
  // `/t/how-to-begin/512`: the number is the id, the words before it are not.
  const id =
    parts[place]?.toLowerCase() === 't' ? (after.find((part) => /^\d+$/.test(part)) ?? after[0]) : after[0]
  if (id === undefined)
    throw invalidMember(path, 'The address does not lead to anything published there.', 'invalid_url')
  return { id: readId(id, path), url: address.href }
}

/** An id or shortcode. Throws a 400. */
export function readId(text: string, path: string): string {
  const id = text.trim()
  if (!idForm.test(id))
    throw invalidMember(path, 'Expected an id: letters, digits and . _ : -, up to 200.', 'invalid_id')
  return id
}

/** The name of a forum, also as `r/name`. Throws a 400. */
export function askedForum(text: string, path: string): string {
  const name = forumName(text)
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.@-]{0,99}$/u.test(name))
    throw invalidMember(
      path,
      'Expected the name of a forum, such as homebrewing or r/homebrewing.',
      'invalid_forum',
    )
  return name
}

/** A hashtag, with or without `#`. Throws a 400. */
export function askedHashtag(text: string, path: string): string {
  const tag = hashtagName(text)
  if (!/^[\p{L}\p{N}_]{1,100}$/u.test(tag))
    throw invalidMember(path, 'Expected one hashtag, such as coffee or #coffee.', 'invalid_hashtag')
  return tag
}

/** Exactly one of both members. */
function chooseOne({ url, short }: AddressInput): { path: string; text: string; isUrl: boolean } {
  if (url.text !== undefined && short.text !== undefined)
    throw invalidMember(url.path, `Give ${short.path} or ${url.path}, not both.`, 'conflict')
  const { path, text } = url.text === undefined ? short : url
  if (text === undefined) throw invalidMember(short.path, `Give ${short.path} or ${url.path}.`, 'required')
  return { path, text: text.trim(), isUrl: url.text !== undefined }
}

/** The address, where it is one of the platform. */
function requireHost({ platform, hosts }: AddressInput, path: string, text: string): URL {
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const own = hosts[platform] ?? []
  const host = address?.hostname
  if (address === null || host === undefined)
    throw invalidMember(path, 'Expected an address, such as https://host/ada.', 'invalid_url')
  if (!own.some((each) => host === each || host.endsWith(`.${each}`)))
    throw invalidMember(
      path,
      `Expected an address at ${own.join(' or ') || 'a host of the platform'} (ALMANAC_PLATFORM_HOSTS).`,
      'foreign_url',
    )
  return address
}
