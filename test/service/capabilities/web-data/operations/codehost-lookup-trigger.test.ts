import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { importText } from '../../../../support/import-text.ts'
import { openCodeHostTest, type CodeHostTest } from '../../../../worlds/code-host.ts'

let host: CodeHostTest
beforeAll(async () => {
  host = await openCodeHostTest()
})
beforeEach(() => {
  host.failWith(undefined)
  host.asked.length = 0
})

const start = 'POST /v1/codehost-lookup/trigger'
const poll = 'POST /v1/codehost-lookup/poll'

async function lookUp(body: object) {
  const org = await host.service.org(1_000)
  const send = (route: string, body: object) => host.service.send(route, { key: org.rawKey, body })
  const started = await send(start, body)
  expect(started.status, started.text).toBe(200)
  const before = (await send(poll, started.body.output)).body
  await host.service.almanac.jobs.workNow()
  const after = (await send(poll, started.body.output)).body
  return { started: started.body, before, after, org }
}

describe('200', () => {
  test('an account the corpus knows needs no source; 3 credits each', async () => {
    verifies('op.codehost-lookup-trigger')
    const { started, before, after } = await lookUp({
      people: [{ pnetUrl: 'pnet.example/in/ada-lindqvist', clientReferenceId: 'a' }],
      companies: [{ companyDomain: { value: 'acme.example' } }],
    })
    expect(started.chargeInfo.method).toBe('charging-later')
    expect(before.output).toMatchObject({ status: 'NOT_STARTED', data: [], hasMore: true })
    expect(after.output).toMatchObject({ status: 'DONE', nextCursor: null, hasMore: false })
    expect(after.output.data).toMatchObject([
      {
        clientReferenceId: 'a',
        type: 'person',
        verdict: 'found',
        username: 'ada-l',
        source: 'corpus',
        confidenceOutOf10: 9,
      },
      { type: 'company', verdict: 'found', username: 'acme-robots', source: 'corpus' },
    ])
    expect(after.output.data[0].rationale).toMatch(/profileIdentifier/)
    expect(after.chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 6 })
    expect(host.asked).toEqual([])
  })

  test('somebody the corpus knows has a name in the answer, whatever came of the look-up', async () => {
    verifies('client.codehost.full-name')
    const { after } = await lookUp({ people: [{ pnetUrl: 'pnet.example/in/grace-muller' }] })
    expect(after.output.data).toMatchObject([{ verdict: 'not_found', fullName: 'Grace Müller' }])
  })

  test('accounts of imported files lead to their people and companies, and back', async () => {
    verifies('codehost.of-import', 'microblog.of-import')
    const person = { primary_slug: 'imp-orted', name: 'Imp Orted' }
    const ids = { github_username: 'Imp-Hub', twitter: 'https://twitter.com/imp_blog' }
    const text = `${JSON.stringify({ ...person, external_ids: ids })}\n`
    await importText(host.service, 'people', { name: 'p.jsonl', text })
    const company =
      'preferred_name,pnet_primary_slug,domains,github_usernames\nImp Ltd,imp-ltd,imp.example,imp-org\n'
    const { rejects } = await importText(host.service, 'companies', { name: 'c.csv', text: company })
    expect(rejects).toEqual([])
    const { after } = await lookUp({
      people: [{ pnetUrl: 'pnet.example/in/imp-orted' }],
      companies: [{ companyDomain: { value: 'imp.example' } }],
    })
    expect(after.output.data).toMatchObject([
      { verdict: 'found', username: 'imp-hub', source: 'corpus' },
      { verdict: 'found', username: 'imp-org', source: 'corpus' },
    ])
    const { rawKey: key } = await host.service.org(100)
    const back = async (family: string, body: object) =>
      (await host.service.send(`POST /v1/${family}/single`, { key, body })).body.output
    const pnetUrl = 'https://www.pnet.example/in/imp-orted'
    expect(await back('codehost-to-pnet', { username: 'imp-hub' })).toMatchObject({
      outcome: 'found',
      pnetUrl,
    })
    expect(await back('microblog-handle-to-pnet', { handle: '@Imp_Blog' })).toMatchObject({
      found: true,
      pnetUrl,
    })
    expect(host.asked).toEqual([])
  })

  test('takes and answers the forms that clients of such services know', async () => {
    const { rawKey: key } = await host.service.org(1_000)
    const people = [
      { inputType: 'pnetUrl', pnetUrl: 'pnet.example/in/ada-lindqvist', externalId: 'row-1' },
      { inputType: 'manual', fullName: 'Nobody Atall', externalId: 'row-2' },
    ]
    const started = await host.service.send(start, { key, body: { overallContext: 'Engineers', people } })
    const { codehostAgentRunId } = started.body.output
    await host.service.almanac.jobs.workNow()
    const { body } = await host.service.send(poll, { key, body: { codehostAgentRunId } })
    expect(body.output.data).toMatchObject([
      {
        customerProvidedId: 'row-1',
        fullName: 'Ada Lindqvist',
        outcome: 'FOUND_CANDIDATES',
        username: 'ada-l',
        errorMessage: null,
      },
      {
        customerProvidedId: 'row-2',
        fullName: 'Nobody Atall',
        outcome: 'NO_CANDIDATES_FOUND',
        username: null,
      },
    ])
    const none = await host.service.send(poll, { key, body: {} })
    expect([none.status, none.body.issues[0].path]).toEqual([400, 'codehostLookupRunId'])
  })

  test('others are looked for at the code host, with what the corpus knows besides', async () => {
    verifies('codehost.of-source')
    const { after } = await lookUp({
      people: [
        { pnetUrl: 'pnet.example/in/wei-chen' },
        // Three people have the name, so nobody is meant, and the account may be any of theirs.
        { personName: { value: 'Robert Miller' } },
        { personName: { value: 'Nobody Atall' } },
        { pnetUrl: 'https://elsewhere.example/x' },
      ],
      companies: [{ companyName: { value: 'Globex' } }],
    })
    const [wei, miller, nobody, bad, globex] = after.output.data
    expect(wei).toMatchObject({
      verdict: 'found',
      username: 'weic',
      url: 'https://github.com/weic',
      source: 'code-host',
      confidenceOutOf10: 8,
      rationale: 'The name is the same, so is the company.',
      profile: {
        username: 'weic',
        display_name: 'Wei Chen',
        repository_count: 2,
        links: [],
      },
    })
    expect(miller).toMatchObject({ verdict: 'unsure', username: null, confidenceOutOf10: 4, profile: null })
    expect(nobody).toMatchObject({ verdict: 'not_found', confidenceOutOf10: 1 })
    expect(bad).toMatchObject({ verdict: 'invalid' })
    expect(globex).toMatchObject({ type: 'company', verdict: 'found', username: 'globex' })
    expect(after.chargeInfo.creditsCharged).toBe(6)
  })

  test('an address given goes to the code host, one the corpus holds does not', async () => {
    await lookUp({ people: [{ emailAddress: 'wei@home.example', personName: { value: 'Wei Chen' } }] })
    expect(host.asked.some((url) => url.includes('wei%40home.example'))).toBe(true)
    host.asked.length = 0
    // The corpus has an address of hers, and no account.
    await lookUp({ people: [{ emailAddress: 'family@home.example', personName: { value: 'Ola Berg' } }] })
    await lookUp({ people: [{ profileIdentifier: { identifier: 'userID', value: '776' } }] })
    expect(host.asked.filter((url) => url.includes('family'))).toHaveLength(1)
  })

  test('a code host that is down is not “no account”, and costs nothing', async () => {
    host.failWith(500)
    const { after } = await lookUp({ people: [{ personName: { value: 'Somebody Else' } }] })
    expect(after.output.data).toMatchObject([{ verdict: 'unavailable', username: null }])
    expect(after.chargeInfo.method).toBe('free')
  })
})

