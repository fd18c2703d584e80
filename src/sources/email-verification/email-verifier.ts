import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.ts'
import { deadlineSignal } from '../../lib/deadline.ts'
import { emailRejection, isDisposableEmail } from '../../lib/email-rejection.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { freeMailDomains } from '../../lib/mail-domains.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { askServers, type ServerAnswer, type SmtpSettings } from './ask-server.ts'
import { mailRoutes, type MailResolver, type MailRoutes } from './mail-routes.ts'
import { createTurns } from './turns.ts'
import { hourMs, minuteMs } from '../../lib/time.ts'

/** Why a status was given; `valid` has one reason only. */
export type VerificationReason =
  | 'syntax'
  | 'disposable'
  | 'no_domain'
  | 'null_mx'
  | 'no_mail_server'
  | 'dns_unanswered'
  | 'smtp_off'
  | 'mailbox_accepted'
  | 'catch_all'
  | 'catch_all_unclear'
  | 'mailbox_unknown'
  | 'mailbox_full'
  | 'greylisted'
  | 'refused'
  | 'unclear_reply'
  | 'unreachable'
  | 'smtputf8_missing'

export interface Verification {
  status: 'valid' | 'risky' | 'unknown' | 'invalid'
  reasons: VerificationReason[]
  /** Null when it was not checked. */
  isCatchAll: boolean | null
  isDisposable: boolean
  isRole: boolean
  isFree: boolean
}

export interface EmailVerifier {
  /** Goes up the ladder until a rung decides. Throws only when the signal aborts. */
  verify(email: string, way: { outbound: Outbound; signal: AbortSignal }): Promise<Verification>
}

