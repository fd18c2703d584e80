import { parseNetworkUrl, type NetworkHosts, type NetworkRef } from '../../lib/network-url.ts'

/** Longest identifier that is looked at; none is longer, and a client may send a megabyte. */
const maxTextLength = 2048
const address = /^[a-z][a-z0-9+.-]*:\/\/|^\/\/|^[^/\s]+\.[^/\s]+\//i
/** Member ids as the network writes them, also shorter than those that a URL may have where a slug would stand. */
const memberId = /^AC[a-zA-Z]AA[A-Za-z0-9_-]{1,60}$/
const digits = /^\d{1,20}$/
const separator = /[\s/?#\\@:,\p{Cc}]/u

/** What somebody gave for an identifier, taken apart once for whatever it may be. */
export interface GivenText {
  /** Without white space around it, cut where no identifier is as long. */
  value: string
  /** Written as an address rather than as a slug or an id. */
  isAddress: boolean
  /** The page of the network it is the address of. */
  page: NetworkRef | undefined
  /** What follows the last colon: the id that a URN ends in; else all of it. */
  tail: string
}

export function readText(text: string, network: NetworkHosts): GivenText {
  const value = clipped(text)
  return { value, isAddress: isAddress(value), page: parseNetworkUrl(value, network), tail: readTail(value) }
}

/** Without white space around it, cut where no identifier is as long. */
export const clipped = (text: string): string => text.trim().slice(0, maxTextLength)
/** What follows the last colon of a text, or all of it. */
export const readTail = (text: string): string => text.slice(text.lastIndexOf(':') + 1)
const isAddress = (value: string): boolean => address.test(value)
export const isMemberId = (value: string): boolean => memberId.test(value)
export const isDigits = (value: string): boolean => digits.test(value)
/** Whether a text, brought into the one spelling of slugs, may be one. */
export const isSlug = (slug: string): boolean =>
  slug !== '' && slug.length <= 200 && !separator.test(slug) && !/^\.+$/.test(slug)
/** An organization id without zeros before it. */
export const organizationId = (value: string): string => value.replace(/^0+(?=\d)/, '')
