import { Failure, type Limiter } from '../../operation/index.ts'
import { openToken, sealToken } from '../../lib/signed-token.ts'
import {
  readCookie,
  readHeader,
  writeCookie,
  type BrowserSessions,
  type Mount,
  type MountRequest,
} from '../http/index.ts'
import type { NewSession, SignInOrigin } from './console-door.ts'

/** The sign-in at the provider of a company, as its paths need it. */
export interface ProviderDoor {
  /** Where the browser goes, and what its answer is checked against. */
  begin(): Promise<{ location: string; pending: object }>
  /** A session, or why there is none. */
  complete(search: string, pending: object, origin: SignInOrigin): Promise<NewSession | string>
}

export interface ProviderMountOptions {
  provider: ProviderDoor
  sessions: Pick<BrowserSessions, 'cookieName' | 'baseUrl'>
  limiter: Pick<Limiter, 'admitAddress'>
  /** Seals what the browser keeps meanwhile. */
  secret: Buffer
  now(): number
}

export const providerPath = '/console/provider'
/** Somebody who stays longer at the provider begins again. */
const maxMinutes = 10
const maxPerMinute = 20

/**
 * The way to the provider and back. Both are links that a browser follows, from another site the second time, so that no
 * header proves our page: the cookie of the first and the state in the second do.
 */
export function providerMounts(options: ProviderMountOptions): Mount[] {
  return [
    { method: 'GET', path: providerPath, answer: (from) => begin(options, from) },
    { method: 'GET', path: `${providerPath}/callback`, answer: (from) => complete(options, from) },
  ]
}

async function begin(options: ProviderMountOptions, from: MountRequest): Promise<Response> {
  const { provider, sessions, limiter, now } = options
  admit(limiter, from)
  const { location, pending } = await provider.begin()
  const token = sealToken({ pending, untilMs: now() + maxMinutes * 60_000 }, seal(options))
  return goOn(location, [
    writeCookie(sessions, 'provider', { token, seconds: maxMinutes * 60, path: providerPath }),
  ])
}

async function complete(options: ProviderMountOptions, from: MountRequest): Promise<Response> {
  const { provider, sessions, limiter, now } = options
  admit(limiter, from)
  const over = writeCookie(sessions, 'provider', { token: '', seconds: 0, path: providerPath })
  const before = openToken(readCookie(from.request, sessions, 'provider') ?? '', seal(options))
  if (!isPending(before) || before.untilMs <= now()) return goOn('/console/#problem=expired', [over])
  const { request, address, requestId } = from
  const search = URL.parse(request.url ?? '', sessions.baseUrl)?.search ?? ''
  const origin = { address, requestId, browser: readHeader(request, 'user-agent') }
  const outcome = await provider.complete(search, before.pending, origin)
  if (typeof outcome === 'string') return goOn(`/console/#problem=${outcome}`, [over])
  return goOn('/console/', [over, writeCookie(sessions, 'console', outcome)])
}

const seal = ({ secret }: ProviderMountOptions) => ({ key: secret, purpose: 'sign-in at a provider' })

function isPending(value: unknown): value is { pending: object; untilMs: number } {
  return typeof value === 'object' && value !== null && 'pending' in value && 'untilMs' in value
}

function admit(limiter: ProviderMountOptions['limiter'], { address }: MountRequest): void {
  const { admitted, retryAfterSeconds } = limiter.admitAddress(address, providerPath, {
    max: maxPerMinute,
    windowSeconds: 60,
  })
  if (!admitted) throw new Failure('rate-limited', { retryAfterSeconds })
}

function goOn(location: string, cookies: readonly string[]): Response {
  const response = new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
