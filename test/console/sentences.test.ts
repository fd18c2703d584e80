import { expect, test } from 'vitest'
import { Refused, refusedAt, settle, Unreachable } from '../../console/call/answer.ts'

const answered = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const response = new Response(null, { status, headers })
  return settle(Promise.resolve(response.ok ? { data: body, response } : { error: body, response }))
}
const failing = (status: number, body: unknown, headers?: Record<string, string>) =>
  answered(status, body, headers).catch((error: unknown) => error as Refused)

test('a refusal is the sentence of the service, with what is wrong and without its path', async () => {
  const issues = [{ path: 'filter.name', code: 'too_small', message: 'Name it.' }]
  const error = (await failing(400, { message: 'The request is wrong.', issues })) as Refused
  expect(error).toBeInstanceOf(Refused)
  expect(error.message).toBe('The request is wrong. Name it.')
  expect(refusedAt(error, 'filter')).toBe('Name it.')
  expect(refusedAt(error, 'filt')).toBeUndefined()
})

test('what the sentence says already is not said again', async () => {
  const issues = [{ path: 'name', code: 'too_small', message: 'Name it.' }]
  expect(await failing(400, { message: 'Wrong: Name it.', issues })).toMatchObject({
    message: 'Wrong: Name it.',
  })
})

test('a fault of the service names its request, a refusal does not', async () => {
  const headers = { 'x-request-id': 'req_1' }
  expect(await failing(500, { message: 'It broke.' }, headers)).toMatchObject({
    message: 'It broke. (req_1)',
  })
  expect(await failing(404, { message: 'It is gone.' }, headers)).toMatchObject({ message: 'It is gone.' })
})

test('an answer that says nothing, and none at all', async () => {
  expect(await failing(502, '<html>')).toMatchObject({ message: expect.stringContaining('answered 502') })
  const lost = await settle(Promise.reject(new TypeError('Failed to fetch'))).catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(Unreachable)
  expect(lost).toMatchObject({ message: expect.stringContaining('What is shown here stays') })
})

test('a replay costs nothing now, and what has no envelope is the output', async () => {
  const paid = { output: { rows: 1 }, chargeInfo: { method: 'charged-now', creditsCharged: 2 } }
  expect(await answered(200, paid)).toEqual({ output: { rows: 1 }, charged: 2, isReplay: false })
  expect(await answered(200, paid, { 'idempotent-replayed': 'true' })).toMatchObject({
    charged: 0,
    isReplay: true,
  })
  expect(await answered(200, { status: 'ok' })).toMatchObject({ output: { status: 'ok' }, charged: 0 })
})
