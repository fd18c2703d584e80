import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { ConnectionPool } from './connection-pool.ts'
import { StoreUnavailable } from './failures.ts'

/** A message of Postgres: its letter, its length, its body. */
function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, letter)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const authenticated = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))
const fatal = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

test('a server that dies in the moment it lets us in fails the statement, not the process', async () => {
  // All in one chunk: the end is read before whoever asked for the connection can have looked at it.
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, fatal])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const pool = new ConnectionPool(
    {
      connectionString: `postgresql://someone@127.0.0.1:${port}/postgres`,
      poolSize: 1,
      applicationName: 'test',
      statementTimeoutMs: 1e3,
    },
    () => undefined,
  )
  onTestFinished(() => pool.close(0))
  for (let attempt = 0; attempt < 3; attempt++) {
    const select = { text: 'select 1', values: [] }
    const asked = pool.use((connection) => connection.run(select, { statementTimeoutMs: 1_000 }))
    await expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
  }
})

test('a process too busy to hear the answer asks again instead of taking the server for gone', async () => {
  const { url } = await testDatabase()
  const pool = new ConnectionPool(
    { connectionString: url, poolSize: 1, applicationName: 'test', statementTimeoutMs: 1_000 },
    () => undefined,
  )
  onTestFinished(() => pool.close(0))
  const select = { text: 'select 1 as one', values: [] }
  const asked = pool.use((connection) => connection.run(select, { statementTimeoutMs: 1_000 }))
  await new Promise((resolve) => process.nextTick(resolve))
  // Longer than a connection may take: its time-out is noticed before its answer.
  const until = performance.now() + 1_700
  while (performance.now() < until);
  expect(await asked).toMatchObject({ rows: [{ one: 1 }] })
})
