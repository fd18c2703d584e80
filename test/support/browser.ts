import type { TestAlmanac, TestAnswer } from './harness.ts'

/** A browser on the console: it keeps its cookies, sends what a page of the service sends, and follows nothing by itself. */
export interface TestBrowser {
  /** `headers` are sent in place of what a page of the service sends where they name the same. */
  send(route: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<TestAnswer>
  /** Signs in; the cookie is kept. */
  signIn(body: object): Promise<TestAnswer>
  /** What the browser would send as `Cookie`. */
  cookies(): string
}

const page = { 'sec-fetch-site': 'same-origin', 'x-almanac-console': '1', 'user-agent': 'Testfox 1' }

export function aBrowser({ url }: Pick<TestAlmanac, 'url'>): TestBrowser {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const send: TestBrowser['send'] = async (route, { body, headers } = {}) => {
    const [method, path] = route.split(' ') as [string, string]
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...page, ...(jar.size > 0 ? { cookie: cookies() } : {}), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const parsed: unknown = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, body: parsed, text }
  }
  return { send, cookies, signIn: (body) => send('POST /console/session', { body }) }
}
