import { toMailbox, normalizeEmail } from '../../lib/email.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { readPersonPage } from '../../lib/network-url.ts'
import { digestToken, exactToken } from '../search-index/index.ts'

/**
 * Tokens of an address: as it is written first, without its tag, and of the mailbox it is delivered to. Empty for what
 * is not an address.
 */
export function emailSubjectTokens(email: string): string[] {
  const address = normalizeEmail(email)
  if (address === undefined) return []
  const untagged = address.replace(/(?<=.)\+[^@]*@/, '@')
  const atGmail = untagged.replace(/@googlemail\.com$/, '@gmail.com')
  return [...new Set([address, untagged, atGmail, toMailbox(address)])].map((each) => digestToken('em', each))
}

/** Token of a phone number; of a text that is none, of that text. */
export const phoneSubjectToken = (number: string): string =>
  digestToken('ph', normalizePhone(number) ?? number)

/**
 * All that a person is recognised by when they must not be written: their identifiers, addresses also without tags and
 * dots that change nothing, ids also without the URN around them, and their page by its address.
 */
export function subjectTokens(
  identifiers: readonly string[],
  emails: readonly { email: string }[],
  url?: unknown,
): string[] {
  const tokens = new Set(identifiers)
  for (const token of identifiers) {
    if (token.startsWith('uid:') && token.lastIndexOf(':') > 3)
      tokens.add(`uid:${token.slice(token.lastIndexOf(':') + 1)}`)
  }
  for (const { email } of emails) for (const token of emailSubjectTokens(email)) tokens.add(token)
  const page = typeof url === 'string' ? readPersonPage(url) : undefined
  if (page !== undefined) for (const sort of ['slug', 'uid'] as const) tokens.add(exactToken(sort, page))
  return [...tokens]
}
