import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { emailRejection, type EmailRejectionReason } from '../../lib/email-rejection.ts'
import { junkUsernames } from '../../lib/mail-domains.ts'
import { memo } from '../../lib/memo.ts'
import { isReservedSlug, normalizeSlug, pageNamedBy, type NetworkPageKind } from '../../lib/network-url.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { withPlainDigits } from '../../lib/plain-digits.ts'
import { isBlankId, isNoAccountName, isNoId, isNoValue } from '../../lib/placeholder.ts'
import { isOwnedBy, findSharedHost, type MultiTenantHost } from './multi-tenant-host.ts'
import { platformAliases, platformOfHost, socialHandle } from '../../lib/social-handle.ts'

/**
 * Why a text identifies nobody. `placeholder`: it stands for no value; `shared`: it is of many; `malformed`: it is nothing
 * of its sort.
 */
export type NoIdentifier = 'placeholder' | 'shared' | 'malformed'

/** A normal value that identifies, or why there is none. */
export type Identified = { value: string } | { why: NoIdentifier }

const placeholder: Identified = Object.freeze({ why: 'placeholder' })
const shared: Identified = Object.freeze({ why: 'shared' })
const malformed: Identified = Object.freeze({ why: 'malformed' })

/** The value of what identifies; undefined for what does not. */
export const readValue = (read: Identified): string | undefined => ('value' in read ? read.value : undefined)

/**
 * The one gate for identifiers: what a text identifies as a value of each sort. Everything that stores or asks for one goes
 * through it, so that what joins no two records answers no question either.
 */
export const identifierOf = {
  /** A slug of the network, by itself or in the address of its page. */
  slug(kind: NetworkPageKind, text: string): Identified {
    if (!plainSlug.test(text)) return slugs[kind](text)
    return isReservedSlug(kind, text) ? placeholder : { value: text }
  },
  /** The id of a record in another program: `0`, `N/A`, `999999` and `1.23E+14` are none. */
  id(text: string): Identified {
    const id = plainId(text)
    // Names of accounts stand among them: `@none`.
    return isNoId(id.startsWith('@') ? id.slice(1) : id) ? placeholder : { value: id }
  },
  /** An id of the network, or a URN that ends in it. They are given out one by one, so that `999999` is one. */
  networkId(text: string): Identified {
    const id = plainId(text)
    const end = id.startsWith('urn:') ? id.slice(id.lastIndexOf(':') + 1) : id
    const isNone = isBlankId(end) || (isNoId(end) && !/^\d{1,8}$/.test(end))
    return isNone ? placeholder : { value: id }
  },
  /**
   * The host of a company's site. A host that many share is its owner's alone, whose name is among `names`; a page there is
   * none's.
   */
  domain(text: string, names: readonly string[]): Identified {
    const { own, sharedBy, isPage } = sites(text)
    if (own === undefined) return isNoValue(text) ? placeholder : malformed
    return sharedBy === undefined || (!isPage && isOwnedBy(sharedBy, names)) ? own : shared
  },
  /** The address of one person: none that look-ups by address refuse. */
  email(text: string): Identified {
    const { own, rejection, isNobodys } = mailboxes(text)
    if (own === undefined) return isNoValue(text) ? placeholder : malformed
    if (rejection === undefined) return own
    return isNobodys ? placeholder : shared
  },
  /** A number in E.164; national forms need the country. */
  phone(text: string, alpha2?: string): Identified {
    const number = isE164.test(text) ? text : normalizePhone(text, alpha2)
    if (number !== undefined) return isFillPhone(number) ? placeholder : { value: number }
    return isNoValue(text) || isFillDigits(text) ? placeholder : malformed
  },
  /** The name of an account on a platform, by itself or in the address of its page. */
  handle(text: string, platform: string): Identified {
    const handle = isElsewhere(text, platform) ? undefined : socialHandle(text, platform)
    if (handle === undefined) return isNoValue(text) ? placeholder : malformed
    return isNoAccountName(handle) || sampleHandles.has(handle) ? placeholder : { value: handle }
  },
  /** `platform/handle` or `host/page` of a page that one company has on a host that many share. */
  account: (url: string): Identified => pages(url),
} as const

