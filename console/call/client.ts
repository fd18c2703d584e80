import type { components, operations } from '../../client/src/generated/schema.ts'
import { openWire, type Ask } from '../../client/src/wire.ts'

/**
 * Every operation, by path and with its types: the wire of the client (docs/decisions/0060), with the cookie of the session.
 * Without the header the cookie does not count, so that no other page can use it.
 */
export const api = openWire({ baseUrl: '/', headers: { 'x-almanac-console': '1' } })

/** The same for a path that is no operation, or is data itself. */
export const ask = api.request as unknown as Ask

export type Schemas = components['schemas']
export type Operations = operations
