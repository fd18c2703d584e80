import type { Endpoint } from './http-transport.ts'

/** Reads http(s)://user:password@host:port/database. Throws a TypeError that does not repeat the password. */
export function parseEndpoint(text: string): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('the engine url must look like http(s)://user:password@host:port/database')
  }
  const port = url.port || (url.protocol === 'https:' ? '8443' : '8123')
  return {
    origin: `${url.protocol}//${url.hostname}:${port}`,
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.replace(/^\/+|\/+$/g, '')) || 'default',
  }
}
