import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { errorBody, Failure } from '../../operation/index.ts'
import type { Mount } from './index.ts'

const mounts: Mount[] = [
  { method: 'GET', path: '/below/*', answer: ({ request }) => new Response(request.url) },
  { method: 'POST', path: '/below/*', answer: () => new Response(null, { status: 202 }) },
  {
    method: 'GET',
    path: '/thing/{id}',
    answer({ parameter }) {
      if (parameter('id') === 'gone') throw new Failure('withdrawn')
      if (parameter('id') === 'broken') throw new Error('a secret of ours')
      return parameter('id') === 'a b' ? new Response('found') : undefined
    },
  },
]

let service: TestService
beforeAll(async () => {
  service = await startTestService({ mounts })
})
afterAll(() => service.close(0))

const ask = (path: string, method = 'GET') => fetch(service.url + path, { method })

describe('a mount', () => {
  test.each(['/below', '/below/', '/below/one/two?x=1'])(
    'answers everything below its prefix: %s',
    async (path) => {
      const answer = await ask(path)
      expect([answer.status, await answer.text()]).toEqual([200, path])
      expect((await ask(path, 'POST')).status).toBe(202)
    },
  )

  test('answers a path with a parameter, decoded', async () => {
    expect(await (await ask('/thing/a%20b')).text()).toBe('found')
  })

  test.each([
    ['/thing/none', 404],
    ['/thing/gone', 410],
    ['/thing/broken', 500],
    ['/belowground', 404],
  ])('words what it has no answer to in the error body: %s', async (path, status) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    const text = await answer.text()
    expect(errorBody.safeParse(JSON.parse(text)).success).toBe(true)
    expect(text).not.toContain('secret')
  })

  test('is named in Allow', async () => {
    const answer = await ask('/below/one', 'DELETE')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })
})

describe('the start page', () => {
  test.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 302, '/console'],
    ['TEXT/HTML', 302, '/console'],
    ['*/*', 200, null],
    ['application/json', 200, null],
    ['application/json, text/html;q=0.5', 200, null],
  ])('leads browsers to the console, and tells programs its links: %s', async (accept, status, place) => {
    const answer = await fetch(service.url, { headers: { accept }, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([status, place])
    expect(answer.headers.get('vary')).toContain('Accept')
  })
})
