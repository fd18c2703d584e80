import { z } from 'zod'
import { Failure, type Issue, type Limiter } from '../../operation/index.ts'
import {
  readBody,
  readCookie,
  readHeader,
  requireOwnPage,
  writeCookie,
  type BrowserSessions,
  type Mount,
  type MountRequest,
} from '../http/index.ts'
import type { ConsoleDoor, SignInOrigin } from './console-door.ts'

export interface SessionMountOptions {
  door: ConsoleDoor
  sessions: Pick<BrowserSessions, 'cookieName' | 'baseUrl'>
  limiter: Limiter
  /** Below which paths a cookie of the operator is sent. */
  operatorPaths: readonly `/${string}`[]
}

/** Sign-ins a minute from one address, whether they succeed or not. */
const maxSignIns = 20

const text = z.string().min(1).max(500)
const signInBody = z.union([
  z.strictObject({ code: text }),
  z.strictObject({ apiKey: text }),
  z.strictObject({ invitation: text }),
  z.strictObject({ email: text, otp: text, organizationId: text.optional() }),
])
const operatorBody = z.union([z.strictObject({ code: text }), z.strictObject({ token: text })])
const modeBody = z.strictObject({ mode: z.enum(['live', 'test']) })

const sessionPath = '/console/session'
const operatorPath = '/console/operator-session'

/** The paths of browsers that sign in: no key, no envelope, and each only from a page of this service. */
export function sessionMounts(options: SessionMountOptions): Mount[] {
  return [
    { method: 'GET', path: sessionPath, answer: (from) => showSession(options, from) },
    { method: 'POST', path: sessionPath, answer: (from) => signIn(options, from) },
    { method: 'DELETE', path: sessionPath, answer: (from) => signOut(options, from) },
    { method: 'PUT', path: `${sessionPath}/mode`, answer: (from) => setMode(options, from) },
    { method: 'GET', path: '/console/sessions', answer: (from) => listSessions(options, from) },
    { method: 'DELETE', path: '/console/sessions', answer: (from) => endSessions(options, from) },
    { method: 'GET', path: operatorPath, answer: (from) => showOperator(options, from) },
    { method: 'POST', path: operatorPath, answer: (from) => signInOperator(options, from) },
    { method: 'DELETE', path: operatorPath, answer: (from) => signOutOperator(options, from) },
  ]
}

/** Also for whoever is not signed in, so that a page knows what it can offer. */
async function showSession({ door, sessions }: SessionMountOptions, from: MountRequest): Promise<Response> {
  const token = readCookie(from.request, sessions, 'console')
  if (token !== undefined) requireOwnPage(from.request, sessions)
  const open = token === undefined ? undefined : await door.find(token)
  return answer(from, { session: open?.view ?? null, offers: door.offers })
}

async function signIn(
  { door, sessions, limiter }: SessionMountOptions,
  from: MountRequest,
): Promise<Response> {
  requireOwnPage(from.request, sessions)
  admit(limiter, from, sessionPath)
  const way = await readJson(from, signInBody)
  const { token, seconds, view, organizations } = await door.signIn(way, originOf(from))
  const cookie = writeCookie(sessions, 'console', { token, seconds })
  return answer(from, { session: view, ...(organizations && { organizations }) }, [cookie])
}

async function signOut({ door, sessions }: SessionMountOptions, from: MountRequest): Promise<Response> {
  const token = requireToken(from, sessions)
  await door.end(token, originOf(from))
  return answer(from, { isEnded: true }, [writeCookie(sessions, 'console', { token: '', seconds: 0 })])
}

async function setMode({ door, sessions }: SessionMountOptions, from: MountRequest): Promise<Response> {
  const token = requireToken(from, sessions)
  const { mode } = await readJson(from, modeBody)
  const session = await door.setMode(token, mode)
  if (session === undefined) throw new Failure('forbidden')
  return answer(from, { session })
}

async function listSessions({ door, sessions }: SessionMountOptions, from: MountRequest): Promise<Response> {
  return answer(from, { sessions: await door.list(requireToken(from, sessions)) })
}

async function endSessions({ door, sessions }: SessionMountOptions, from: MountRequest): Promise<Response> {
  const token = requireToken(from, sessions)
  const endedCount = await door.endAll(token, originOf(from))
  return answer(from, { endedCount }, [writeCookie(sessions, 'console', { token: '', seconds: 0 })])
}

async function showOperator({ door, sessions }: SessionMountOptions, from: MountRequest): Promise<Response> {
  const token = readCookie(from.request, sessions, 'operator')
  if (token !== undefined) requireOwnPage(from.request, sessions)
  return answer(from, { session: (token === undefined ? undefined : await door.findOperator(token)) ?? null })
}

async function signInOperator(options: SessionMountOptions, from: MountRequest): Promise<Response> {
  const { door, sessions, limiter } = options
  requireOwnPage(from.request, sessions)
  admit(limiter, from, operatorPath)
  const way = await readJson(from, operatorBody)
  const { token, seconds, view } = await door.signInOperator(way, originOf(from))
  return answer(from, { session: view }, operatorCookies(options, { token, seconds }))
}

async function signOutOperator(options: SessionMountOptions, from: MountRequest): Promise<Response> {
  const { door, sessions } = options
  const token = requireToken(from, sessions, 'operator')
  await door.endOperator(token, originOf(from))
  return answer(from, { isEnded: true }, operatorCookies(options, { token: '', seconds: 0 }))
}

/** One for each path: a cookie has one path, and the operations of the operator lie under several. */
function operatorCookies(
  { sessions, operatorPaths }: SessionMountOptions,
  session: { token: string; seconds: number },
): string[] {
  return [operatorPath, ...operatorPaths].map((path) =>
    writeCookie(sessions, 'operator', { ...session, path }),
  )
}

/** Throws 401 without a cookie; whether its session goes on is for the caller to see. */
function requireToken(
  { request }: MountRequest,
  sessions: SessionMountOptions['sessions'],
  of: 'console' | 'operator' = 'console',
): string {
  const token = readCookie(request, sessions, of)
  if (token === undefined) throw new Failure('no-session')
  requireOwnPage(request, sessions)
  return token
}

function admit(limiter: Limiter, { address }: MountRequest, path: string): void {
  const { admitted, retryAfterSeconds } = limiter.admitAddress(address, path, {
    max: maxSignIns,
    windowSeconds: 60,
  })
  if (!admitted) throw new Failure('rate-limited', { retryAfterSeconds })
}

const originOf = ({ address, request, requestId }: MountRequest): SignInOrigin => ({
  address,
  requestId,
  browser: readHeader(request, 'user-agent'),
})

async function readJson<T>({ request }: MountRequest, schema: z.ZodType<T>): Promise<T> {
  const bytes = (await readBody(request)) ?? new Uint8Array()
  let members: unknown
  try {
    members = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Failure('invalid-json')
  }
  const result = schema.safeParse(members)
  if (result.success) return result.data
  const issues: Issue[] = result.error.issues.map(({ path, message, code }) => ({
    path: path.join('.'),
    message,
    code,
  }))
  throw new Failure('invalid-request', { issues })
}

function answer({ requestId }: MountRequest, body: object, cookies: readonly string[] = []): Response {
  const response = Response.json(body, {
    headers: { 'cache-control': 'no-store', 'x-request-id': requestId },
  })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
