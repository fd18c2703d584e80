import { Failure } from '../failure.ts'

/** Names that requests use for their cursor. */
const names = ['cursor', 'nextPageToken', 'pageToken'] as const

/** Adds to a refused cursor the member of the request it was in; returns any other failure unchanged. */
export function namingCursor(thrown: unknown, input: Readonly<Record<string, unknown>>): unknown {
  if (!(thrown instanceof Failure) || thrown.issues !== undefined) return thrown
  const { code, message, cause } = thrown
  if (code !== 'invalid-cursor' && code !== 'cursor-expired') return thrown
  const path = names.find((name) => typeof input[name] === 'string')
  if (path === undefined) return thrown
  return new Failure(code, { issues: [{ path, message, code: code.replace('-', '_') }], cause })
}
