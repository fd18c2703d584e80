import { beforeAll, describe, expect, test } from 'vitest'
import { errorBody, type AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { operatorToken, subjectsWorld, type Privacy } from '../worlds/subjects.ts'
import { requestOf } from './example-request.ts'
import { fewer, odd, replaced } from './hostile-values.ts'
import { inTurn } from './members.ts'
import { everyOperation } from './registry.ts'

const operatorOperations = everyOperation.filter(([, { access }]) => access === 'operator')

let service: Privacy
let live: string
let sandbox: string
beforeAll(async () => {
  service = await subjectsWorld()
  const { organizationId, rawKey } = await service.org()
  const { keys, organizations } = service.almanac
  live = rawKey
  const sandboxId = await organizations.openSandbox(organizationId)
  sandbox = (await keys.createKey({ organizationId: sandboxId, name: 'test', mode: 'test' })).rawKey
})

const send = (operation: AnyOperation, headers: Record<string, string>, input?: unknown) => {
  // What fails is limited by address, and so is what an operator asks.
  service.clock.advance(60_000)
  const { route, body } = requestOf(operation, input === undefined ? {} : { input })
  return service.send(route, { body, headers })
}

test('there are operations of the operator, and all that lie under /operator are', () => {
  expect(operatorOperations.length).toBeGreaterThan(20)
  const under = everyOperation.filter(([, { path }]) => path.startsWith('/operator/'))
  expect(under.filter(([, { access }]) => access !== 'operator').map(([id]) => id)).toEqual([])
})

describe.each(operatorOperations)('%s', (_id, operation) => {
  test('no key of an organization passes, in no place, nor a token that is almost right', async () => {
    verifies('error.401-invalid-key')
    const foreign = [live, sandbox].flatMap((key): Record<string, string>[] => [
      { authorization: `Bearer ${key}` },
      { 'x-api-key': key },
    ])
    const wrong: Record<string, string>[] = [
      {},
      { 'x-api-key': operatorToken },
      { authorization: `Bearer ${operatorToken}x` },
      { authorization: operatorToken },
    ]
    for (const headers of [...foreign, ...wrong]) expect((await send(operation, headers)).status).toBe(401)
    const members = { apiKey: operatorToken }
    expect((await service.send(requestOf(operation, { members }).route, {})).status).toBe(401)
  })

  test.runIf(operation.effect === 'changes')(
    'refuses a member that it does not know, by its name, and changes nothing',
    async () => {
      const input = { ...(operation.examples[0]?.input as object), requestIdentifier: 'req_1' }
      const answer = await send(operation, { authorization: `Bearer ${operatorToken}` }, input)
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.issues).toContainEqual(
        expect.objectContaining({ path: 'requestIdentifier', code: 'unknown_member' }),
      )
    },
  )

  const isOfConsole = operation.path.startsWith('/operator/')

  test.runIf(isOfConsole)(
    'takes or refuses odd values in place of every member, and never fails',
    async () => {
      verifies('promise.api.no-5xx')
      const example = operation.examples[0]?.input as object
      for (const [turn, name] of Object.keys(operation.input.shape).entries())
        for (const value of inTurn(odd, turn, fewer)) {
          if (operation.pathParameters.includes(name) && String(value) === '') continue
          const headers = { authorization: `Bearer ${operatorToken}` }
          const answer = await send(operation, headers, replaced(example, [name], value))
          expect([200, 400, 404, 409, 413, 414, 431], `${name}: ${answer.text}`).toContain(answer.status)
          if (answer.status !== 200) errorBody.parse(answer.body)
        }
    },
  )
})