/** The apostrophe by which spreadsheets mark a text, and what stands for it behind. */
const textMarks = /^['‘’`´]+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])['‘’`´]+$/gu
/** A whole number that a program kept as a fraction because other cells of its column are empty: `4711.0`. */
const wholeFraction = /^(\d{1,15})\.0$/

/** An id as the program that gave it out writes it: without marks of texts, and in the usual digits and letters. */
function plainId(text: string): string {
  const id = text.trim()
  if (usualId.test(id)) return id
  return withPlainDigits(id).trim().replaceAll(textMarks, '').replace(wholeFraction, '$1')
}

const usualId = /^[A-Za-z\d](?:[\w:/+=-]*[A-Za-z\d])?$/

/** Names of accounts in examples, which forms are filled in with. */
const sampleHandles = new Set(
  'username yourusername yourhandle your_handle yourcompany your_company yourname yourpage yourbrand youraccount handle twitterhandle companyname'.split(
    ' ',
  ),
)

const addressHost = /^\s*(?:https?:)?(?:\/\/)?((?:[a-z\d-]+\.)+[a-z]{2,})\//i

/** Whether a text is the address of a page on another platform than the one it is said to be on. */
function isElsewhere(text: string, platform: string): boolean {
  const host = text.includes('/') ? addressHost.exec(text)?.[1]?.toLowerCase() : undefined
  if (host === undefined) return false
  if (shortLinks.has(host)) return true
  const at = platformAt(host)
  return at !== undefined && at !== (platformAliases.get(platform) ?? platform)
}

/** Hosts of a platform on which an address is that of a post, whatever follows. */
const shortLinks = new Set('vm.tiktok.com vt.tiktok.com fb.watch youtu.be redd.it'.split(' '))

/** Whether nobody reads what is sent to an address: it was typed or filled in for none. */
export const isNobodysEmail = (address: string): boolean => mailboxes(address).isNobodys

interface Mailbox {
  /** The address in normal form; undefined if it is not one. */
  own: { value: string } | undefined
  rejection: EmailRejectionReason | undefined
  isNobodys: boolean
}

/** A line is asked for the same few addresses several times; the next line has others. */
const mailboxes = memo(
  (text): Mailbox => {
    const address = normalizeEmail(text)
    const rejection = address === undefined ? undefined : emailRejection(address)
    const own = address === undefined ? undefined : Object.freeze({ value: address })
    return { own, rejection, isNobodys: address !== undefined && isUnread(address, rejection) }
  },
  { entries: 10_000 },
)

function isUnread(address: string, reason: EmailRejectionReason | undefined): boolean {
  if (reason === 'spam_domain') return true
  if (reason !== 'junk_username' && reason !== 'role_based_mailbox') return false
  const atSign = address.lastIndexOf('@')
  const local = address.slice(0, atSign).replace(/\+.*$/, '')
  if (/\*{2,}/.test(local)) return true
  const label = address.slice(atSign + 1).split('.', 1)[0] ?? ''
  return (
    noMailbox.has(local.replaceAll(/[._-]/g, '')) ||
    (local === label && junkUsernames.has(label)) ||
    isNoValue(local)
  )
}

/** Names that stand for no mailbox, whatever domain follows. */
const noMailbox = new Set(
  (
    'noemail nomail noname none nobody noone null nil na unknown undefined noreply donotreply fake fakeemail your youremail ' +
    'firstnamelastname firstlast vornamenachname prenomnom nombreapellido nomecognome nomesobrenome voornaamachternaam ' +
    'imienazwisko maxmustermann erikamustermann deleteduser gdprdeleted anonymized anonymised redacted'
  ).split(' '),
)

const isE164 = /^\+[1-9]\d{6,14}$/
/** Eight of one digit after the codes of country and town, zeros at the end, `123456789`, and what whole countries fill in: no exchange gives them out. */
const fillPhone =
  /^\+\d{0,3}?(\d)\1{7,}$|^\+\d{4,5}?(\d)\2{8,}$|0{7,}$|^\+?(?:1?2345678901?|9876543210)\d{0,2}$|^\+[1-9]\d{0,2}?1234567890?$|^\+(?:33[1-9]|316|81[789]0|61[2-8]|52\d\d)12345678$|^\+(?:919876543210|55\d\d9?87654321|8613800138000)$/

/** Most numbers end in two digits that differ, which tells already. */
const isFillPhone = (number: string): boolean =>
  (number.at(-1) === number.at(-2) || /2345678|9876543|8001380/.test(number)) && fillPhone.test(number)

/** `000-000-0000`, `123456789`: no number anywhere. */
function isFillDigits(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 3 || /\p{L}/u.test(text)) return false
  if (isFillPhone(`+${digits}`)) return true
  return /^(\d)\1+$/.test(digits) || isNoId(digits) || '12345678901234567890'.startsWith(digits)
}

const plainSlug = /^[a-z\d-]{2,80}$/
const slugs = {
  person: memo((text) => slugIn('person', text)),
  company: memo((text) => slugIn('company', text)),
  school: memo((text) => slugIn('school', text)),
}

function slugIn(kind: NetworkPageKind, text: string): Identified {
  const page = text.includes('/') ? pageNamedBy(text) : undefined
  if (page !== undefined && 'slug' in page) return { value: page.slug }
  const slug = normalizeSlug(text)
  // The address of a page that is nobody's: the front page, a search, `/in/` alone.
  if (slug.includes('/')) return isNoValue(slug) ? placeholder : malformed
  return isReservedSlug(kind, slug) ? placeholder : { value: slug }
}

interface Site {
  /** The host in normal form. */
  own: { value: string } | undefined
  sharedBy: MultiTenantHost | undefined
  /** The text names more of the host than its front page. */
  isPage: boolean
}

const pageOfHost = /^\s*(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?[^/?#]*\/+[^?#\s]+/i

const sites = memo((text): Site => {
  const host = normalizeDomain(text)
  if (host === undefined) return { own: undefined, sharedBy: undefined, isPage: false }
  const sharedBy = findSharedHost(host)
  return {
    own: Object.freeze({ value: host }),
    sharedBy,
    isPage: sharedBy !== undefined && pageOfHost.test(text),
  }
})

const pages = memo(accountAt, { longest: 200 })

function accountAt(url: string): Identified {
  const { own, sharedBy: at } = sites(url)
  if (own === undefined) return malformed
  const platform = platformAt(own.value)
  if (platform !== undefined) {
    const handle = identifierOf.handle(url, platform)
    return 'value' in handle && /[^/]\/[^/]/.test(url) ? { value: `${platform}/${handle.value}` } : malformed
  }
  if (at === undefined) return malformed
  const path = /^\s*(?:https?:)?(?:\/\/)?[^/?#]*(\/[^?#\s]*)/i.exec(url)?.[1] ?? ''
  const name = at.page?.exec(path)?.[1]?.toLowerCase()
  if (name === undefined || isNoId(name) || generalPages.has(name)) return malformed
  return { value: `${at.host}/${name}` }
}

function platformAt(host: string): ReturnType<typeof platformOfHost> {
  const end = host.slice(host.lastIndexOf('.', host.lastIndexOf('.') - 1) + 1)
  return platformOfHost(end) && platformOfHost(registrableDomain(host) ?? host)
}

/** Path words that hosts use in place of a customer's name. */
const generalPages = new Set(
  (
    'about help search home login signin signup register explore discover category categories tag tags topics blog terms ' +
    'privacy contact legal pricing features jobs careers press support index.html index.php watch p u s go l orgs apps ' +
    'marketplace settings account admin dashboard in company feed package packages project projects features channel user ' +
    'home.php profile.php pages groups sharer sharer.php watch hashtag'
  ).split(' '),
)
