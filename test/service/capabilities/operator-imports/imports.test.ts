import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { isImportDue, workImports } from '../../../../src/capabilities/operator-imports/index.ts'
import type { CorpusWriter } from '../../../../src/corpus/write/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { verifies } from '../../../conformance/verifies.ts'
import type { WorkOrder } from '../../../faults/operator-import-process.ts'
import { operatorToken, privacy, type Privacy } from '../../../worlds/subjects.ts'

const base = '/operator/v1/imports'
let service: Privacy
let folder: string
beforeAll(async () => {
  service = await privacy()
  folder = join(service.dataDir, 'imports')
})

const ask = async (route: string, body?: object) => {
  service.clock.advance(1_000)
  return service.operate(route, body)
}

const outputOf = async (route: string, body?: object) => {
  const answer = await ask(route, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

const upload = async (query: string, body: string) => {
  service.clock.advance(2_000)
  const headers = { authorization: `Bearer ${operatorToken}` }
  return service.send(`POST ${base}?${query}`, { body, headers })
}

const uploaded = async (query: string, body: string) => {
  const answer = await upload(query, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

/** Does what waits, as the process of its own does. */
const work = (writer: CorpusWriter = service.almanac.writer, signal = new AbortController().signal) => {
  const { blobs } = service.almanac
  return workImports({ db: service.db, blobs, writer, clock: service.clock, folder }, signal)
}

const find = (importId: string) => outputOf(`GET ${base}/${importId}`)

const messy = [
  'Firma;Webseite;Ort;Mitarbeiter',
  'Blauwerk GmbH;https://blauwerk.example/;Bremen;51-200',
  'Rotwerk GmbH;rotwerk.example;Hamburg;12',
].join('\n')

describe('a file', () => {
  test('is uploaded with a guess, shown as it will be, loaded, and listed; the audit tells of each step', async () => {
    verifies('op.upload-import', 'op.preview-import', 'op.start-import', 'op.get-import', 'op.list-imports')
    const made = await uploaded('kind=companies&name=kunden.csv', messy)
    expect(made).toMatchObject({
      state: 'ready',
      kind: 'companies',
      source: 'kunden',
      isNative: false,
      isIdentified: true,
      columns: expect.arrayContaining([
        { column: 'Firma', meaning: 'name', example: 'Blauwerk GmbH' },
        expect.objectContaining({ column: 'Webseite', meaning: 'website' }),
      ]),
    })
    expect(made.mapping).toBe(made.guessedMapping)
    const { rows } = await outputOf(`POST ${base}/${made.importId}/preview`, { pageSize: 1 })
    expect(rows).toMatchObject([
      {
        row: { Firma: 'Blauwerk GmbH', Ort: 'Bremen' },
        record: { preferred_name: 'Blauwerk GmbH' },
        problem: null,
        isLeftOut: false,
      },
    ])
    expect(await isImportDue(service)).toBe(false)
    expect(await outputOf(`POST ${base}/${made.importId}/start`, {})).toMatchObject({ state: 'queued' })
    expect(await isImportDue(service)).toBe(true)
    expect(await work()).toBe(1)
    expect(await find(made.importId)).toMatchObject({
      state: 'completed',
      share: 1,
      problem: null,
      counts: { rows: 2, created: 2, rejected: 0 },
    })
    const { rawKey: key } = await service.org()
    const counted = await service.send('POST /v1/company-count', {
      key,
      body: { searchParams: { domains: ['blauwerk.example'] } },
    })
    expect(counted.body.output.count).toBe(1)
    expect((await ask(`POST ${base}/${made.importId}/start`, {})).status).toBe(409)
    const { imports } = await outputOf(`GET ${base}?pageSize=1`)
    expect(imports).toMatchObject([{ importId: made.importId }])
    const entries = await service.db.query<{ action: string }>(sql`
      SELECT action FROM audit_entries WHERE organization_id = '' AND subject = ${made.importId} ORDER BY sequence`)
    expect(entries.map(({ action }) => action)).toEqual(['import.uploaded', 'import.started'])
    expect(await readdir(folder)).toEqual([])
  })

  test('whose rows are partly the same is accounted for row by row', async () => {
    const row = 'Gruenwerk GmbH;gruenwerk.example;Kiel;10'
    const table = [messy.split('\n')[0], row, row, 'Niemand;;;', 'Weisswerk GmbH;weisswerk.example;Kiel;9']
    const made = await uploaded('kind=companies&name=twice.csv', table.join('\n'))
    expect(made.counts).toMatchObject({ rows: 0, sameRecord: 0 })
    await outputOf(`POST ${base}/${made.importId}/start`, {})
    await work()
    const { counts } = await find(made.importId)
    expect(counts).toMatchObject({ rows: 4, created: 2, rejected: 1, sameRecord: 1 })
    const { rows, ...others } = counts as Record<string, number>
    expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(rows)
  })

  test('that cannot be read, is empty, or has no such kind is refused by its member', async () => {
    const broken = await upload('kind=people&name=x.xlsx', 'PK\u0003\u0004 nothing behind it')
    expect([broken.status, broken.body.issues[0].path]).toEqual([400, 'body'])
    expect((await upload('kind=people&name=x.csv', '')).status).toBe(400)
    expect((await upload('kind=nothing&name=x.csv', 'a')).body.issues[0].path).toBe('kind')
    expect((await upload('kind=people&name=../x.csv', 'a')).body.issues[0].path).toBe('name')
    expect((await upload('kind=people&name=x.csv&source=sample', 'a')).body.issues[0].path).toBe('source')
  })

  test('a mapping that is none is refused before anything is queued', async () => {
    const { importId } = await uploaded('kind=companies&name=kunden.csv', messy)
    for (const mapping of ['kind: [', 'kind: people\nrecord: { name: Name }'])
      for (const verb of ['preview', 'start']) {
        const answer = await ask(`POST ${base}/${importId}/${verb}`, { mapping })
        expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'mapping'])
      }
    expect((await find(importId)).state).toBe('ready')
  })
})

/** Rows of which some are refused, because nothing in them says who it is. */
const people = (count: number, tag: string, bad: readonly number[] = []) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      primary_slug: `${tag}-${index}`,
      name: `Person ${tag} ${index}`,
      ...(bad.includes(index) && { primary_slug: undefined }),
    }),
  ).join('\n')

