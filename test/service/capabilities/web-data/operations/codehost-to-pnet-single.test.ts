import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openCodeHostTest, operatorToken, type CodeHostTest } from '../../../../worlds/code-host.ts'

let host: CodeHostTest
beforeAll(async () => {
  host = await openCodeHostTest()
})
beforeEach(() => {
  host.failWith(undefined)
  host.asked.length = 0
})

const route = 'POST /v1/codehost-to-pnet/single'
const ask = async (body: object) =>
  host.service.send(route, { key: (await host.service.org(100)).rawKey, body })

describe('200', () => {
  test.each([{ username: '@Ada-L' }, { url: 'https://github.com/ada-l?tab=repositories', username: 'x' }])(
    '%j is known of a person',
    async (body) => {
      verifies('op.codehost-to-pnet-single', 'family.codehost')
      const answer = (await ask({ ...body, clientReferenceId: 'r' })).body
      expect(answer.output).toEqual({
        clientReferenceId: 'r',
        outcome: 'found',
        username: 'ada-l',
        type: 'person',
        pnetUrl: 'https://www.pnet.example/in/ada-lindqvist',
        name: 'Ada Lindqvist',
        profile: null,
        confidenceOutOf10: 9,
        source: 'corpus',
        rationale: 'Known of the person: handle: the same.',
      })
      expect(answer.chargeInfo).toMatchObject({ creditsCharged: 3 })
      expect(host.asked).toEqual([])
    },
  )

  test('an organization’s account is known of a company', async () => {
    const { output } = (await ask({ url: 'github.com/orgs/Acme-Robots' })).body
    expect(output).toMatchObject({
      type: 'company',
      pnetUrl: 'https://www.pnet.example/company/acme-robotics',
      outcome: 'found',
    })
  })

  test('the page an account links to is its owner’s, known or not', async () => {
    const { output } = (await ask({ username: 'linked' })).body
    expect(output).toMatchObject({
      outcome: 'found',
      type: 'person',
      pnetUrl: 'https://www.pnet.example/in/grace-muller',
      confidenceOutOf10: 9,
      source: 'code-host',
      rationale: 'The account links to the page.',
      profile: {
        username: 'linked',
        bio: 'See www.pnet.example/in/grace-muller',
      },
    })
  })

  test('an account that describes a person or company of the corpus is theirs', async () => {
    const wei = (await ask({ username: 'weic' })).body
    expect(wei.output).toMatchObject({ pnetUrl: 'https://www.pnet.example/in/wei-chen', type: 'person' })
    expect(wei.output.confidenceOutOf10).toBeLessThan(9)
    const globex = (await ask({ username: 'globex' })).body
    expect(globex.output).toMatchObject({
      pnetUrl: 'https://www.pnet.example/company/globex',
      type: 'company',
    })
    expect(globex.chargeInfo).toMatchObject({ creditsCharged: 3 })
  })

  test.each([
    ['nobody-has-this', 'not_found', null],
    ['blank', 'not_found', 'blank'],
    // Three people have the name.
    ['r-miller', 'unsure', 'r-miller'],
  ])('%s: %s, for nothing', async (username, outcome, shown) => {
    const { output, chargeInfo } = (await ask({ username })).body
    expect(output).toMatchObject({ outcome, pnetUrl: null, name: null })
    expect(output.profile?.username ?? null).toBe(shown)
    expect(chargeInfo.method).toBe('free')
  })

  test('a code host that is down, for nothing', async () => {
    host.failWith(503)
    const { output, chargeInfo } = (await ask({ username: 'someone-new' })).body
    expect(output).toMatchObject({ outcome: 'unavailable', pnetUrl: null })
    expect(chargeInfo.method).toBe('free')
  })
})

test.each([
  [{}, 'username'],
  [{ username: '' }, 'username'],
  [{ username: 'two words' }, 'username'],
  [{ url: 'https://github.com/' }, 'url'],
])('400 for %j', async (body, path) => {
  const answer = await ask(body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('whoever is suppressed is nobody, whatever the code host says', async () => {
  const suppressed = await host.service.send('POST /v1/privacy/suppressions', {
    body: { profiles: ['grace-muller'] },
    headers: { authorization: `Bearer ${operatorToken}` },
  })
  expect(suppressed.status).toBe(200)
  const { output, chargeInfo } = (await ask({ username: 'linked' })).body
  expect(host.asked).toContainEqual(expect.stringContaining('linked'))
  expect(output).toMatchObject({ outcome: 'not_found', pnetUrl: null, name: null, profile: null })
  expect(chargeInfo.method).toBe('free')
})

test('401 without a key, 402 without credits', async () => {
  expect((await host.service.send(route, { body: { username: 'ada-l' } })).status).toBe(401)
  const { rawKey: key } = await host.service.org(1)
  expect((await host.service.send(route, { key, body: { username: 'ada-l' } })).status).toBe(402)
})
