import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { privacy, type Privacy } from '../../../../worlds/subjects.ts'

let service: Privacy
beforeAll(async () => {
  service = await privacy()
})

const list = (query = '') => service.operate(`GET /v1/privacy/suppressions${query}`)

describe('listSuppressions 200', () => {
  test('pages through all entries, the newest first', async () => {
    verifies('op.list-suppressions', 'op-group.privacy')
    for (const index of [0, 1, 2, 3, 4]) {
      service.clock.advance(1_000)
      const note = `Case ${index}`
      await service.operate('POST /v1/privacy/suppressions', { emails: [`p${index}@home.example`], note })
    }
    const notes: string[] = []
    let cursor: string | undefined
    do {
      const { status, body } = await list(`?pageSize=2${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      expect(status).toBe(200)
      expect(body.output.suppressions.length).toBeLessThanOrEqual(2)
      for (const { note } of body.output.suppressions) notes.push(note)
      cursor = body.output.nextCursor
    } while (cursor !== undefined)
    expect(notes).toEqual(['Case 4', 'Case 3', 'Case 2', 'Case 1', 'Case 0'])
  })
})

describe('listSuppressions 400', () => {
  test.each(['?pageSize=0', '?pageSize=1001', '?cursor=x', '?cursor=sup_1%27'])('%s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})

test('listSuppressions 401 without the token', async () => {
  expect((await service.send('GET /v1/privacy/suppressions')).status).toBe(401)
})
