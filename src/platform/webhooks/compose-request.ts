import { openBytes } from '../../lib/sealed-bytes.ts'
import type { OutboundContent } from '../outbound/index.ts'
import { chatMessages } from './chat-messages.ts'
import type { DelivererSettings } from './deliverer-settings.ts'
import type { DueDelivery, Heads } from './delivery-rows.ts'
import type { DestinationKind } from './endpoint-rows.ts'
import { requestHeads } from './logged-headers.ts'
import { blankAnswer, explainWithheld, type ReceiverAnswer, type Withheld } from './outcome.ts'
import type { Sendable } from './sendable.ts'
import { eventHeaders } from './signature.ts'

export const secretPurpose = 'webhook secret'

/** Composes the request when its connection stands, of what is known then. */
export function createSending(settings: DelivererSettings, due: DueDelivery) {
  let ended: ReceiverAnswer | Withheld | undefined
  let fault: { cause: unknown } | undefined
  let requestHeaders: Heads | null = null
  const compose = async (sendNow: (content: OutboundContent) => void) => {
    try {
      await settings.turns.take(due, (now) => {
        ended = explainWithheld(due, now)
        if (ended !== undefined || now === undefined) return
        const request = isChat(now.kind)
          ? composeChatMessage(settings, { ...now, kind: now.kind })
          : signRequest(settings, due.endpointId, now)
        // Sealed with another key of the installation: unsigned nobody should believe it.
        if (request === undefined) ended = { ...blankAnswer, error: 'no-secret' }
        else {
          requestHeaders = requestHeads(request.headers)
          sendNow(request)
        }
      })
    } catch (cause) {
      fault = { cause }
    }
  }
  return {
    compose,
    requestHeaders: () => requestHeaders,
    /** What ended it before it was sent, undefined where nothing did. Throws what the store threw. */
    ended() {
      if (fault !== undefined) throw fault.cause
      return ended
    },
  }
}

export const isChat = (kind: DestinationKind): kind is 'slack' | 'teams' =>
  kind === 'slack' || kind === 'teams'

/** The payload with its signatures; undefined where no secret can be read. */
function signRequest(
  { clock, secret }: DelivererSettings,
  endpointId: string,
  { eventId: id, eventKey, body, isTest, secrets: sealed }: Sendable,
): OutboundContent | undefined {
  const secrets = sealed.flatMap(
    (one) => openBytes(one, endpointId, { key: secret, purpose: secretPurpose }) ?? [],
  )
  if (secrets.length === 0) return undefined
  const headers = eventHeaders({ id, eventKey, body, atMs: clock.now() }, secrets)
  return { headers: isTest ? { ...headers, 'webhook-test': 'true' } : headers, body }
}

/** A message in the form of a chat. Its address is what lets it in: nothing is signed. */
function composeChatMessage(
  { parts }: DelivererSettings,
  now: Sendable & { kind: 'slack' | 'teams' },
): OutboundContent {
  const message = chatMessages[now.kind](parts.describeEvent(now), now.isTest)
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) }
}
