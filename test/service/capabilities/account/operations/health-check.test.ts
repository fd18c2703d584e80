import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
})

describe('healthCheck 200', () => {
  test('answers healthy and the time, without a key and without an envelope', async () => {
    verifies('op.health-check', 'health.shape', 'free.balance-limits-health')
    const { status, body, headers } = await service.send('GET /health')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'healthy', timestamp: new Date(service.clock.now()).toISOString() })
    expect(headers.get('x-credits-charged')).toBe('0')
    expect(headers.get('x-credits-remaining')).toBeNull()
  })

  test('answers whatever key, query and headers a monitor sends', async () => {
    const sent: Record<string, string>[] = [
      { 'x-api-key': 'wrong' },
      { authorization: 'Bearer wrong' },
      { accept: 'text/html' },
    ]
    for (const headers of sent)
      expect((await service.send('GET /health?probe=1', { headers })).status).toBe(200)
    const head = await fetch(`${service.url}/health`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

test('healthCheck 200 for any number of probes from one address: it counts none of them', async () => {
  const { headers } = await service.send('GET /health')
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null])
  const ask = () => service.send('GET /health')
  for (let sent = 0; sent < 1_000; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  }
})
