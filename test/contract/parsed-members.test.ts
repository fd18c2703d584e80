import { expect, test } from 'vitest'
import type { AnyOperation } from '../../src/operation/index.ts'
import { inProcess } from './in-process.ts'
import { everyOperation } from './registry.ts'

/** What an agent's call is compared in: all that does not tell one request from the next. */
async function outcome(operation: AnyOperation, parsed: Record<string, unknown> | undefined) {
  const { ports, reached, ask } = inProcess({ operatorToken: 'operator-token' })
  const token = operation.access === 'operator' ? { authorization: 'Bearer operator-token' } : undefined
  const headers = token === undefined ? {} : { headers: token }
  const answer = await ask(operation, { ...(parsed === undefined ? {} : { parsed }), ...headers })
  const { requestId, errorCode, ...body } = answer.body as Record<string, unknown>
  const log = ports.records.map(({ id: _id, errorCode: _code, ...entry }) => entry)
  const shown = { ...answer.headers, 'x-request-id': typeof requestId + typeof errorCode }
  return { status: answer.status, shown, body, reached, log, balance: ports.balanceView }
}

/** Those whose stand-in handler answers as the kernel expects. */
const answering = everyOperation.filter(([, { media }]) => media?.always !== true)

test.each(answering)('%s answers parsed members as it answers HTTP', async (_id, operation) => {
  const members = { ...(operation.examples[0]?.input as Record<string, unknown>) }
  const asHttp = await outcome(operation, undefined)
  expect(asHttp.reached).toHaveLength(1)
  expect(await outcome(operation, members)).toEqual(asHttp)
})
