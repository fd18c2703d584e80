import type { EventWords } from '../../operation/index.ts'
import type { MailMessage } from '../mail/index.ts'
import { noteEnded, type DelivererSettings } from './deliver.ts'
import type { DueDelivery } from './delivery-rows.ts'
import { shortened } from './told-event.ts'

/** Events that a mail says in words; it counts the others. */
const mostTold = 100

/** Addresses that a destination `mailto:one@…,another@…` names, in lower case; undefined where it is none. */
export function mailAddresses(url: string): string[] | undefined {
  const [, list] = /^mailto:([^?#]+)$/i.exec(url) ?? []
  const addresses = list?.split(',').map((address) => decoded(address).trim().toLowerCase())
  return addresses?.every((address) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)) ? addresses : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * Mails some events of one destination together, to those of its addresses that are members of the organization now; answers
 * whether the mail server took them.
 */
export async function deliverDigest(
  settings: DelivererSettings,
  batch: readonly [DueDelivery, ...DueDelivery[]],
): Promise<boolean> {
  const { clock, log, parts } = settings
  const startedMs = performance.now()
  const [{ endpointId, organizationId, url }] = batch
  const members = new Set((await parts.membersOf(organizationId)).map((address) => address.toLowerCase()))
  const to = (mailAddresses(url) ?? []).filter((address) => members.has(address))
  let error = to.length === 0 ? 'no-recipient' : null
  if (error === null) {
    const message = digestMail(
      batch.map((due) => ({ due, words: shortened(parts.wordsOf(due)) })),
      parts.baseUrl,
    )
    const sent = await Promise.allSettled(to.map((address) => parts.mail.send({ to: address, ...message })))
    const failed = sent.find((each) => each.status === 'rejected')
    if (failed !== undefined) {
      error = 'mail-unavailable'
      log('digest not mailed', { level: 'warn', endpointId, cause: String(failed.reason) })
    }
  }
  const durationMs = Math.round(performance.now() - startedMs)
  const heads = { requestHeaders: null, responseHeaders: null, retryAfter: undefined }
  const attempt = { status: null, error, durationMs, endedAt: new Date(clock.now()), ...heads }
  await noteEnded(settings, batch, { attempt, isReceived: error === null })
  return error === null
}

function digestMail(
  told: readonly { due: DueDelivery; words: EventWords }[],
  baseUrl: string,
): Omit<MailMessage, 'to'> {
  const count = told.length === 1 ? '1 event' : `${told.length} events`
  const paragraphs = told.slice(0, mostTold).map(({ due, words: { title, facts } }) => {
    const all = [...facts, ['At', due.happenedAt.toISOString()] as const]
    return `${due.isTest ? 'Test: ' : ''}${title} (${all.map(([name, value]) => `${name}: ${value}`).join('; ')})`
  })
  const left = told.length - mostTold
  return {
    subject: `Digest: ${count}`,
    paragraphs: left > 0 ? [...paragraphs, `And ${left} more, which the feed of events has.`] : paragraphs,
    link: { label: 'listEvents', url: `${baseUrl}/ai-docs/listEvents.md` },
  }
}
