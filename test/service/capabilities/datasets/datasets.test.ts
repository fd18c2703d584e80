import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readDataset, setState, storeAdded } from '../../../../src/corpus/datasets/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { verifies } from '../../../conformance/verifies.ts'
import { atEnd } from '../../../support/at-end.ts'
import { makeRegister } from '../../../support/datasets/data-room.ts'
import { privacy, type Privacy } from '../../../worlds/subjects.ts'

let service: Privacy
beforeAll(async () => {
  service = await privacy()
})

const listed = async (name: string) => {
  const { status, body } = await service.operate('GET /v1/datasets')
  expect(status).toBe(200)
  return body.output.datasets.find((each: { name: string }) => each.name === name)
}

describe('the catalogue over the interface', () => {
  test('listDatasets 200: each with licence, size and notice, and whether it was added', async () => {
    verifies('op.list-datasets')
    expect(await listed('ror')).toMatchObject({
      licence: { id: 'CC0-1.0' },
      rows: { least: 90_000 },
      added: null,
    })
    expect((await listed('congress-legislators')).notice).toMatch(/almanac suppress/)
  })

  test('addDataset 200: it is wanted, and the audit says who asked', async () => {
    verifies('op.add-dataset')
    const order = { name: 'ror', countries: ['DEU'], maxRows: 10 }
    const { status, body } = await service.operate('POST /v1/datasets/add', order)
    expect([status, body.output]).toEqual([200, { name: 'ror', state: 'wanted' }])
    expect((await listed('ror')).added).toMatchObject({ state: 'wanted', problem: null, records: {} })
    const [entry] = await service.db.query<{ actor: string; subject: string }>(
      sql`SELECT actor, subject FROM audit_entries WHERE action = 'dataset.added'`,
    )
    expect(entry).toEqual({ actor: 'operator:token', subject: 'ror' })
  })

  test('addDataset 400 of personal data without the notice, 404 of what there is not', async () => {
    const personal = await service.operate('POST /v1/datasets/add', { name: 'congress-legislators' })
    expect([personal.status, JSON.stringify(personal.body)]).toEqual([
      400,
      expect.stringContaining('personalData'),
    ])
    expect((await service.operate('POST /v1/datasets/add', { name: 'nothing' })).status).toBe(404)
    expect((await service.operate('POST /v1/datasets/add', { name: 'starter' })).status).toBe(404)
  })

  test('updateDataset 200 and removeDataset 200 say what is wanted; 404 of what was not added', async () => {
    verifies('op.update-dataset', 'op.remove-dataset')
    await setState(service.db, 'ror', 'ready')
    const update = await service.operate('POST /v1/datasets/update', { name: 'ror' })
    expect(update.body.output).toEqual({ name: 'ror', state: 'wanted' })
    const removal = await service.operate('POST /v1/datasets/remove', { name: 'ror' })
    expect(removal.body.output).toEqual({ name: 'ror', state: 'leaving' })
    expect((await service.operate('POST /v1/datasets/update', { name: 'ror' })).status).toBe(404)
    expect((await service.operate('POST /v1/datasets/remove', { name: 'gleif' })).status).toBe(404)
  })

  test('checkDataset 200: an address that is not reached is said to be unreachable', async () => {
    verifies('op.check-dataset')
    const folder = await mkdtemp(join(tmpdir(), 'almanac-checked-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const name = 'checked'
    const path = await makeRegister(folder, { name, full: { addresses: ['http://127.0.0.1:1/all.jsonl'] } })
    const { entry } = await readDataset(path)
    await storeAdded(service.db, {
      name,
      folder: path,
      entry,
      choice: {},
      state: 'ready',
      addedAt: new Date(),
    })
    const { status, body } = await service.operate('POST /v1/datasets/check', { name })
    expect(status).toBe(200)
    expect(body.output.addresses).toEqual([
      {
        address: 'http://127.0.0.1:1/all.jsonl',
        state: 'unreachable',
        detail: expect.stringContaining('no answer'),
      },
    ])
    await setState(service.db, name, 'leaving')
    expect((await service.operate('POST /v1/datasets/check', { name: 'nothing' })).status).toBe(404)
  })

  test('nobody but the operator', async () => {
    const { rawKey: key } = await service.org()
    for (const route of ['add', 'update', 'remove', 'check'])
      expect((await service.send(`POST /v1/datasets/${route}`, { key, body: { name: 'ror' } })).status).toBe(
        401,
      )
  })
})

test('getDataSources 200: licence, attribution, age and counts for everybody, for nothing; not of what is leaving', async () => {
  verifies('op.get-data-sources')
  const licence = {
    id: 'CC0-1.0',
    attribution: 'Data of mine.',
    asks_attribution: true,
    share_alike: false,
    non_commercial: false,
  }
  const entry = {
    title: 'Mine',
    publisher: 'Me',
    homepage: 'https://mine.example',
    licence,
    rhythm: 'daily' as const,
  }
  const { number } = await storeAdded(service.db, {
    name: 'mine',
    folder: '/nowhere',
    entry,
    choice: {},
    state: 'ready',
    addedAt: new Date('2026-02-01'),
  })
  await service.db.query(sql`
    INSERT INTO corpus_dataset_publications
      (dataset, number, form, state, digest, bytes, published_at, began_at, ended_at, counts)
    VALUES (${number}, 1, 'full', 'loaded', 'd', 5, '2026-02-01', now(), now(), '{"rows": 3, "records": {"companies": 2}}')`)
  const { rawKey: key } = await service.org()
  const { status, body } = await service.send('GET /v1/data-sources', { key })
  expect(status).toBe(200)
  expect(body.chargeInfo.method).toBe('free')
  expect(body.output.sources).toEqual([
    {
      name: 'mine',
      title: 'Mine',
      publisher: 'Me',
      homepage: 'https://mine.example',
      licence: {
        id: 'CC0-1.0',
        address: null,
        attribution: 'Data of mine.',
        asksAttribution: true,
        shareAlike: false,
        nonCommercial: false,
      },
      publishedAt: '2026-02-01T00:00:00.000Z',
      lookedAt: null,
      records: { companies: 2 },
    },
  ])
  expect((await service.send('GET /v1/data-sources')).status).toBe(401)
})
