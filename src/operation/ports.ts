import type { MilliCredits } from '../lib/credits.ts'
import type { Queryable } from '../store/postgres/index.ts'
import type { PriceKey } from './price-list.ts'
import type { PriceLine } from './price.ts'
import type { Role } from './roles.ts'

/** The caller: an organization, through one of its API keys. */
export interface Caller {
  organizationId: string
  keyId: string
  /** Display prefix, never the secret. */
  keyPrefix: string
  /** `test` keys are never charged. */
  mode: 'live' | 'test'
  /** What the key may do; undefined for everything. */
  restrictions?: KeyRestrictions
  /** The secret presented was replaced by a rotation and works only until its overlap ends. */
  isOutgoing?: true
  /** For test keys: the organization whose sandbox is `organizationId`. Its limits and prices apply. */
  sandboxOf?: string
  /** The person in a browser who acts through the key; undefined for a key of a program. */
  person?: Person
  /** The console session that the request belongs to. */
  sessionId?: string
}

/** A person of an organization. */
export interface Person {
  memberId: string
  /** As the audit writes it: `person:ann@acme.example`. */
  actor: string
  role: Role
}

/** Settings of a key that narrow what it may do. */
export interface KeyRestrictions {
  /** Patterns of operation ids, `*` for any letters; an empty list allows every operation. */
  scopes: readonly string[]
  /** Only operations that change nothing. */
  isReadOnly: boolean
  /** Addresses and CIDR ranges requests may come from; an empty list allows any address. */
  allowedAddresses: readonly string[]
}

export interface Authenticator {
  /** Undefined for anything that is not a live key (malformed, unknown, expired, revoked). Throws only when the store is down. */
  authenticate(rawKey: string): Promise<Caller | undefined>
}

/** Where calls of sandbox keys run. */
export interface Sandbox {
  /** Advances the clock of a sandbox by this many milliseconds and returns its time. */
  advance(organizationId: string, byMs: number): Promise<number>
  /** Dependencies of a slice that know only synthetic data. Opened when first requested. */
  openDeps(slice: string): Promise<unknown>
  /** Where records of the synthetic data come from. */
  tracer?(): Promise<RecordTracer>
  /** Runs work with the clock at that time. */
  run<T>(nowMs: number, work: () => Promise<T>): Promise<T>
}

export interface Admission {
  admitted: boolean
  max: number
  windowSeconds: number
  remaining: number
  /**
   * Seconds until one more request is admitted, 0 if it is now. Rounded up, so that a client waiting exactly this long gets
   * in.
   */
  retryAfterSeconds: number
}

export interface Limiter {
  /** Counts one request against the organization's budget of the operation, all its keys together. Never touches a store on the hot path. */
  admit(organizationId: string, operationId: string, fallback: RateLimit): Promise<Admission> | Admission
  /** The limits in force for an organization. */
  effective(
    organizationId: string,
    operationId: string,
    fallback: RateLimit,
  ): Promise<{ max: number; isCustom: boolean }>
  /** Counts one failed authentication of an address (60 a minute). */
  admitFailure(address: string): Admission
  /** Counts one request of an address to an operation that needs no key. */
  admitAddress(address: string, operationId: string, limit: RateLimit): Admission
}

export interface RateLimit {
  max: number
  windowSeconds: number
}

/** Where a member of a record comes from. */
export interface ValueOrigin {
  source: string
  /** When the source observed this value. ISO 8601. */
  observedAt: string
  /** When any source last confirmed it; never earlier than `observedAt`. */
  verifiedAt: string
  /** 0..1 */
  confidence: number
  /** Of a list or map that several sources fill: who says each entry, by its index or key. */
  entries?: Readonly<Record<string, readonly string[]>>
}

/** A record and where its members come from. */
export interface TracedRecord {
  /** By member. Members without a value, or computed for this answer only, have no entry. */
  origins: Record<string, ValueOrigin>
  /** Members that identify the entity. */
  identifying: readonly string[]
}

/** Knows where the members of records come from. */
export interface RecordTracer {
  /** Aligned with `records`; undefined for a record the corpus does not hold. */
  trace(
    kind: string,
    records: readonly Readonly<Record<string, unknown>>[],
    signal: AbortSignal,
  ): Promise<(TracedRecord | undefined)[]>
}

/** Credits set aside before work begins. */
export interface Hold {
  id: string
  amount: MilliCredits
  /** Unit prices fixed at quote time, so that a price change during the request cannot break the charge. */
  unitPrices: Partial<Record<PriceKey, MilliCredits>>
  /** Nothing is set aside yet: `settle` does that together with the charge and may refuse. */
  deferred?: HoldRequest
}

export interface BalanceView {
  available: MilliCredits
  /** Credits of the running period (allocation plus purchases). */
  allocation: MilliCredits
  /** Set when no subscription can be used: paused, or past its period and grace time. */
  restricted?: true
}

export type HoldOutcome =
  | { ok: true; hold: Hold }
  | { ok: false; reason: 'out-of-credits' | 'key-credit-limit-reached' | 'restricted'; balance: BalanceView }

