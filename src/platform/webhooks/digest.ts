import { newId } from '../../lib/ids.ts'
import { inRootSpan, type Span } from '../../lib/tracing.ts'
import { joinSending, longestSendingMs } from '../events/index.ts'
import { MailUnavailable, type MailContent } from '../mail/index.ts'
import type { DelivererSettings } from './deliverer-settings.ts'
import { noteFailures } from './note-failures.ts'
import { blankAnswer, explainWithheld } from './outcome.ts'
import { noteDelivered, noteUnwanted, giveBack, type DueDelivery } from './delivery-rows.ts'
import { addressDigest, beginMail, noteRefused, noteTaken, type Mailed } from './mail-rows.ts'
import { selectSendable, type Sendable } from './sendable.ts'
import { shortenWords } from './event-text.ts'

/** Events that a mail says in words; it counts the others. */
const maxDigestLines = 100

/** Addresses that a destination `mailto:one@…,another@…` names, in lower case; undefined for any other destination. */
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
  for (const [first, ...others] of Map.groupBy(batch, ({ mailId }) => mailId).values())
    if (first !== undefined) await traceMail(settings, [first, ...others])
}

/** Traces that a mail of many events names. */
const maxLinks = 32

/** In the trace of the work that its events came from; where they came from several, in one of its own that names them. */
function traceMail(settings: DelivererSettings, batch: Batch): Promise<void> {
  const [{ endpointId, organizationId }] = batch
  const mailSpan = () => {
    const causes = [...new Set(batch.flatMap(({ traceparent }) => traceparent ?? []))]
    return {
      name: 'deliver mail',
      kind: 'consumer' as const,
      ...(causes.length === 1 ? { parent: causes[0] } : { links: causes.slice(0, maxLinks) }),
      attributes: {
        'almanac.endpoint.id': endpointId,
        'almanac.organization.id': organizationId,
        'almanac.deliveries': batch.length,
      },
    }
  }
  return inRootSpan(mailSpan, (span) => deliverMail(settings, batch, span))
}

async function deliverMail(settings: DelivererSettings, batch: Batch, span: Span): Promise<void> {
  const { db, clock } = settings
  const startedMs = performance.now()
  const [{ endpointId, organizationId, url, mailId }] = batch
  const id = mailId ?? newId('mail', clock)
  const members = await readMembers(settings, organizationId)
  const to = (mailAddresses(url) ?? []).filter((address) => members.has(address))
  const [reported, unwanted] = [new Set<DueDelivery>(), new Set<DueDelivery>()]
  const error = to.length === 0 ? 'no-recipient' : await mail(settings, { id, batch, to, reported, unwanted })
  if (error !== null) span.fail(error)
  const durationMs = Math.round(performance.now() - startedMs)
  const endedAt = new Date(clock.now())
  for (const due of unwanted) await noteUnwanted(db, due, endedAt)
  const attempt = { ...blankAnswer, error, durationMs, endedAt }
  // Somebody else may have one of them by now.
  const [first, ...others] = batch.filter((due) => (error === null ? reported.has(due) : !unwanted.has(due)))
  if (error === withheld) return giveBack(db, batch, endedAt)
  if (first === undefined) return
  const ended = [first, ...others] as const
  if (error === null)
    await noteDelivered(
      db,
      endpointId,
      ended.map((due) => ({ due, attempt })),
    )
  else await noteFailures(settings, ended, attempt, { isOver: error === unknown })
}

const readMembers = async ({ parts }: DelivererSettings, organizationId: string) =>
  new Set((await parts.listMembers(organizationId)).map((address) => address.toLowerCase()))

/** The endpoint is disabled, or another address by now: what waits goes there, or stays. */
const withheld = 'withheld'
/** Nobody knows whether a mail arrived: it is listed as failed rather than sent twice. */
const unknown = 'outcome-unknown'

interface DigestMail {
  id: string
  batch: Batch
  to: readonly string[]
  /** Added to: what it says, and what the endpoint does not choose any more. */
  reported: Set<DueDelivery>
  unwanted: Set<DueDelivery>
}

/** Gives a mail to the server for each address that has not had it; null where all of them have it now. */
async function mail(settings: DelivererSettings, digest: DigestMail): Promise<string | null> {
  const { id, batch, to } = digest
  const [{ endpointId }] = batch
  const deliveryIds = batch.map((due) => due.id)
  const now = new Date(settings.clock.now())
  const begun = await beginMail(settings.db, { id, endpointId, deliveryIds, addresses: to, now })
  const became = await Promise.all(
    [...begun].map(([address, before]) => (before === 'new' ? sendTo(settings, digest, address) : before)),
  )
  if (became.includes('refused')) return 'mail-unavailable'
  if (became.includes('withheld')) return withheld
  return became.includes('unknown') ? unknown : null
}

/** Mails one address what is still to be told when the server takes it. */
async function sendTo(
  settings: DelivererSettings,
  digest: DigestMail,
  address: string,
): Promise<Mailed | 'refused' | 'withheld'> {
  const { db, clock, log, parts } = settings
  const { id, batch } = digest
  const [{ endpointId }] = batch
  const late = { isWithheld: false }
  const compose = async (send: (content: MailContent) => Promise<void>) => {
    await db.transact(async (tx) => {
      await joinSending(tx)
      const begunMs = performance.now()
      const sendable = await selectSendable(tx, batch, new Date(clock.now()))
      const events = stillTold(digest, sendable)
      late.isWithheld = events.length === 0
      if (performance.now() - begunMs > longestSendingMs) throw new Error('read too long before it is sent')
      if (events.length > 0) await send(digestMail(events, parts))
    })
  }
  try {
    const part = addressDigest(address).toString('hex').slice(0, 16)
    await parts.mail.sendLate({ id: `${id}.${part}`, to: address }, compose)
  } catch (error) {
    const isCertain = late.isWithheld || (error instanceof MailUnavailable && !error.mayHaveArrived)
    if (!late.isWithheld) log('digest not mailed', { level: 'warn', endpointId, cause: String(error) })
    if (!isCertain) return 'unknown'
    await noteRefused(db, id, address)
    return late.isWithheld ? 'withheld' : 'refused'
  }
  await noteTaken(db, id, address, new Date(clock.now()))
  return 'taken'
}

/** Those of a mail that may be told now, which is noted. */
function stillTold(
  { batch, reported, unwanted }: DigestMail,
  sendable: ReadonlyMap<string, Sendable>,
): Sendable[] {
  return batch.flatMap((due) => {
    const now = sendable.get(due.id)
    const why = explainWithheld(due, now)
    if (why === 'unwanted') unwanted.add(due)
    if (why !== undefined || now === undefined) return []
    reported.add(due)
    return [now]
  })
}

function digestMail(
  deliveries: readonly Sendable[],
  { baseUrl, describeEvent }: DelivererSettings['parts'],
): MailContent {
  const count = deliveries.length === 1 ? '1 event' : `${deliveries.length} events`
  const paragraphs = deliveries.slice(0, maxDigestLines).map((event) => {
    const { title, facts } = shortenWords(describeEvent(event))
    const all = [...facts, ['At', event.happenedAt.toISOString()] as const]
    return `${event.isTest ? 'Test: ' : ''}${title} (${all.map(([name, value]) => `${name}: ${value}`).join('; ')})`
  })
  const left = deliveries.length - maxDigestLines
  return {
    subject: `Digest: ${count}`,
    paragraphs: left > 0 ? [...paragraphs, `And ${left} more; see the event feed.`] : paragraphs,
    link: { label: 'listEvents', url: `${baseUrl}/ai-docs/listEvents.md` },
  }
}
