import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const start = 'POST /v1/social-media-lookup/trigger'

async function runSocial(body: object) {
  const org = await resolve.service.org(100)
  const send = (route: string, asked: object) => resolve.service.send(route, { key: org.rawKey, body: asked })
  const started = await send(start, body)
  expect(started.status, started.text).toBe(200)
  await resolve.service.almanac.jobs.workNow()
  const { socialMediaFinderRunId, runId } = started.body.output
  expect(runId).toBe(socialMediaFinderRunId)
  return (await send('POST /v1/social-media-lookup/polling', { socialMediaFinderRunId })).body
}

test.each([
  { pnetUrl: 'https://www.pnet.example/in/ada-l-17' },
  { profileIdentifier: { identifier: 'pnetSlug', value: 'ada-lindqvist' } },
  { emailAddress: 'ada.lindqvist@acme.example' },
  { personName: { value: 'Ada Lindqvist' }, companyName: { value: 'Acme Robotics' } },
])('200: %j finds the accounts for 3 credits', async (body) => {
  verifies('op.social-media-lookup-trigger', 'social-lookup.poll')
  const { output, chargeInfo } = await runSocial({ ...body, clientReferenceId: 'r-1' })
  expect(output).toMatchObject({
    status: 'DONE',
    result: {
      clientReferenceId: 'r-1',
      found: true,
      name: 'Ada Lindqvist',
      pnetUrl: 'https://www.pnet.example/in/ada-lindqvist',
    },
  })
  expect(output.result.accounts).toEqual([
    { platform: 'microblog', username: 'adal', url: 'https://micro.example/AdaL' },
    { platform: 'codehost', username: 'ada-l', url: null },
  ])
  expect(chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 3 })
})

test.each([
  { inputType: 'pnetUrl', pnetUrl: 'https://www.pnet.example/in/ada-lindqvist', externalId: 'r-2' },
  { inputType: 'manual', fullName: 'Ada Lindqvist', company: 'Acme Robotics', externalId: 'r-2' },
])('200: a person as clients name one, %j', async (person) => {
  verifies('client.lookup.social-person')
  const { output, warnings } = await runSocial({
    person,
    overallContext: 'A conference',
    platforms: ['GitHub'],
  })
  expect(output).toMatchObject({
    status: 'DONE',
    result: { clientReferenceId: 'r-2', found: true, accounts: [{ username: 'ada-l' }] },
  })
  expect(warnings ?? null).toBeNull()
})

test('200: only the platforms asked for; nobody, nothing, and namesakes are free', async () => {
  const ada = { pnetUrl: 'pnet.example/in/ada-lindqvist' }
  const one = await runSocial({ ...ada, platforms: ['GitHub'] })
  expect(one.output.result.accounts.map(({ platform }: { platform: string }) => platform)).toEqual([
    'codehost',
  ])
  for (const body of [
    { ...ada, platforms: ['video'] },
    { personName: { value: 'Robert Miller' } },
    { pnetUrl: 'pnet.example/in/wei-chen' },
    { pnetUrl: 'https://elsewhere.example/x' },
  ]) {
    const { output, chargeInfo } = await runSocial(body)
    expect(output.result).toMatchObject({ found: false, accounts: [] })
    expect(chargeInfo.method).toBe('free')
  }
})

test.each<[object, string]>([
  [{ platforms: ['carrier-pigeon'] }, 'platforms[0]'],
  [{ platforms: [] }, 'platforms'],
  [{ emailAddress: 'x' }, 'emailAddress'],
])('400 for %j at %s', async (body, path) => {
  const answer = await resolve.ask(start, body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})
