import { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { countingCompleted } from '../../../test/support/counting-event.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { isSignedBy, webhookReceiver } from '../../../test/support/webhook-receiver.ts'
import { registerListen } from './listen.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

/** Runs the command; `ready` is called when it listens. */
async function run(line: readonly string[], ready: () => Promise<unknown> = async () => undefined) {
  const { db, clock } = platform
  const printed: (object | string)[] = []
  const program = new Command('almanac').exitOverride().configureOutput({ writeErr: () => undefined })
  const told: Promise<unknown>[] = []
  registerListen(program, {
    open: async () => ({ db, clock, secret: Buffer.alloc(32, 7), close: async () => undefined }),
    print(value) {
      if (printed.push(value) === 1) told.push(ready())
    },
    everyMs: 5,
  })
  await program.parseAsync(['listen', ...line], { from: 'user' })
  await Promise.all(told)
  return printed
}

const { example } = countingCompleted
const append = (organizationId: string, task: string) =>
  platform.db.transact((tx) =>
    platform.events.append(tx, countingCompleted, { organizationId, data: { ...example, task_id: task } }),
  )

describe('almanac listen', () => {
  test('prints what happens from now on, signed, and forwards it', async () => {
    const { organizationId } = await anOrg(platform)
    const receiver = await webhookReceiver((response, { body }) =>
      response.writeHead(body.includes('third') ? 500 : 200).end(),
    )
    await append(organizationId, 'before')
    const [first, ...lines] = await run(
      [organizationId, '--forward', receiver.url, '--count', '2'],
      async () => {
        await append((await anOrg(platform)).organizationId, 'of another')
        await append(organizationId, 'second')
        await append(organizationId, 'third')
      },
    )
    const secret = /whsec_\S+/.exec(String(first))?.[0] ?? ''
    expect(lines).toMatchObject([
      { forwarded: 200, body: { task_id: 'second' }, headers: { 'webhook-event': 'counting.completed' } },
      { forwarded: 500, body: { task_id: 'third' } },
    ])
    expect(receiver.calls.map((call) => isSignedBy(call, secret))).toEqual([true, true])
  })

  test('signs with the secret it is given, and leaves out events that were not asked for', async () => {
    const { organizationId } = await anOrg(platform)
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
    const receiver = await webhookReceiver()
    const { port } = new URL(receiver.url)
    const line = [organizationId, '--forward', port, '--secret', secret, '--count', '1']
    await run([...line, '--events', 'x.y,counting.completed'], () => append(organizationId, 'task'))
    expect(receiver.calls.map((call) => isSignedBy(call, secret))).toEqual([true])
  })

  test('refuses other machines, bad secrets and unknown organizations', async () => {
    const { organizationId } = await anOrg(platform)
    await expect(run([organizationId, '--forward', 'https://receiver.example/'])).rejects.toThrow(
      'this machine',
    )
    await expect(run([organizationId, '--secret', 'whsec_c2hvcnQ='])).rejects.toThrow('whsec_')
    await expect(run(['org_unknown'])).rejects.toThrow('There is no organization')
  })
})