export interface HoldRequest {
  caller: Caller
  requestId: string
  operationId: string
  lines: PriceLine[]
  /** Additional keys the charge may use besides those of `lines`; their prices are fixed with the hold too. */
  keys?: readonly PriceKey[]
  /** Takes what is left when the balance is short, but at least one unit of the cheapest line. */
  partial: boolean
  /**
   * The work only reads and its answer can be withheld, so the hold may wait until the charge when the caller recently had
   * plenty of credit.
   */
  mayDefer?: boolean
  /** The hold frees itself at this instant unless settled (crash safety). */
  expiresAtMs: number
}

export interface SettleRequest {
  caller: Caller
  hold: Hold
  requestId: string
  operationId: string
  lines: PriceLine[]
  /** Runs in the transaction of the charge and answers which of the lines are charged. A throw rolls both back. */
  decide?: ((tx: Queryable) => Promise<readonly PriceLine[]>) | undefined
  /** Runs after `decide` and the capture, in the same transaction, where anything was captured. */
  charged?: ((tx: Queryable, charged: MilliCredits) => Promise<void>) | undefined
  /**
   * For a request with an idempotency key: `answer` is called inside the transaction once charge and balance are known,
   * and what it returns is stored with the charge, so that a retry replays instead of charging again. A throw rolls back.
   */
  replay?: { slot: IdempotencySlot; answer(settled: Settled): StoredAnswer }
}

export interface HandOverRequest {
  caller: Caller
  /** Undefined when nothing is held. */
  hold: Hold | undefined
  /** Stores the job, in the transaction that makes the hold the job's own. A throw rolls both back. */
  begin(tx: Queryable): Promise<void>
  /** As in SettleRequest; `charged` is the amount set aside. */
  replay?: { slot: IdempotencySlot; answer(settled: Settled): StoredAnswer }
}

export interface Settled {
  charged: MilliCredits
  balance: BalanceView
}

export interface Ledger {
  /** Prices in force for an organization. */
  unitPrices(organizationId: string, keys: readonly PriceKey[]): Promise<Record<string, MilliCredits>>
  balance(organizationId: string): Promise<BalanceView>
  hold(request: HoldRequest): Promise<HoldOutcome>
  /**
   * Captures what was delivered and releases the rest, in one transaction. Throws when the hold is gone, and OutOfCredits
   * when the balance does not cover a deferred hold.
   */
  settle(request: SettleRequest): Promise<Settled>
  /** Turns a request's hold into the hold of the job it starts. `charged` of the answer is the amount set aside. */
  handOver(request: HandOverRequest): Promise<Settled>
  /** Gives the whole hold back; safe to repeat. */
  release(hold: Hold): Promise<void>
}

export interface StoredAnswer {
  status: number
  body: string
  /** The charge of the original request; replays are charged nothing. */
  creditsCharged: MilliCredits
}

export interface IdempotencySlot {
  organizationId: string
  key: string
  requestId: string
}

export type IdempotencyClaim =
  | { state: 'claimed'; slot: IdempotencySlot }
  /** `claimedAtMs`: when the request that was answered claimed the key. */
  | { state: 'replay'; answer: StoredAnswer; claimedAtMs: number }
  | { state: 'running' }
  | { state: 'mismatch' }
  /** Its answer named somebody who asked to be removed: the answer is deleted, and the key stays used. */
  | { state: 'withdrawn' }

export interface Idempotency {
  /** Claims a key for one request; `fingerprint` covers operation and body. */
  claim(claim: {
    organizationId: string
    key: string
    fingerprint: string
    requestId: string
    expiresAtMs: number
  }): Promise<IdempotencyClaim>
  /** Stores an answer that charged nothing (charging answers are stored by Ledger.settle). */
  complete(slot: IdempotencySlot, answer: StoredAnswer): Promise<void>
  /** Frees the key after a refused or failed request, so a retry runs again. */
  abandon(slot: IdempotencySlot): Promise<void>
}

/** Where a request came from: a program with a key, a person in the console, an agent. */
export type RequestSource = 'api' | 'console' | 'agent'

export interface RequestRecord {
  id: string
  organizationId: string
  keyId: string
  operationId: string
  method: string
  routePath: string
  statusCode: number
  durationMs: number
  errorCode: string | null
  creditsCharged: MilliCredits
  /** The members as sent, without the key; the log redacts personal data before it stores them. */
  request: unknown
  atMs: number
  source: RequestSource
}

/** A file the kernel received and keeps in the blob store. */
export interface ReceivedFile {
  /** SHA-256 of the content. */
  blobId: string
  bytes: number
}

/** Receives the files of requests. */
export interface Files {
  /**
   * Stores the file while its request runs, unless the organization has reached its limit. Throws BlobTooLarge.
   */
  receive(
    content: AsyncIterable<Uint8Array>,
    of: { organizationId: string; maxBytes: number },
  ): Promise<ReceivedFile | FileQuota>
  /** Keeps a file whose request was accepted. */
  keep(file: ReceivedFile, of: { organizationId: string; untilMs: number }): Promise<void>
}

/** Bytes an organization stores now, and its limit. */
export interface FileQuota {
  overQuota: true
  kept: number
  quota: number
}

export interface RequestLog {
  /** Buffers; never throws and never delays the answer. */
  record(entry: RequestRecord): void
}
