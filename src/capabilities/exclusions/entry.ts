import { normalizeEmail } from '../../lib/email.ts'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { storable } from '../../lib/storable-text.ts'
import { sha256Hex } from '../../lib/stable-json.ts'
import {
  companyPage,
  readCompanyPage,
  companyReadings,
  companyTokens,
  externalTokens,
  readHost,
  identityToken,
  isMalformed,
  mailboxTokens,
  malformed,
  personPage,
  personTokens,
  type ExternalId,
  type Malformed,
  type Tokens,
} from '../../corpus/identify/index.ts'

/** The identifiers of one entry of a list. */
export interface Entry {
  /** Equal for every spelling of the identifiers: the name of the member in `platform/lists`. */
  key: string
  /** Identifier tokens; any entity that carries one of them is left out of searches. */
  tokens: readonly string[]
}

/** The reason an entry was refused, and the member at fault. */
export interface Unreadable {
  member: string
  expected: string
}

interface CompanyItem {
  externalId?: ExternalId | undefined
  domain?: string | undefined
  pnetUrl?: string | undefined
  pnetSlug?: string | undefined
  pnetOrgId?: string | undefined
  pnetOrgID?: string | undefined
}

interface ProspectItem {
  externalId?: ExternalId | undefined
  pnetUrl?: string | undefined
  pnetSlug?: string | undefined
  pnetUserId?: string | undefined
  email?: string | undefined
}

/** Longest name a member of a list has. */
const maxKeyLength = 500
const tooLong: Malformed = { expected: 'Expected identifiers of up to 500 characters.', code: 'too_long' }

/** Reads the text of one member into the parts of the key that are shown, with the tokens of each. */
type Reader = (text: string, network: NetworkHosts) => Part[] | Malformed
interface Part {
  text: string
  tokens: readonly string[]
}

/** An item of a request, whose members were not looked at. */
export type EntryItem = Record<string, string | ExternalId | undefined>

/** Readers of the members that are texts. */
type Readers<I> = Record<Exclude<keyof I & string, 'externalId'>, Reader>

const toParts = (tokens: Tokens): Part[] | Malformed =>
  isMalformed(tokens) ? tokens : tokens.map((token) => ({ text: token, tokens: [token] }))

/** A host name; the address of a page on the network means that page, not its host. */
const readDomain: Reader = (text, network) => {
  const isPage = companyReadings(text, network)[0] === 'pnetUrl'
  const identity = isPage ? readCompanyPage(text, network) : readHost(text)
  return isMalformed(identity) ? identity : toParts([identityToken(identity)])
}

/** A page by URL, slug or number. A bare host is accepted; the address of a page elsewhere is not. */
const readCompanyUrl: Reader = (text, network) => {
  if (!text.includes('/') && companyReadings(text, network)[0] === 'domain') return readDomain(text, network)
  const page = companyPage(text, network)
  return isMalformed(page) ? page : toParts(page.tokens.slice(0, 1))
}

const readPersonPage: Reader = (text, network) => {
  const page = personPage(text, network)
  if (isMalformed(page)) return page
  // Digits may also be a slug, which would be a different company.
  return toParts(
    page.slug === null ? page.tokens.filter((token) => token.startsWith('uid:')) : [...page.tokens],
  )
}

const readEmail: Reader = (text) => {
  const address = normalizeEmail(text)
  return address === undefined
    ? malformed.email
    : [{ text: `email:${address}`, tokens: mailboxTokens(address) }]
}

/** Reads a member whose kind is explicit; a placeholder value names nobody. */
const ofKind =
  (read: (text: string, network: NetworkHosts) => Tokens, empty: Malformed): Reader =>
  (text, network) => {
    const tokens = read(text, network)
    return !isMalformed(tokens) && tokens.length === 0 ? empty : toParts(tokens)
  }

const readCompanySlug = ofKind(
  (text, network) => companyTokens('pnetSlug', text, network),
  malformed.anyCompany,
)
const readPersonSlug = ofKind((text, network) => personTokens('pnetSlug', text, network), malformed.profile)
const readOrganizationId = ofKind(
  (text, network) => companyTokens('pnetOrgId', text, network),
  malformed.organizationId,
)

function readExternalId(id: ExternalId): Part[] | Malformed {
  const tokens = externalTokens(id)
  return !isMalformed(tokens) && tokens.length === 0 ? malformed.externalId : toParts(tokens)
}

const companyReaders: Readers<CompanyItem> = {
  domain: readDomain,
  pnetUrl: readCompanyUrl,
  pnetSlug: readCompanySlug,
  pnetOrgId: readOrganizationId,
  pnetOrgID: readOrganizationId,
}

const prospectReaders: Readers<ProspectItem> = {
  pnetUrl: readPersonPage,
  pnetSlug: readPersonSlug,
  pnetUserId: readPersonPage,
  email: readEmail,
}

export const companyEntry = (item: CompanyItem, network: NetworkHosts): Entry | Unreadable =>
  readEntry(companyReaders, item, network)

export const prospectEntry = (item: ProspectItem, network: NetworkHosts): Entry | Unreadable =>
  readEntry(prospectReaders, item, network)

export const isUnreadable = (read: Entry | Unreadable): read is Unreadable => 'expected' in read

/** An entry of all identifiers of an item; a single unreadable one makes the whole item unreadable. */
function readEntry<I extends { externalId?: ExternalId | undefined }>(
  readers: Readers<I>,
  item: I,
  network: NetworkHosts,
): Entry | Unreadable {
  const parts: Part[] = []
  for (const [member, read] of Object.entries<Reader>(readers)) {
    const text = item[member as keyof I] as string | undefined
    if (text === undefined) continue
    const reading = read(storable(text), network)
    if (isMalformed(reading)) return { member, expected: reading.expected }
    parts.push(...reading)
  }
  if (item.externalId !== undefined) {
    const reading = readExternalId(item.externalId)
    if (isMalformed(reading)) return { member: 'externalId', expected: reading.expected }
    parts.push(...reading)
  }
  const [first] = Object.keys(readers) as [string]
  if (parts.length === 0)
    return { member: first, expected: `Expected one of ${Object.keys(readers).join(', ')}, externalId.` }
  const key = [...new Set(parts.map(({ text }) => text))].toSorted().join(' ')
  if (key.length > maxKeyLength) return { member: first, expected: tooLong.expected }
  return { key, tokens: [...new Set(parts.flatMap(({ tokens }) => tokens))] }
}

/** The parts of a key, as entries are shown. */
export interface ShownIdentifiers {
  domain: string | null
  slug: string | null
  id: string | null
  email: string | null
  externalId: { source: string; value: string } | null
}

export function parseIdentifiers(key: string): ShownIdentifiers {
  const of = (sort: string) =>
    key
      .split(' ')
      .find((part) => part.startsWith(`${sort}:`))
      ?.slice(sort.length + 1) ?? null
  const [source = '', ...value] = of('ext')?.split('/') ?? []
  const externalId = value.length === 0 ? null : { source, value: value.join('/') }
  return { domain: of('dom'), slug: of('slug'), id: of('org') ?? of('uid'), email: of('email'), externalId }
}

/** Address of the page an entry names; null where it names none, or no host of the network is configured. */
export function buildPageUrl(kind: 'company' | 'person', { slug }: ShownIdentifiers, network: NetworkHosts) {
  return slug === null || network.hosts.length === 0 ? null : networkUrl(kind, slug, network)
}

/** Id of an entry of a list: the same each time the entry is added. */
export const entryId = (listId: string, key: string): string =>
  `excl_${sha256Hex(`${listId} ${key}`).slice(0, 24)}`
