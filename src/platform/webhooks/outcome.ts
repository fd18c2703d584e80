import type { DeliveryAttempt, DueDelivery } from './delivery-rows.ts'
import type { Sendable } from './sendable.ts'

/** Why a delivery that was taken is not sent after all. */
export type Withheld = 'gone' | 'disabled' | 'moved' | 'unwanted'

export interface Attempted extends DeliveryAttempt {
  /** Milliseconds that the receiver asks for. */
  waitMs: number
  /** Whether it asks for less to be sent. */
  asksForTime: boolean
}

/** What came of a delivery: an attempt, or why there was none. */
export type Outcome =
  | { withheld: Withheld }
  | { withheld?: undefined; attempt: Attempted; isReceived: boolean }

/** The answer of a receiver, or why there was none. */
export type ReceiverAnswer = Omit<Attempted, 'endedAt' | 'durationMs'>

/** What an attempt says where nothing is known. */
export const blankAnswer: ReceiverAnswer = {
  status: null,
  error: null,
  failedStep: null,
  resolvedTo: [],
  detail: null,
  requestHeaders: null,
  responseHeaders: null,
  responseBody: null,
  waitMs: 0,
  asksForTime: false,
}

/** Why a delivery is not sent as it was taken; undefined where it is. */
export function explainWithheld(
  { url, kind }: Pick<DueDelivery, 'url' | 'kind'>,
  now: Sendable | undefined,
): Withheld | undefined {
  if (now === undefined) return 'gone'
  if (now.isDisabled) return 'disabled'
  if (now.url !== url || now.kind !== kind) return 'moved'
  return now.isWanted ? undefined : 'unwanted'
}