describe('rows that were refused', () => {
  test('are read with the row and the reason, corrected, and loaded once', async () => {
    verifies('op.list-import-rejects', 'op.correct-import-rejects')
    const made = await uploaded('kind=people&name=crew.jsonl&source=crew', people(6, 'crew', [1, 4]))
    expect(made).toMatchObject({ isNative: true, mapping: null })
    await outputOf(`POST ${base}/${made.importId}/start`, { asOf: '2026-01-02' })
    await work()
    expect((await find(made.importId)).counts).toMatchObject({ rows: 6, created: 4, rejected: 2 })
    const first = await outputOf(`GET ${base}/${made.importId}/rejects?pageSize=1`)
    expect(first.rejects).toMatchObject([
      {
        number: 1,
        line: 2,
        row: { name: 'Person crew 1' },
        reason: expect.any(String),
        isCells: false,
        loadedBy: null,
      },
    ])
    const next = await outputOf(`GET ${base}/${made.importId}/rejects?pageSize=1&cursor=${first.nextCursor}`)
    expect(next.rejects).toMatchObject([{ number: 2, line: 5 }])
    const rows = [{ number: 2, row: { primary_slug: 'crew-4', name: 'Person crew 4' } }]
    const correction = await outputOf(`POST ${base}/${made.importId}/rejects/correct`, { rows })
    expect(correction).toMatchObject({ corrects: made.importId, state: 'queued', source: 'crew' })
    expect(correction.asOf).toBe('2026-01-02T00:00:00.000Z')
    await work()
    expect(await find(correction.importId)).toMatchObject({
      state: 'completed',
      counts: { rows: 1, created: 1, rejected: 0 },
    })
    const again = await ask(`POST ${base}/${made.importId}/rejects/correct`, { rows })
    expect([again.status, again.body.issues[0].path]).toEqual([400, 'rows[0].number'])
    const open = await outputOf(`GET ${base}/${made.importId}/rejects?isOpen=true`)
    expect(open.rejects.map((each: { number: number }) => each.number)).toEqual([1])
    const nobody = await ask(`POST ${base}/${made.importId}/rejects/correct`, {
      rows: [{ number: 9, row: {} }],
    })
    expect(nobody.status).toBe(400)
  })

  test('a correction that is refused again leaves the row open, and columns of no file are refused', async () => {
    const table = ['Company,Website,Notes', 'Fine GmbH,fine.example,x', 'Dora Crest,,', 'Enno Crest,,'].join(
      '\n',
    )
    const made = await uploaded('kind=companies&name=again.csv', table)
    await outputOf(`POST ${base}/${made.importId}/start`, { mapping: made.guessedMapping })
    await work()
    const correct = `POST ${base}/${made.importId}/rejects/correct`
    const nope = await ask(correct, { rows: [{ number: 1, row: { Nope: 'x', Company: 'Dora Crest' } }] })
    expect([nope.status, nope.body.issues[0]]).toEqual([
      400,
      expect.objectContaining({ path: 'rows[0].row', message: expect.stringContaining('"Nope"') }),
    ])
    const useless = { Company: 'Dora Crest', Notes: 'a column of the file, which is empty in this row' }
    const rows = [
      { number: 1, row: useless },
      { number: 2, row: { Company: 'Enno Crest', Website: 'enno-crest.example' } },
    ]
    const first = await outputOf(correct, { rows })
    const listed = async () =>
      (await outputOf(`GET ${base}/${made.importId}/rejects`)).rejects.map(
        ({ loadedBy }: { loadedBy: string | null }) => loadedBy,
      )
    expect(await listed(), 'nothing is loaded yet').toEqual([null, null])
    const waiting = await ask(correct, { rows })
    expect([waiting.status, waiting.body.issues[0].path]).toEqual([400, 'rows[0].number'])
    await work()
    expect((await find(first.importId)).counts).toMatchObject({ created: 1, rejected: 1 })
    expect(await listed()).toEqual([null, first.importId])
    const open = await outputOf(`GET ${base}/${made.importId}/rejects?isOpen=true`)
    expect(open.rejects).toMatchObject([{ number: 1 }])
    const good = [{ number: 1, row: { ...useless, Website: 'dora-crest.example' } }]
    const second = await outputOf(correct, { rows: good })
    await work()
    expect((await find(second.importId)).counts).toMatchObject({ created: 1, rejected: 0 })
    expect(await listed()).toEqual([second.importId, first.importId])
  })

  test('cells of a table are corrected as cells, with the mapping of the file', async () => {
    const table = ['Company,Website', 'Good GmbH,good-gmbh.example', 'Ada Crest,'].join('\n')
    const made = await uploaded('kind=companies&name=table.csv', table)
    await outputOf(`POST ${base}/${made.importId}/start`, { mapping: made.guessedMapping })
    await work()
    const { rejects } = await outputOf(`GET ${base}/${made.importId}/rejects`)
    expect(rejects[0]).toMatchObject({ isCells: true, row: { Company: 'Ada Crest' } })
    const row = { ...rejects[0].row, Website: 'ada-crest.example' }
    const correction = await outputOf(`POST ${base}/${made.importId}/rejects/correct`, {
      rows: [{ number: rejects[0].number, row }],
    })
    await work()
    expect(await find(correction.importId)).toMatchObject({ state: 'completed', counts: { created: 1 } })
  })
})

