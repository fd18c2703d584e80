import { normalizeEmail } from '../../lib/email.ts'
import { identifierOf, readValue } from '../names/index.ts'
import type { SocialPlatform } from '../../lib/social-handle.ts'
import { digestToken } from '../search-index/index.ts'
import { malformed, type Malformed, type Tokens } from './malformed.ts'
import { accountToken } from './tokens.ts'

/**
 * The address itself, then without its tag (`ada+news@…`). Empty for a text that is nobody's address, and for one that no
 * person is known by: what look-ups by address refuse.
 */
export function emailTokens(email: string): string[] {
  return 'why' in identifierOf.email(email) ? [] : mailboxTokens(email)
}

/** The same of any mailbox, for lists of those to be left out. */
export function mailboxTokens(email: string): string[] {
  const address = normalizeEmail(email)
  if (address === undefined) return []
  return [...new Set([address, address.replace(/(?<=.)\+[^@]*@/, '@')])].map((each) =>
    digestToken('em', each),
  )
}

/** The number in E.164; national forms need the country (ISO 3166-1 alpha-2). */
export function phoneTokens(phone: string, alpha2?: string): Tokens {
  const read = identifierOf.phone(phone, alpha2)
  return 'why' in read ? malformed.phone : [digestToken('ph', read.value)]
}

/** The normal handle of an account on another platform, by handle or address, and its token. */
export function readAccount(
  platform: SocialPlatform,
  text: string,
): { handle: string; tokens: string[] } | Malformed {
  const handle = readValue(identifierOf.handle(text, platform))
  return handle === undefined ? malformed.handle : { handle, tokens: [accountToken(platform, handle)] }
}
