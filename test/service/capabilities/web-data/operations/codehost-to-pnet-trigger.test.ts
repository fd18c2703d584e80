import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openCodeHostTest, type CodeHostTest } from '../../../../worlds/code-host.ts'

let host: CodeHostTest
beforeAll(async () => {
  host = await openCodeHostTest()
})

const start = 'POST /v1/codehost-to-pnet/trigger'
const poll = 'POST /v1/codehost-to-pnet/polling'

describe('200', () => {
  test('accounts in order, charged for those with a page', async () => {
    verifies('op.codehost-to-pnet-trigger')
    const { rawKey: key } = await host.service.org(100)
    const accounts = [
      { username: 'ada-l' },
      { username: 'nobody-has-this' },
      { username: 'two words', clientReferenceId: 'bad' },
      { url: 'https://github.com/globex' },
    ]
    const started = await host.service.send(start, { key, body: { accounts } })
    expect(started.body.chargeInfo.method).toBe('charging-later')
    await host.service.almanac.jobs.workNow()
    const { output, chargeInfo } = (await host.service.send(poll, { key, body: started.body.output })).body
    expect(output.status).toBe('DONE')
    expect(output.data).toMatchObject([
      { outcome: 'found', type: 'person', source: 'corpus' },
      { outcome: 'not_found', username: 'nobody-has-this' },
      { outcome: 'invalid', username: null, clientReferenceId: 'bad' },
      { outcome: 'found', type: 'company', source: 'code-host' },
    ])
    expect(chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 6 })
  })
})

test('takes and answers the forms that clients of such services know', async () => {
  const { rawKey: key } = await host.service.org(1_000)
  const people = [{ codehostUsername: '@ada-l', customerProvidedId: 'row-1' }]
  const started = await host.service.send(start, { key, body: { people } })
  await host.service.almanac.jobs.workNow()
  const { codehostAgentRunId } = started.body.output
  const { body } = await host.service.send('POST /v1/codehost-to-pnet/polling', {
    key,
    body: { codehostAgentRunId },
  })
  expect(body.output.data).toMatchObject([
    { customerProvidedId: 'row-1', codehostUsername: 'ada-l', pnetSlug: 'ada-lindqvist', status: 'DONE' },
  ])
})

describe('outputType email and both', () => {
  const people = [{ username: 'weic' }, { username: 'ada-l' }, { username: 'nobody-has-this' }]
  const lookUp = async (key: string, outputType?: string, accounts: object[] = people) => {
    const body = { people: accounts, outputType }
    const started = await host.service.send(start, { key, body })
    expect([started.status, started.body.warnings], started.text).toEqual([200, undefined])
    await host.service.almanac.jobs.workNow()
    const polled = await host.service.send(poll, { key, body: started.body.output })
    const results = polled.body.output.data as { extractedEmails: string[]; matchSource: string }[]
    return {
      emails: results.map(({ extractedEmails, matchSource }) => [matchSource, extractedEmails]),
      charged: polled.body.chargeInfo.creditsCharged,
    }
  }
  const none = [
    ['code-host', []],
    ['corpus', []],
    ['not-found', []],
  ]

  test('addresses that accounts show, and those the corpus has of the owner, charged as reveals are', async () => {
    verifies('client.codehost.emails')
    const { rawKey: key } = await host.service.org(100)
    for (const outputType of [undefined, 'pnet'])
      expect(await lookUp(key, outputType)).toEqual({ emails: none, charged: 6 })
    const both = [
      ['code-host', ['wei@chen.example']],
      ['corpus', ['ada.lindqvist@acme.example']],
      ['not-found', []],
    ]
    // Two pages at 3, and a work address at 2, which is paid for once.
    expect(await lookUp(key, 'both')).toEqual({ emails: both, charged: 8 })
    expect(await lookUp(key, 'email')).toEqual({ emails: both, charged: 6 })
    const refused = await host.service.send(start, { key, body: { people, outputType: 'phone' } })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'outputType'])
  })

  test('the owner of two accounts of a list is charged once', async () => {
    const { rawKey: key } = await host.service.org(100)
    const twice = [{ username: 'ada-l' }, { username: '@Ada-L' }]
    expect(await lookUp(key, 'both', twice)).toEqual({
      emails: twice.map(() => ['corpus', ['ada.lindqvist@acme.example']]),
      charged: 8,
    })
  })

  test('a balance that does not cover the addresses is refused at the start', async () => {
    const { rawKey: key } = await host.service.org(5)
    const body = { people: [{ username: 'ada-l' }] }
    const dear = await host.service.send(start, { key, body: { ...body, outputType: 'both' } })
    expect(dear.status).toBe(402)
    expect((await host.service.send(start, { key, body })).status).toBe(200)
  })
})

test('400 for no accounts, 1,001 of them, and one without a name', async () => {
  const { rawKey: key } = await host.service.org(10_000)
  for (const [body, path] of [
    [{}, 'accounts'],
    [{ accounts: [] }, 'accounts'],
    [{ accounts: Array.from({ length: 1_001 }, () => ({ username: 'a' })) }, 'accounts'],
    [{ accounts: [{ username: 'a' }, {}] }, 'accounts[1].username'],
  ] as const) {
    const answer = await host.service.send(start, { key, body })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
  }
})

test('401 without a key, 402 unless the balance covers all of them', async () => {
  const body = { accounts: [{ username: 'a' }, { username: 'b' }] }
  expect((await host.service.send(start, { body })).status).toBe(401)
  const { rawKey: key } = await host.service.org(5)
  expect((await host.service.send(start, { key, body })).status).toBe(402)
})