/** People that searches find. */
const countPeople = async (): Promise<number> => {
  await service.almanac.snapshots.refresh()
  const { rawKey: key } = await service.org()
  return (await service.send('POST /v1/people-search/count', { key, body: { searchParams: {} } })).body.output
    .totalProfilesFound
}

describe('an import that runs', () => {
  test('is paused after a batch, goes on, and ends with every row once', async () => {
    verifies('op.pause-import', 'op.cancel-import')
    const before = await countPeople()
    const made = await uploaded('kind=people&name=long.jsonl&source=long', people(12_000, 'long'))
    await outputOf(`POST ${base}/${made.importId}/start`, {})
    let pause: Promise<unknown> | undefined
    const slow: CorpusWriter = {
      ...service.almanac.writer,
      async writeLines(...batch) {
        pause ??= outputOf(`POST ${base}/${made.importId}/pause`, {})
        await pause
        return service.almanac.writer.writeLines(...batch)
      },
    }
    await work(slow)
    const paused = await find(made.importId)
    expect(paused.state === 'paused' || paused.counts.rows === 12_000).toBe(true)
    if (paused.state === 'paused') await outputOf(`POST ${base}/${made.importId}/start`, {})
    await work()
    const ended = await find(made.importId)
    expect(ended).toMatchObject({ state: 'completed', counts: { rows: 12_000, rejected: 0 } })
    expect(await countPeople()).toBe(before + 12_000)
  })

  test('one in the queue is taken from it, and a stop of the service lets it wait for the next start', async () => {
    const made = await uploaded('kind=people&name=wait.jsonl', people(3, 'wait'))
    await outputOf(`POST ${base}/${made.importId}/start`, {})
    const stopped = new AbortController()
    stopped.abort()
    expect(await work(service.almanac.writer, stopped.signal)).toBe(0)
    expect((await find(made.importId)).state).toBe('queued')
    expect(await outputOf(`POST ${base}/${made.importId}/cancel`, {})).toMatchObject({ state: 'canceled' })
    expect(await outputOf(`POST ${base}/${made.importId}/cancel`, {})).toMatchObject({ state: 'canceled' })
    expect((await ask(`POST ${base}/${made.importId}/pause`, {})).status).toBe(409)
    expect(await isImportDue(service)).toBe(false)
  })

  test('whose process is killed says so after a restart, and goes on', async () => {
    const before = await countPeople()
    const made = await uploaded('kind=people&name=killed.jsonl&source=killed', people(12_000, 'killed'))
    await outputOf(`POST ${base}/${made.importId}/start`, {})
    const address = new URL(inject('engineUrl'))
    const [own] = await service.engine.query<{ name: string }>({
      tag: 'test',
      sql: 'SELECT currentDatabase() AS name',
    })
    address.pathname = `/${own?.name}`
    const blobDir = join(service.dataDir, 'blobs')
    const order: WorkOrder = {
      url: service.db.url,
      engineUrl: address.href,
      blobDir,
      folder,
      batches: 2,
      nowMs: service.clock.now(),
    }
    const program = join(import.meta.dirname, '../../../faults/operator-import-process.ts')
    const child = fork(program, [JSON.stringify(order)], { silent: true })
    let errors = ''
    child.stderr?.on('data', (text: Buffer) => (errors += String(text)))
    const [, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect(signal, errors).toBe('SIGKILL')
    // The database notices that the process and its lock are gone when its connections end.
    await expect
      .poll(() =>
        isImportDue(service)
          .then(() => find(made.importId))
          .then(({ state }) => state),
      )
      .toBe('interrupted')
    expect((await find(made.importId)).problem).toMatch(/Start it again/)
    await outputOf(`POST ${base}/${made.importId}/start`, {})
    await work()
    expect(await find(made.importId)).toMatchObject({ state: 'completed', counts: { rows: 12_000 } })
    expect(await countPeople()).toBe(before + 12_000)
  })
})

test('what an import refused of a person goes with them when they are suppressed', async () => {
  const row = { name: 'Vera Vanish', notes: 'vera@vanish.example' }
  const made = await uploaded('kind=people&name=vera.jsonl', JSON.stringify(row))
  await outputOf(`POST ${base}/${made.importId}/start`, {})
  await work()
  expect((await outputOf(`GET ${base}/${made.importId}/rejects`)).rejects).toHaveLength(1)
  await outputOf('POST /v1/privacy/suppressions', { emails: ['vera@vanish.example'] })
  expect((await outputOf(`GET ${base}/${made.importId}/rejects`)).rejects).toEqual([])
  const lines = [
    { primary_slug: 'vera', name: 'Vera Vanish', emails: [{ email: 'vera@vanish.example' }] },
    { primary_slug: 'nils', name: 'Nils Stay' },
  ].map((each) => JSON.stringify(each))
  const later = await uploaded('kind=people&name=vera-again.jsonl', lines.join('\n'))
  const { rows } = await outputOf(`POST ${base}/${later.importId}/preview`, {})
  expect(rows).toMatchObject([
    { record: null, isLeftOut: true, problem: null },
    { record: { name: 'Nils Stay' }, isLeftOut: false },
  ])
})

test('a week later the start says that the file is gone', async () => {
  const late = await uploaded('kind=people&name=late.jsonl', people(1, 'late'))
  service.clock.advance(7 * 86_400_000)
  const answer = await ask(`POST ${base}/${late.importId}/start`, {})
  expect([answer.status, answer.body.issues[0].message]).toEqual([
    409,
    expect.stringContaining('no longer there'),
  ])
})
