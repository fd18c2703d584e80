import { expect, test } from 'vitest'
import { judgeRecipient, type MailboxVerdict } from './judge-reply.ts'

const verdicts: [string, MailboxVerdict][] = [
  ['250 2.1.5 Ok', 'accepted'],
  ['251 User not local; will forward', 'accepted'],
  ['252 Cannot VRFY user, but will accept message', 'unclear'],
  [
    '550 5.1.1 <x@acme.example>: Recipient address rejected: User unknown in local recipient table',
    'no-mailbox',
  ],
  ['550-5.1.1 The email account that you tried to reach does not exist.', 'no-mailbox'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'no-mailbox'],
  ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'no-mailbox'],
  ['550 No such user here', 'no-mailbox'],
  ['550 Requested action not taken: mailbox unavailable', 'no-mailbox'],
  ['553 5.1.3 bad recipient address syntax', 'no-mailbox'],
  ['550 5.2.1 The email account that you tried to reach is disabled', 'no-mailbox'],
  ['551 User not local; please try elsewhere', 'no-mailbox'],
  ['554 delivery error: dd This user does not have an account', 'no-mailbox'],
  ['550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus', 'refused'],
  ['550 5.7.606 Access denied, banned sending IP [192.0.2.1]', 'refused'],
  ['554 5.7.1 Relay access denied', 'refused'],
  ['550 Blocked by policy', 'refused'],
  ['550 5.1.1 Rejected: your IP is on our blocklist', 'refused'],
  ['550 5.7.23 SPF check failed', 'refused'],
  ['530 5.7.0 Must issue a STARTTLS command first', 'refused'],
  ['530 Authentication required', 'refused'],
  ['550 sender address rejected', 'refused'],
  ['550 5.5.0 something else', 'unclear'],
  ['550', 'unclear'],
  ['554 Transaction failed', 'unclear'],
  ['450 4.2.0 Greylisted, see http://postgrey.example', 'later'],
  ['451 4.7.1 Please try again later', 'later'],
  ['421 Too busy', 'later'],
  ['452 4.2.2 The email account is over quota', 'full'],
  ['552 5.2.2 Mailbox full', 'full'],
  ['550 5.2.2 user over quota', 'full'],
]

test.each(verdicts)('%s: %s', (line, verdict) => {
  const text = line.slice(4)
  expect(judgeRecipient({ code: Number(line.slice(0, 3)), text, lines: [text] })).toBe(verdict)
})

test('a text made to take long takes no time', () => {
  const text = `user ${'unknown-'.repeat(50_000)}`
  expect(judgeRecipient({ code: 550, text, lines: [text] })).toBeDefined()
})
