import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../../src/store/postgres/index.ts'
import { verifies } from '../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { openCodeHostTest, operatorToken } from '../../../worlds/code-host.ts'

let service: TestAlmanac
let file: string
let settings: { baseUrl: string }
beforeAll(async () => {
  ;({ service } = await openCodeHostTest())
  const { output } = (await ask('GET /operator/v1/sources')).body
  file = output.file
  settings = output.entries[0].settings
})

const ask = (route: string, body?: object) =>
  service.send(route, { headers: { authorization: `Bearer ${operatorToken}` }, ...(body && { body }) })
const names = async () =>
  (await ask('GET /operator/v1/sources')).body.output.sources.map(({ name }: { name: string }) => name)
const add = (entry: object) => ask('POST /operator/v1/sources', entry)

test('a source is added, tested, ordered, paused, resumed and removed without a start, and the audit tells', async () => {
  verifies('op.add-source', 'op.order-sources', 'op.pause-source', 'op.resume-source', 'op.remove-source')
  const added = await add({ source: 'hunter', name: 'vendor', settings: { key: 'very-hidden-key' } })
  expect(added.status, added.text).toBe(200)
  expect(added.body.output).toMatchObject({
    name: 'vendor',
    entries: [{ name: 'code-host' }, { source: 'hunter', name: 'vendor', settings: { key: '********' } }],
  })
  expect(await names()).toEqual(['code-host', 'vendor'])
  const probed = await ask('POST /operator/v1/sources/probe', { name: 'code-host' })
  expect(probed.body.output.sources).toMatchObject([{ name: 'code-host' }])
  const order = await ask('POST /operator/v1/sources/order', { names: ['vendor', 'code-host'] })
  expect(order.status, order.text).toBe(200)
  expect(await names()).toEqual(['vendor', 'code-host'])
  expect((await ask('POST /operator/v1/sources/vendor/pause')).status).toBe(200)
  expect(await names()).toEqual(['code-host'])
  expect((await ask('POST /operator/v1/sources/probe', { name: 'vendor' })).status).toBe(409)
  expect((await ask('POST /operator/v1/sources/vendor/resume')).status).toBe(200)
  expect(await names()).toEqual(['vendor', 'code-host'])
  expect((await ask('DELETE /operator/v1/sources/vendor')).status).toBe(200)
  expect(await names()).toEqual(['code-host'])
  const entries = await service.db.query<{ action: string; text: string }>(sql`
    SELECT action, audit_entries::text AS text FROM audit_entries WHERE action LIKE 'source%' ORDER BY action`)
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'source.added',
    'source.paused',
    'source.removed',
    'source.resumed',
    'sources.ordered',
    'sources.tested',
  ])
  expect(entries.map(({ text }) => text).join()).not.toContain('hidden')
})

test.each([
  [{ source: 'nothing', settings: {} }, 'source'],
  [{ source: 'hunter', settings: {} }, 'settings.key'],
  [{ source: 'hunter', settings: { key: 'x', other: 1 } }, 'settings'],
  [{ source: 'hunter', name: 'Two Words', settings: { key: 'x' } }, 'name'],
  [{ source: 'hunter', name: 'code-host', settings: { key: 'x' } }, 'name'],
  [{ source: 'hunter', capabilities: ['hotel.search'], settings: { key: 'x' } }, 'capabilities'],
  [{ source: 'hunter', settings: { key: '${ALMANAC_SOURCE_NOT_SET}' } }, 'settings.key'],
  [{ source: 'hunter', settings: { key: '${DATABASE_URL}' } }, 'settings.key'],
  [{ source: 'hunter', settings: { key: '${PATH}' } }, 'settings.key'],
  [{ source: 'hunter', settings: { key: 'a${ALMANAC_OPERATOR_TOKEN}' } }, 'settings.key'],
  [{ source: '${ALMANAC_SOURCE_X}', settings: { key: 'x' } }, 'source'],
  [{ source: 'hunter', name: '${PATH}', settings: { key: 'x' } }, 'name'],
  [{ source: 'company-site', settings: { fingerprints: '/etc/ssh/ssh_config' } }, 'settings.fingerprints'],
  [{ source: 'company-site', settings: { fingerprints: 'sources/../secret.key' } }, 'settings.fingerprints'],
  [{ source: 'company-site', settings: { fingerprints: 'sources/none.yaml' } }, 'settings.fingerprints'],
  [{ source: 'board-directory', settings: { file: 'secret.key' } }, 'settings.file'],
  [{ source: 'generic-http', settings: { file: 'sources.yaml' } }, 'settings.file'],
  [{ source: 'generic-http', settings: { file: '../../etc/passwd' } }, 'settings.file'],
])('%j is refused with its path, and the file stays', async (entry, path) => {
  const before = await readFile(file, 'utf8')
  const { status, body } = await add(entry)
  expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  expect(await readFile(file, 'utf8')).toBe(before)
  expect(await names()).toEqual(['code-host'])
})

test('a file of the folder sources is read over HTTP, its mistakes are told without its text, the file is closed', async () => {
  const folder = join(file, '..', 'sources')
  await mkdir(folder, { recursive: true })
  await chmod(file, 0o644)
  const entry = { source: 'company-site', name: 'sites', settings: { fingerprints: 'sources/prints.yaml' } }
  await writeFile(join(folder, 'prints.yaml'), 'very-hidden: [\n')
  const refused = await add(entry)
  expect(refused.status).toBe(400)
  expect(refused.text).not.toContain('hidden')
  await writeFile(join(folder, 'prints.yaml'), 'technologies: []\n')
  expect((await add(entry)).status).toBe(200)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await ask('DELETE /operator/v1/sources/sites')).status).toBe(200)
  await rm(folder, { recursive: true })
})

test('an order that is not whole, and a source that is not there, are refused', async () => {
  for (const wrong of [['nobody'], ['code-host', 'code-host']])
    expect((await ask('POST /operator/v1/sources/order', { names: wrong })).status).toBe(400)
  for (const route of ['POST /operator/v1/sources/nobody/pause', 'DELETE /operator/v1/sources/nobody'])
    expect((await ask(route)).status).toBe(404)
  expect((await ask('POST /operator/v1/sources/probe', { name: 'nobody' })).status).toBe(404)
  await writeFile(`${file}.lock`, '')
  expect((await ask('POST /operator/v1/sources/code-host/pause')).status).toBe(409)
  await rm(`${file}.lock`)
})

test('what somebody writes into the file on the machine is followed, comments stay, a broken file changes nothing', async () => {
  const text = `# Of the sales team.\nsources:\n  - source: github\n    name: code-host\n    settings: ${JSON.stringify(settings)}\n  - source: github # The second.\n    name: second\n    settings: ${JSON.stringify(settings)}\n`
  await writeFile(file, text)
  expect(await names()).toEqual(['code-host', 'second'])
  await writeFile(file, 'sources: [')
  expect(await names()).toEqual(['code-host', 'second'])
  expect((await ask('POST /operator/v1/sources/second/pause')).status).toBe(400)
  await writeFile(file, text)
  await ask('POST /operator/v1/sources/second/pause')
  const after = await readFile(file, 'utf8')
  expect(after).toContain('# Of the sales team.')
  expect(after).toContain('# The second.')
  expect(file).toBe(join(file, '..', 'sources.yaml'))
})
