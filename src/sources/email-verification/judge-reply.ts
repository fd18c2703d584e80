import type { Reply } from './reply.ts'

/**
 * What a reply to RCPT says of the mailbox. `later`: greylisted or busy, ask again. `refused`: this asker is refused,
 * which says nothing of the mailbox. `full`: it exists and takes nothing now.
 */
export type MailboxVerdict = 'accepted' | 'no-mailbox' | 'full' | 'later' | 'refused' | 'unclear'

/** Words of a refusal that is about who asks or how, whatever its code. */
const aboutTheAsker =
  /\b(?:block(?:ed|ing|list(?:ed)?)?|black-?list(?:ed)?|deny-?list(?:ed)?|rbl|dnsbl|spam(?:haus|cop|ming)?|barracuda|reputation|policy|policies|banned|abuse|spf|dkim|dmarc|ptr|rdns|reverse dns|helo|ehlo|client host|your (?:ip|host|server|domain|address|network)|sender(?: address)? (?:rejected|denied|verify|domain)|relay(?:ing)?(?: access)? (?:denied|not permitted|is not permitted)|unable to relay|not permitted to relay|authentication required|authenticate|must issue a starttls|tls required|dynamic|too many|rate limit|suspicious|unsolicited)\b/i

const noMailbox =
  /(?:user|mailbox|recipient|account|address|alias|inbox|addressee)[^.;]{0,40}(?:unknown|not (?:found|exist|known|valid|available|here)|n[o']t (?:exist|have)|does(?:n't| not) exist|invalid|disabled|inactive|unavailable|not a (?:valid|known)|rejected|suspended|closed|discontinued)|(?:unknown|no such|invalid|nonexistent|non-existent|bad|not a valid|unrouteable|undeliverable|unrecognized|no) (?:user|mailbox|recipient|address|account|destination|local)|user ?unknown|recipient not found|no mailbox|does(?:n't| not) (?:have|exist)|not our customer|no longer (?:available|valid|on this server|with)/i

const maxReadLength = 2_000

/** Reads a reply to RCPT: by its enhanced status code (RFC 3463) where it has one, else by its words. */
export function judgeRecipient(reply: Reply): MailboxVerdict {
  const { code } = reply
  const text = reply.text.slice(0, maxReadLength)
  if (code === 250 || code === 251) return 'accepted'
  // Will try, without knowing: no evidence.
  if (code >= 200 && code < 400) return 'unclear'
  const [, group, subject, detail] = /(?:^|[\s#(])([45])\.(\d{1,3})\.(\d{1,3})\b/.exec(text) ?? []
  const status = subject === undefined ? undefined : `${subject}.${detail}`
  if (status === '2.2' || code === 552 || (code === 452 && /full|quota|storage/i.test(text))) return 'full'
  if (code < 500 || group === '4') return 'later'
  if (status !== undefined) return byStatus(status, text)
  if (code === 530 || code === 535) return 'refused'
  if (aboutTheAsker.test(text)) return 'refused'
  if (code === 551) return 'no-mailbox'
  return noMailbox.test(text) ? 'no-mailbox' : 'unclear'
}

/** `1.1` bad mailbox, `1.2` bad domain, `1.3` bad syntax, `1.6` moved, `1.10` no such recipient, `2.1` disabled. */
const ofTheMailbox = new Set(['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'])

function byStatus(status: string, text: string): MailboxVerdict {
  if (status.startsWith('7.'))
    return noMailbox.test(text) && !aboutTheAsker.test(text) ? 'no-mailbox' : 'refused'
  // Servers put 5.1.1 before refusals of every kind; the words then say what is meant.
  if (ofTheMailbox.has(status))
    return aboutTheAsker.test(text) && !noMailbox.test(text) ? 'refused' : 'no-mailbox'
  // A large provider's answer for recipients that its directory does not have.
  if (status === '4.1' && /recipient address rejected/i.test(text)) return 'no-mailbox'
  if (aboutTheAsker.test(text)) return 'refused'
  return noMailbox.test(text) ? 'no-mailbox' : 'unclear'
}
