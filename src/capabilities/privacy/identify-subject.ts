import { toMailbox, normalizeEmail } from '../../lib/email.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { roleMailboxes } from '../../lib/mail-domains.ts'
import { defaultNetworkHosts, type NetworkHosts } from '../../lib/network-url.ts'
import { emailSubjectTokens } from '../../corpus/write/index.ts'
import type { IdentifierSort } from '../../platform/privacy/index.ts'
import {
  anyPersonTokens,
  type ExternalId,
  externalTokens,
  isMalformed,
  malformed,
  phoneTokens,
} from '../../corpus/identify/index.ts'

/** What a person may say they are known by. */
export interface SubjectIdentifiers {
  emails?: readonly string[] | undefined
  phoneNumbers?: readonly string[] | undefined
  /** Address, slug, URN or user id of a profile. */
  profiles?: readonly string[] | undefined
  /** Ids that registers gave out, `SOURCE:ID`, such as an ORCID iD. */
  externalIds?: readonly string[] | undefined
}

export interface GivenIdentifier {
  token: string
  sort: IdentifierSort
  /** As stored answers show it. */
  texts: readonly string[]
}

/** An identifier that can name nobody, with the place of it. */
export class SubjectRefused extends Error {
  override readonly name = 'SubjectRefused'
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** `orcid:0000-0002-1825-0097`: an id, behind the register that gave it out. Throws SubjectRefused. */
function parseExternalId(text: string, path: string): ExternalId {
  const colon = text.indexOf(':')
  if (colon < 1) throw new SubjectRefused(path, `${text}: expected SOURCE:ID`)
  return { source: text.slice(0, colon), value: text.slice(colon + 1) }
}

/** Identifier tokens of the input, each kind in its normal form. Throws SubjectRefused. */
export function readSubjectIdentifiers(
  identifiers: SubjectIdentifiers,
  network: NetworkHosts,
): GivenIdentifier[] {
  const { emails = [], phoneNumbers = [], profiles = [], externalIds = [] } = identifiers
  // Whatever the network of the deployment is called: imports take slugs from addresses at these.
  const hosts = [...network.hosts, ...defaultNetworkHosts.hosts]
  return [
    ...emails.flatMap((email, index) => emailIdentifiers(email, `emails[${index}]`)),
    ...phoneNumbers.flatMap((phone, index) => {
      const tokens = phoneTokens(phone)
      if (isMalformed(tokens)) throw new SubjectRefused(`phoneNumbers[${index}]`, tokens.expected)
      const texts = [phone, normalizePhone(phone) ?? phone]
      return tokens.map((token) => ({ token, sort: 'phone' as const, texts }))
    }),
    ...profiles.flatMap((profile, index) => {
      const tokens = anyPersonTokens(profile, { hosts })
      if (isMalformed(tokens)) throw new SubjectRefused(`profiles[${index}]`, tokens.expected)
      // A token is the kind, followed by the identifier in its normal form.
      return tokens.map((token) => ({
        token,
        sort: 'profile' as const,
        texts: [profile, token.slice(token.indexOf(':') + 1)],
      }))
    }),
    ...externalIds.flatMap((text, index) => {
      const path = `externalIds[${index}]`
      const id = parseExternalId(text, path)
      const tokens = externalTokens(id)
      if (isMalformed(tokens) || tokens.length === 0)
        throw new SubjectRefused(path, malformed.externalId.expected)
      return tokens.map((token) => ({
        token,
        sort: 'other' as const,
        texts: [id.value, token.slice(token.indexOf('/') + 1)],
      }))
    }),
  ]
}

function emailIdentifiers(email: string, path: string): GivenIdentifier[] {
  const address = normalizeEmail(email)
  if (address === undefined) throw new SubjectRefused(path, malformed.email.expected)
  const local = address.slice(0, address.lastIndexOf('@'))
  if (roleMailboxes.has(local.replaceAll(/[\d._-]/g, '')))
    throw new SubjectRefused(path, 'A role mailbox identifies nobody: give another identifier.')
  const texts = [address, address.replace(/\+[^@]*@/, '@'), toMailbox(address)]
  return emailSubjectTokens(address).map((token) => ({ token, sort: 'email', texts }))
}

const sorts: Readonly<Record<string, IdentifierSort>> = {
  em: 'email',
  ph: 'phone',
  slug: 'profile',
  uid: 'profile',
}

/** What sort of identifier a token is. */
export const readIdentifierSort = (token: string): IdentifierSort =>
  sorts[token.slice(0, token.indexOf(':'))] ?? 'other'
