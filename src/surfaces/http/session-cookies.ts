import type { IncomingMessage } from 'node:http'
import { parse, serialize } from 'hono/utils/cookie'
import type { Caller, Incoming } from '../../operation/index.ts'
import { requireOwnPage } from './own-page.ts'
import { readHeader } from './to-incoming.ts'

/** The sessions of browsers, as far as requests to operations need them. */
export interface BrowserSessions {
  /** Names this installation: browsers send cookies to all ports of a host. */
  cookieName: string
  /** Address clients reach the service at. */
  baseUrl: string
  /** Undefined for a session that ended or never was. */
  findCaller(token: string, how: { isWatching: boolean }): Promise<Caller | undefined>
  isOperator(token: string): Promise<boolean>
}

/** `provider`: what a browser keeps while it is at the provider of a company. */
export type SessionRole = 'console' | 'operator' | 'provider'

/** The path of a cookie of the console is all of the service; one of the operator names those of its operations. */
const consolePath = '/'

/**
 * Under TLS the prefix keeps everybody but this very host from setting the cookie. That of the whole host cannot be limited to
 * a path.
 */
function nameCookie(
  { cookieName, baseUrl }: Pick<BrowserSessions, 'cookieName' | 'baseUrl'>,
  of: SessionRole,
): string {
  const name = of === 'console' ? cookieName : `${cookieName}_${of}`
  if (!isSecure(baseUrl)) return name
  return of === 'console' ? `__Host-${name}` : `__Secure-${name}`
}

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')

export function readCookie(
  request: IncomingMessage,
  sessions: Pick<BrowserSessions, 'cookieName' | 'baseUrl'>,
  of: SessionRole,
): string | undefined {
  const header = readHeader(request, 'cookie')
  if (header === undefined) return undefined
  const name = nameCookie(sessions, of)
  return parse(header, name)[name]
}

/** The header that gives a browser its session, or takes it away with `seconds` 0. */
export function writeCookie(
  sessions: Pick<BrowserSessions, 'cookieName' | 'baseUrl'>,
  of: SessionRole,
  { token, seconds, path = consolePath }: { token: string; seconds: number; path?: string },
): string {
  return serialize(nameCookie(sessions, of), token, {
    httpOnly: true,
    // The browser comes back from the provider by a link of another site.
    sameSite: of === 'provider' ? 'Lax' : 'Strict',
    path,
    maxAge: seconds,
    ...(isSecure(sessions.baseUrl) ? { secure: true } : {}),
  })
}

/** The session that came with a request, looked at only where the pipeline finds no key. */
export function findSession(
  request: IncomingMessage,
  sessions: BrowserSessions | undefined,
): Incoming['session'] {
  if (sessions === undefined) return undefined
  const token = readCookie(request, sessions, 'console')
  const operatorToken = readCookie(request, sessions, 'operator')
  if (token === undefined && operatorToken === undefined) return undefined
  return {
    async findCaller(how) {
      if (token === undefined) return undefined
      requireOwnPage(request, sessions)
      return sessions.findCaller(token, how)
    },
    async isOperator() {
      if (operatorToken === undefined) return false
      requireOwnPage(request, sessions)
      return sessions.isOperator(operatorToken)
    },
  }
}
