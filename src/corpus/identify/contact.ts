import { normalizeEmail } from '../../lib/email.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { socialHandle, type SocialPlatform } from '../../lib/social-handle.ts'
import { digestToken } from '../search-index/index.ts'
import { malformed, type Malformed, type Tokens } from './malformed.ts'
import { accountToken } from './tokens.ts'

/** The address itself, then without its tag (`ada+news@…`). Empty for a text that is nobody's address. */
export function emailTokens(email: string): string[] {
  const address = normalizeEmail(email)
  if (address === undefined) return []
  return [...new Set([address, address.replace(/(?<=.)\+[^@]*@/, '@')])].map((each) =>
    digestToken('em', each),
  )
}

/** The number in E.164; national forms need the country (ISO 3166-1 alpha-2). */
export function phoneTokens(phone: string, alpha2?: string): Tokens {
  const number = normalizePhone(phone, alpha2)
  return number === undefined ? malformed.phone : [digestToken('ph', number)]
}

/** The normal handle of an account on another platform, by handle or address, and its token. */
export function accountOf(
  platform: SocialPlatform,
  text: string,
): { handle: string; tokens: string[] } | Malformed {
  const handle = socialHandle(text, platform)
  return handle === undefined ? malformed.handle : { handle, tokens: [accountToken(platform, handle)] }
}
