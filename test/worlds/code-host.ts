import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { testCompanies, testPeople } from './resolve.ts'

export const operatorToken = 'operator-token-of-the-code-host'

export interface CodeHostTest {
  service: TestAlmanac
  /** Paths the code host was asked for, with their queries. */
  asked: string[]
  /** What the code host answers everything with from now on; undefined: properly. */
  failWith(status: number | undefined): void
}

const account = (login: string, more: object) => ({
  login,
  type: 'User',
  html_url: `https://github.com/${login}`,
  avatar_url: null,
  followers: 1,
  public_repos: 2,
  name: null,
  company: null,
  blog: '',
  location: null,
  email: null,
  bio: null,
  ...more,
})

const users: Record<string, object> = {
  weic: account('weic', { name: 'Wei Chen', company: '@globex', email: 'Wei@Chen.example' }),
  'r-miller': account('r-miller', { name: 'Robert Miller' }),
  globex: account('globex', { type: 'Organization', name: 'Globex', blog: 'https://globex.example' }),
  linked: account('linked', { name: 'L.', bio: 'See www.pnet.example/in/grace-muller' }),
  blank: account('blank', {}),
}
const logins: Record<string, string[]> = { '"Wei Chen"': ['weic'], '"Robert Miller"': ['r-miller'] }

/** The service with the people and companies of the resolve tests, and a code host beside it. */
export async function openCodeHostTest(): Promise<CodeHostTest> {
  const asked: string[] = []
  let failure: number | undefined
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    asked.push(request.url ?? '')
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (failure !== undefined) return answer(failure, { message: 'no' })
    if (pathname === '/search/users') {
      const phrase = /^"[^"]*"/.exec(searchParams.get('q') ?? '')?.[0] ?? ''
      return answer(200, { items: (logins[phrase] ?? []).map((login) => ({ login })) })
    }
    const [, , login = '', part] = pathname.split('/')
    if (users[login] === undefined) return answer(404, {})
    return answer(200, part === undefined ? users[login] : [])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entry = { source: 'github', name: 'code-host', settings: { baseUrl: base }, perSecond: 1_000 }
  const service = await testAlmanac({
    sources: { entries: [entry] },
    settings: { ALMANAC_OPERATOR_TOKEN: operatorToken },
  })
  const companies = testCompanies.map((company) =>
    company.pnet_primary_slug === 'acme-robotics'
      ? { ...company, github_usernames: ['Acme-Robots'] }
      : company,
  )
  await service.write('companies', companies, '2026-01-10T00:00:00Z')
  await service.write('people', testPeople, '2026-01-10T00:00:00Z')
  return { service, asked, failWith: (status) => (failure = status) }
}
