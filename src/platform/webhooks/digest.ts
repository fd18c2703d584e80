import type { EventWords } from '../../operation/index.ts'
import { newId } from '../../lib/ids.ts'
import { MailUnavailable, type MailMessage } from '../mail/index.ts'
import { noteFailures, type DelivererSettings } from './deliver.ts'
import { noteDelivered, type DueDelivery } from './delivery-rows.ts'
import { addressDigest, beginMail, noteRefused, noteTaken, type Mailed } from './mail-rows.ts'
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

type Batch = readonly [DueDelivery, ...DueDelivery[]]

/**
 * Mails events of one destination together, to those of its addresses that are members of the organization now. Each address is
 * given a mail once: what was sent to it, or may have been when a sender was killed, is not sent to it again. Events of a mail
 * that was begun before stay together, and are another one than those that came since.
 */
export async function deliverDigest(settings: DelivererSettings, batch: Batch): Promise<void> {
  for (const some of Map.groupBy(batch, ({ mailId }) => mailId).values())
    await deliverMail(settings, some as unknown as Batch)
}

async function deliverMail(settings: DelivererSettings, batch: Batch): Promise<void> {
  const { db, clock, parts } = settings
  const startedMs = performance.now()
  const [{ endpointId, organizationId, url, mailId }] = batch
  const id = mailId ?? newId('mail', clock)
  const members = new Set((await parts.membersOf(organizationId)).map((address) => address.toLowerCase()))
  const to = (mailAddresses(url) ?? []).filter((address) => members.has(address))
  const error = to.length === 0 ? 'no-recipient' : await mail(settings, { id, batch, to })
  const durationMs = Math.round(performance.now() - startedMs)
  const heads = { requestHeaders: null, responseHeaders: null, retryAfter: undefined }
  const attempt = { status: null, error, durationMs, endedAt: new Date(clock.now()), ...heads }
  const received = batch.map((due) => ({ due, attempt }))
  if (error === null) await noteDelivered(db, endpointId, received)
  else await noteFailures(settings, batch, attempt, { isOver: error === unknown })
}

/** Nobody knows whether a mail arrived: it is listed as failed rather than sent twice. */
const unknown = 'outcome-unknown'

/** Gives a mail to the server for each address that has not had it; null where all of them have it now. */
async function mail(
  settings: DelivererSettings,
  { id, batch, to }: { id: string; batch: Batch; to: readonly string[] },
): Promise<string | null> {
  const { db, clock, log, parts } = settings
  const [{ endpointId }] = batch
  const now = () => new Date(clock.now())
  const deliveryIds = batch.map((due) => due.id)
  const begun = await beginMail(db, { id, endpointId, deliveryIds, addresses: to, now: now() })
  const message = digestMail(
    batch.map((due) => ({ due, words: shortened(parts.wordsOf(due)) })),
    parts.baseUrl,
  )
  const send = async (address: string): Promise<Mailed | 'refused'> => {
    try {
      const part = addressDigest(address).toString('hex').slice(0, 16)
      await parts.mail.send({ id: `${id}.${part}`, to: address, ...message })
    } catch (error) {
      log('digest not mailed', { level: 'warn', endpointId, cause: String(error) })
      if (!(error instanceof MailUnavailable) || error.mayHaveArrived) return 'unknown'
      await noteRefused(db, id, address)
      return 'refused'
    }
    await noteTaken(db, id, address, now())
    return 'taken'
  }
  const became = await Promise.all(
    [...begun].map(([address, before]) => (before === 'new' ? send(address) : before)),
  )
  if (became.includes('refused')) return 'mail-unavailable'
  return became.includes('unknown') ? unknown : null
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
