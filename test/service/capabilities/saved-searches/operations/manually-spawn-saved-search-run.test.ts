import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()

describe('manuallySpawnSavedSearchRun 200', () => {
  test('begins a run in the background, which charges later', async () => {
    verifies('op.manually-spawn-saved-search-run', 'saved-search.spawn')
    const { org, savedSearchId } = await anOwner()
    const { status, body } = await ask(org, 'spawn', { savedSearchId })
    expect(status).toBe(200)
    expect(body.output).toEqual({
      id: expect.stringMatching(/^ssrun_/),
      startedAt: new Date(service.clock.now()).toISOString(),
    })
    expect(body.chargeInfo.method).toBe('charging-later')
    const get = async () => (await ask(org, 'run/get', { savedSearchRunId: body.output.id })).body.output.run
    expect(await get()).toMatchObject({
      status: 'NOT_STARTED',
      completedAt: null,
      executionMode: 'manually_triggered',
    })
    await service.almanac.jobs.workNow()
    expect(await get()).toMatchObject({ status: 'COMPLETED', creditsCharged: 0 })
  })

  test('sent again with its idempotency key begins no other run', async () => {
    const { org, savedSearchId } = await anOwner()
    const headers = { 'idempotency-key': 'one-run' }
    const answers = [
      await ask(org, 'spawn', { savedSearchId }, headers),
      await ask(org, 'spawn', { savedSearchId }, headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]!.body.output).toEqual(answers[0]!.body.output)
    expect((await ask(org, 'run/list', { savedSearchId })).body.output.runs).toHaveLength(1)
  })

  test('runs one that is not active', async () => {
    const { org, savedSearchId } = await anOwner()
    await ask(org, 'update', { id: savedSearchId, isActive: false })
    expect((await ask(org, 'spawn', { savedSearchId })).status).toBe(200)
  })

  test('with a sandbox key runs on made-up data, free', async () => {
    const { org } = await anOwner()
    const made = await service.send('POST /v1/api-keys/create-sandbox', { key: org.rawKey, body: {} })
    const sandbox = { rawKey: made.body.output.key as string }
    const searchParams = { type: 'companies', companySearchParams: {}, maxCompanies: 3 }
    const saved = await ask(sandbox, 'create', { name: 'Saved', spawnFrequencyDays: 7, searchParams })
    expect(saved.status, saved.text).toBe(200)
    const savedSearchId = saved.body.output.id
    const { body } = await ask(sandbox, 'spawn', { savedSearchId })
    await service.almanac.jobs.workNow()
    const { run } = (await ask(sandbox, 'run/get', { savedSearchRunId: body.output.id })).body.output
    expect(run).toMatchObject({
      status: 'COMPLETED',
      companiesStats: { numCompaniesJoined: 3 },
      creditsCharged: 0,
    })
    const page = await ask(sandbox, 'current/companies', { savedSearchId })
    expect(page.body.output.companies).toHaveLength(3)
    const next = (await ask(sandbox, 'get', { savedSearchId })).body.output.estimatedDateOfNextSpawn
    expect(next).toMatch(/Z$/)
  })
})

test('manuallySpawnSavedSearchRun 409 while a run is in progress; of two at once one begins', async () => {
  const { org, savedSearchId } = await anOwner()
  const answers = await Promise.all([1, 2, 3].map(() => ask(org, 'spawn', { savedSearchId })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await ask(org, 'spawn', { savedSearchId })).status).toBe(409)
  await service.almanac.jobs.workNow()
  expect((await ask(org, 'spawn', { savedSearchId })).status).toBe(200)
  expect((await ask(org, 'run/list', { savedSearchId })).body.output.runs).toHaveLength(2)
})

test('manuallySpawnSavedSearchRun 400 for a dry run: what it costs is known when it has searched', async () => {
  const { org, savedSearchId } = await anOwner()
  expect((await ask(org, 'spawn', { savedSearchId }, { 'x-dry-run': '1' })).status).toBe(400)
})

/** Another run of the one that `refuses` has run. */
refuses('manuallySpawnSavedSearchRun', 'spawn', ({ savedSearchId }) => ({ savedSearchId }), {
  names: 'savedSearchId',
})
