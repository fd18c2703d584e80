import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAnswer } from '../../../../support/harness.ts'
import { openCodeHostTest, type CodeHostTest } from '../../../../worlds/code-host.ts'

let host: CodeHostTest
beforeAll(async () => {
  host = await openCodeHostTest()
})

const start = 'POST /v1/codehost-lookup/trigger'
const poll = 'POST /v1/codehost-lookup/poll'

describe('200', () => {
  test('pages in the order of the request, people first, and the event tells the end', async () => {
    verifies('op.codehost-lookup-poll')
    const { rawKey: key } = await host.service.org(1_000)
    const body = {
      companies: [{ companyDomain: { value: 'acme.example' }, clientReferenceId: 'c' }],
      people: ['ada-lindqvist', 'nobody'].map((slug) => ({
        pnetUrl: `pnet.example/in/${slug}`,
        clientReferenceId: slug,
      })),
    }
    const started = await host.service.send(start, { key, body })
    const { codehostLookupRunId } = started.body.output
    await host.service.almanac.jobs.workNow()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const asked: object = { codehostLookupRunId, cursor, pageSize: 2 }
      const { output }: TestAnswer['body'] = (await host.service.send(poll, { key, body: asked })).body
      seen.push(...output.data.map((each: { clientReferenceId: string }) => each.clientReferenceId))
      cursor = output.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(['ada-lindqvist', 'nobody', 'c'])
    const events = async () => (await host.service.send('GET /v1/events', { key })).body.output.events
    // Shown when no older transaction of the server is at work, those of other tests included.
    await expect.poll(events).toMatchObject([
      {
        type: 'codehost_lookup.completed',
        data: { run_id: codehostLookupRunId, success: true, total: 3, found: 2, error: null },
      },
    ])
  })
})

test('400 for a cursor of elsewhere, 401, and 404 for another organization’s run and an unknown one', async () => {
  const [own, other] = [await host.service.org(100), await host.service.org(100)]
  const started = await host.service.send(start, {
    key: own.rawKey,
    body: { people: [{ personName: { value: 'A B' } }] },
  })
  const { codehostLookupRunId } = started.body.output
  const send = (key: string | undefined, body: object) =>
    host.service.send(poll, { body, ...(key === undefined ? {} : { key }) })
  expect((await send(own.rawKey, { codehostLookupRunId, cursor: 'x' })).status).toBe(400)
  expect((await send(undefined, { codehostLookupRunId })).status).toBe(401)
  const foreign = await send(other.rawKey, { codehostLookupRunId })
  const unknown = await send(own.rawKey, { codehostLookupRunId: 'task_0000000000000000000000' })
  expect([foreign.status, unknown.status]).toEqual([404, 404])
  expect(foreign.body.code).toBe(unknown.body.code)
})
