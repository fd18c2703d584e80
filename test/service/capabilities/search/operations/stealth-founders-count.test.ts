import { beforeAll, describe, expect, it } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
})

const count = async (body: object) =>
  service.send('POST /v1/stealth-founders/count', { key: (await service.org()).rawKey, body })

describe('stealthFoundersCount 200', () => {
  it('nobody in stealth is 0', async () => {
    expect((await count({})).body.output).toEqual({ count: 0 })
  })
})

describe('stealthFoundersCount 400', () => {
  it('a malformed parameter is named', async () => {
    const answer = await count({ searchParams: { tags: { anyOf: ['tall'] } } })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'searchParams.tags.anyOf[0]'])
  })
})

describe('stealthFoundersCount 401', () => {
  it('needs a key', async () => {
    expect((await service.send('POST /v1/stealth-founders/count', { body: {} })).status).toBe(401)
  })
})
