import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  ask,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

describe('createAudience 200', () => {
  test('makes an empty audience for nothing', async () => {
    verifies('op.create-audience', 'audience.create.free', 'audience.creation-method')
    const org = await service.org()
    const { status, body } = await ask(org, 'POST create', { name: ' Campaign ' })
    expect(status).toBe(200)
    expect(body.output).toEqual({
      audienceId: expect.stringMatching(/^aud_/),
      name: 'Campaign',
      status: 'DRAFT',
      creationMethod: 'NORMAL',
      createdAt: new Date(service.clock.now()).toISOString(),
    })
    expect(body.chargeInfo.method).toBe('free')
  })

  test('takes the other way to begin, and a name that another has', async () => {
    const org = await service.org()
    const creationMethod = 'START_FROM_PROSPECTS'
    const ids = [await anAudience(org, {}, { creationMethod }), await anAudience(org, {}, { creationMethod })]
    expect(ids[0]).not.toBe(ids[1])
    const { output } = (await ask(org, `GET ${ids[0]}`)).body
    expect(output).toMatchObject({ creationMethod, status: 'DRAFT', needsBuild: true, changes: null })
  })
})

describe('createAudience 400', () => {
  test.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'n'.repeat(201) }, 'name'],
    [{ name: 'Mine', creationMethod: 'CLONED' }, 'creationMethod'],
  ])('%j', async (body, path) => {
    const answer = await ask(await service.org(), 'POST create', body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

refuses('createAudience', () => 'POST create', { body: { name: 'Audience' }, names: false })
