import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBrowser, type TestBrowser } from '../../../support/browser.ts'
import type { ProviderAccount } from '../../../support/company-provider.ts'
import { peopleWorld, type PeopleWorld } from '../../../worlds/people.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await peopleWorld()
})
beforeEach(() => world.service.clock.advance(61_000))

const callback = '/console/provider/callback'
const ann: ProviderAccount = { email: 'Ann@Company.example', email_verified: true, name: 'Ann' }

/** A link that a browser follows: neither the header of the console nor a page of ours. */
const asLink = { 'sec-fetch-site': 'none', 'x-almanac-console': '' }

/** Follows the provider's redirects and answers where it sends the browser back to. */
async function atProvider(location: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(location)
  for (let hops = 0; next.origin === world.provider.issuer; hops += 1) {
    expect(hops).toBeLessThan(8)
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await fetch(next, { redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    await response.body?.cancel()
    next = new URL(response.headers.get('location') ?? 'http://nowhere.example', next)
  }
  return next
}

async function begin(browser: TestBrowser): Promise<string> {
  const { status, headers } = await browser.send('GET /console/provider', { headers: asLink })
  expect(status).toBe(303)
  return headers.get('location') ?? ''
}

/** The whole way; answers where it ends. */
async function signIn(account: ProviderAccount | undefined, browser = aBrowser(world.service)) {
  world.provider.account = account
  const back = await atProvider(await begin(browser))
  const ended = await browser.send(`GET ${callback}${back.search}`, { headers: asLink })
  return { browser, back, ended, location: ended.headers.get('location') }
}

describe('whoever the provider vouches for', () => {
  test('joins in the role of newcomers, with the address it has verified, and comes again as the same', async () => {
    const { service } = world
    const { browser, location, back } = await signIn(ann)
    expect(back.origin + back.pathname).toBe(`http://almanac.test${callback}`)
    expect(location).toBe('/console/')
    const { session, offers } = (await browser.send('GET /console/session')).body
    expect(session).toMatchObject({
      actor: 'person:ann@company.example',
      organization: { organizationId: 'org_company', name: 'Company' },
      person: { email: 'ann@company.example', name: 'Ann', role: 'member' },
    })
    const startUrl = '/console/provider'
    expect(offers.provider).toEqual({ name: world.provider.issuer.replace('http://', ''), startUrl })
    const again = await signIn(ann)
    const second = (await again.browser.send('GET /console/session')).body.session
    expect(second.person.memberId).toBe(session.person.memberId)
    const { by, role } = { by: { actor: 'system' }, role: 'owner' as const }
    const { memberId } = session.person
    await service.almanac.members.removeMember('org_company', memberId, { role, by })
    const former = await signIn(ann)
    expect(former.location).toBe('/console/#problem=removed')
    expect((await former.browser.send('GET /console/session')).body.session).toBeNull()
  })

  test.each([
    ['an address that it has not verified', { ...ann, email_verified: false }],
    ['an address of another domain', { ...ann, email: 'ann@other.example' }],
    ['an address of a domain below', { ...ann, email: 'ann@sub.company.example' }],
  ])('with %s stays out', async (_which, account) => {
    expect((await signIn(account)).location).toBe('/console/#problem=address')
  })

  test('but refuses stays out', async () => {
    expect((await signIn(undefined)).location).toBe('/console/#problem=refused')
  })
})

describe('an answer of the provider', () => {
  test('counts once, in the browser that asked, for its question, within ten minutes', async () => {
    const { service, provider } = world
    const bob = { ...ann, email: 'bob@company.example' }
    const { browser, back } = await signIn(bob)
    const answerAgain = (of: TestBrowser) =>
      of
        .send(`GET ${callback}${back.search}`, { headers: asLink })
        .then(({ headers }) => headers.get('location'))
    expect(await answerAgain(browser)).toBe('/console/#problem=expired')
    provider.account = bob
    const other = aBrowser(service)
    const own = await atProvider(await begin(other))
    // Somebody else's answer, put before this browser.
    expect(await answerAgain(other)).toBe('/console/#problem=refused')
    expect(own.search).not.toBe(back.search)
    const late = aBrowser(service)
    const lateBack = await atProvider(await begin(late))
    service.clock.advance(600_000)
    const ended = await late.send(`GET ${callback}${lateBack.search}`, { headers: asLink })
    expect(ended.headers.get('location')).toBe('/console/#problem=expired')
  })

  test('is asked for with state, nonce and a challenge, none of which is the verifier', async () => {
    const location = new URL(await begin(aBrowser(world.service)))
    const asked = Object.fromEntries(location.searchParams)
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  })
})
