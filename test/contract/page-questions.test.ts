import { beforeAll, describe, expect, test } from 'vitest'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { everyOperation } from './registry.ts'

let service: SampledAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org(1_000)
  // Two requests that are charged, of two operations.
  const searchParams = { headquartersCountryCode: { anyOf: ['US'] } }
  for (const pageSize of [1, 2, 1]) await send('POST /v1/company-search', { searchParams, pageSize })
  await send('POST /v1/people-search', { searchParams: {}, pageSize: 1 })
})

const send = (route: string, body?: object) =>
  service.send(route, { key: org.rawKey, ...(body === undefined ? {} : { body }) })

type Question = Record<string, unknown>

/** Lists with filters: a question of several pages, and members that make it another one. */
const lists: [id: string, question: Question, others: Question[]][] = [
  ['getUsage', { by: 'operation' }, [{ by: 'day' }, { by: 'operation', operationId: 'peopleSearch' }]],
  ['getLedger', {}, [{ kind: 'capture' }, { month: '2026-01' }]],
  [
    'listApiRequests',
    {},
    [{ method: 'POST' }, { statusCode: 200 }, { isCharged: true }, { source: ['api'] }, { routePath: '/v1' }],
  ],
]

function ask(id: string, question: Question) {
  const { method = '', path = '' } = everyOperation.find(([name]) => name === id)?.[1] ?? {}
  if (method === 'POST') return send(`POST ${path}`, question)
  return send(`GET ${path}?${new URLSearchParams(question as Record<string, string>).toString()}`)
}

describe('a cursor of a list opens for the filters it was given for', () => {
  test.each(lists)('%s', async (id, question, others) => {
    const first = await ask(id, { ...question, pageSize: 1 })
    expect([first.status, first.body.output?.hasMore], first.text).toEqual([200, true])
    const cursor = first.body.output.nextCursor as string
    expect((await ask(id, { ...question, pageSize: 2, cursor })).status).toBe(200)
    for (const other of others) {
      const { status, body } = await ask(id, { ...other, pageSize: 1, cursor })
      expect([status, body.issues?.[0]?.path], JSON.stringify(other)).toEqual([400, 'cursor'])
    }
  })
})
