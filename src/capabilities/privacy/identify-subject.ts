import { toMailbox, normalizeEmail } from '../../lib/email.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { roleMailboxes } from '../../lib/mail-domains.ts'
import { defaultNetworkHosts, type NetworkHosts } from '../../lib/network-url.ts'
import { emailSubjectTokens } from '../../corpus/write/index.ts'
import type { IdentifierSort } from '../../platform/privacy/index.ts'
import { anyPersonTokens, isMalformed, malformed, phoneTokens } from '../../corpus/identify/index.ts'

/** What a person may say they are known by. */
export interface SubjectIdentifiers {
  emails?: readonly string[] | undefined
  phoneNumbers?: readonly string[] | undefined
  /** Address, slug, URN or user id of a profile. */
  profiles?: readonly string[] | undefined
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

/** Identifier tokens of the input, each kind in its normal form. Throws SubjectRefused. */
export function listIdentifiers(identifiers: SubjectIdentifiers, network: NetworkHosts): GivenIdentifier[] {
  const { emails = [], phoneNumbers = [], profiles = [] } = identifiers
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
export const readSort = (token: string): IdentifierSort =>
  sorts[token.slice(0, token.indexOf(':'))] ?? 'other'