test('400 for nothing to look for, too much of it, and a bad member', async () => {
  const { rawKey: key } = await host.service.org(10_000)
  const person = { personName: { value: 'A B' } }
  for (const [body, path] of [
    [{}, 'people'],
    [{ companies: [], people: [] }, 'people'],
    [{ people: Array.from({ length: 2_001 }, () => person) }, 'people'],
    [
      {
        people: Array.from({ length: 1_900 }, () => person),
        companies: Array.from({ length: 200 }, () => ({})),
      },
      'people',
    ],
    [{ people: [{ personName: { value: '' } }] }, 'people[0].personName.value'],
    [{ people: [person, { inputType: 'manual', externalId: 'row' }] }, 'people[1]'],
    [{ people: [{ inputType: 'manual', fullName: 'A B', workEmail: 'no address' }] }, 'people[0]'],
    [{ people: [{ inputType: 'other', fullName: 'A B' }] }, 'people[0]'],
    [
      { companies: [{ companyIdentifier: { identifier: 'x', value: 'y' } }] },
      'companies[0].companyIdentifier.identifier',
    ],
  ] as const) {
    const answer = await host.service.send(start, { key, body })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
  }
})

test('401 without a key, 402 unless the balance covers all of them', async () => {
  const body = { people: [{ personName: { value: 'A B' } }], companies: [{ companyName: { value: 'C' } }] }
  expect((await host.service.send(start, { body })).status).toBe(401)
  const { rawKey: key } = await host.service.org(5)
  expect((await host.service.send(start, { key, body })).status).toBe(402)
})
