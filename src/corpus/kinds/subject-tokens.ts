import { toMailbox, normalizeEmail } from '../../lib/email.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { readPersonPage } from '../../lib/network-url.ts'
import { digestToken, exactToken } from '../search-index/index.ts'

/**
 * Tokens of an address: as written, without its tag, and of the mailbox it is delivered to. Empty for other texts.
 */
export function emailSubjectTokens(email: string): string[] {
  const address = normalizeEmail(email)
  if (address === undefined) return []
  const untagged = address.replace(/(?<=.)\+[^@]*@/, '@')
  const atGmail = untagged.replace(/@googlemail\.com$/, '@gmail.com')
  return [...new Set([address, untagged, atGmail, toMailbox(address)])].map((each) => digestToken('em', each))
}

/** Token of a phone number; for other texts, of the text. */
export const phoneSubjectToken = (number: string): string =>
  digestToken('ph', normalizePhone(number) ?? number)

/**
 * Everything that recognises a person who must not be written: identifiers, addresses also without tags and dots that
 * change nothing, ids also without the URN around them, and the page by its address.
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