export interface VerifierSettings {
  resolver: MailResolver
  clock: Clock
  /** Undefined: mail servers are not asked, and nothing is ever valid. */
  smtp:
    | (SmtpSettings & {
        /** Milliseconds between conversations with one domain. */
        gapMs: number
        /** Milliseconds until an address that was put off is asked for again. */
        greylistMs: number
        /** Milliseconds one conversation may take. */
        patienceMs: number
      })
    | undefined
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Milliseconds for which answers are remembered. */
const keepMs = { decided: 24 * hourMs, undecided: 10 * minuteMs, catchAll: 7 * 24 * hourMs }
const maxRememberedAddresses = 20_000

interface Cached<T> {
  value: T
  untilMs: number
}

/** The ladder: syntax, kind of address, mail route, and whether the server accepts this address but not every one. */
export function openEmailVerifier(settings: VerifierSettings): EmailVerifier {
  const { resolver, clock, smtp } = settings
  const turns = createTurns(smtp?.gapMs ?? 0, settings.wait)
  const answers = new LRUCache<string, Cached<Verification>>({ max: maxRememberedAddresses })
  const catchAlls = new LRUCache<string, Cached<boolean>>({ max: maxRememberedAddresses })

  const fresh = <T>(entry: Cached<T> | undefined): T | undefined =>
    entry !== undefined && entry.untilMs > clock.now() ? entry.value : undefined

  async function ask(
    address: string,
    routes: MailRoutes & { kind: 'hosts' },
    way: Way,
  ): Promise<ServerAnswer> {
    if (smtp === undefined) throw new Error('mail servers are not asked')
    const domain = readDomain(address)
    return turns.take(domain, way.signal, async () => {
      // Another question may have found out while this one stood in line.
      const cached = fresh(catchAlls.get(domain))
      if (cached === true) return { verdict: 'accepted', isCatchAll: true }
      const nobody = cached === undefined ? `${nobodyName()}@${domain}` : undefined
      const asking = { address, nobody, hosts: routes.hosts }
      const answer = await askPatiently(asking, { ...way, settings: smtp }, smtp.patienceMs)
      // A server that refuses one mailbox for not being there takes not just any.
      const isCatchAll = answer.verdict === 'no-mailbox' ? false : answer.isCatchAll
      if (isCatchAll !== undefined)
        catchAlls.set(domain, { value: isCatchAll, untilMs: clock.now() + keepMs.catchAll })
      return answer.verdict === 'accepted' ? { ...answer, isCatchAll: answer.isCatchAll ?? cached } : answer
    })
  }

  async function climb(address: string, way: Way): Promise<Decision> {
    const routes = await orAborted(mailRoutes(readDomain(address), resolver), way.signal)
    if (routes.kind === 'none') return { status: 'invalid', reason: routes.reason }
    if (isDisposableEmail(address)) return { status: 'risky', reason: 'disposable' }
    if (routes.kind === 'unknown') return { status: 'unknown', reason: 'dns_unanswered' }
    if (smtp === undefined) return { status: 'unknown', reason: 'smtp_off' }
    return decideStatus(await ask(address, routes, way))
  }

  return {
    async verify(email, way) {
      const address = normalizeEmail(email)
      if (address === undefined) return describe(email, { status: 'invalid', reason: 'syntax' })
      const cached = fresh(answers.get(address))
      if (cached !== undefined) return cached
      const decision = await climb(address, way)
      const verification = describe(address, decision)
      answers.set(address, {
        value: verification,
        untilMs: clock.now() + keptFor(decision, smtp?.greylistMs),
      })
      return verification
    },
  }
}

interface Way {
  outbound: Outbound
  signal: AbortSignal
}

/** A server that lets one wait is remembered like one that cannot be reached, so that it costs its time once. */
async function askPatiently(
  asking: Parameters<typeof askServers>[0],
  way: Parameters<typeof askServers>[1],
  patienceMs: number,
): Promise<ServerAnswer> {
  try {
    return await askServers(asking, { ...way, signal: deadlineSignal(patienceMs, way.signal) })
  } catch {
    way.signal.throwIfAborted()
    return { verdict: 'unreachable' }
  }
}

interface Decision {
  status: Verification['status']
  reason: VerificationReason
  isCatchAll?: boolean | undefined
}

const readDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** 80 random bits behind a letter: nobody's name. */
const nobodyName = () => `q${randomBytes(10).toString('hex')}`

/** `valid` only here: accepted, where an address that nobody has is not. */
function decideStatus({ verdict, isCatchAll }: ServerAnswer): Decision {
  switch (verdict) {
    case 'accepted':
      if (isCatchAll === undefined) return { status: 'unknown', reason: 'catch_all_unclear' }
      return isCatchAll
        ? { status: 'risky', reason: 'catch_all', isCatchAll }
        : { status: 'valid', reason: 'mailbox_accepted', isCatchAll }
    case 'no-mailbox':
      return { status: 'invalid', reason: 'mailbox_unknown', isCatchAll: false }
    case 'full':
      return { status: 'risky', reason: 'mailbox_full', isCatchAll }
    case 'later':
      return { status: 'unknown', reason: 'greylisted' }
    case 'refused':
      return { status: 'unknown', reason: 'refused' }
    case 'no-smtputf8':
      return { status: 'unknown', reason: 'smtputf8_missing' }
    case 'unreachable':
      return { status: 'unknown', reason: 'unreachable' }
    case 'unclear':
      return { status: 'unknown', reason: 'unclear_reply' }
  }
}

function describe(address: string, { status, reason, isCatchAll }: Decision): Verification {
  return {
    status,
    reasons: [reason],
    isCatchAll: isCatchAll ?? null,
    isDisposable: isDisposableEmail(address),
    isRole: emailRejection(address) === 'role_based_mailbox',
    isFree: freeMailDomains.has(readDomain(address)),
  }
}

/** A greylisting server answers after a delay; asking earlier restarts the delay. */
function keptFor({ status, reason }: Decision, greylistMs = 0): number {
  if (reason === 'greylisted') return greylistMs
  return status === 'unknown' ? keepMs.undecided : keepMs.decided
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
