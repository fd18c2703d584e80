import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testEngine } from '../../../../test/support/engine.ts'
import { runs } from '../../../../test/support/long.ts'
import { testDatabase } from '../../../../test/support/postgres.ts'
import { openIdentity, openWriter, type CorpusWriter, type Identity } from '../../write/index.ts'
import { importFile, type ImportFile } from './import-file.ts'

let identity: Identity
let reopen: () => CorpusWriter
let folder = ''

beforeAll(async () => {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  reopen = () => openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
  identity = openIdentity({ db, engine })
  folder = await mkdtemp(join(tmpdir(), 'almanac-again-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let day = 0

/** Imports rows as of another day each time, as a first start of the program does; answers what came of it. */
async function deliver(rows: readonly object[], how: Partial<ImportFile> = {}) {
  const file = join(folder, 'rows.jsonl')
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  const { created, changed, unchanged } = await importFile({
    kind: 'companies',
    file,
    source: 'crm',
    observedAt: new Date(Date.UTC(2026, 0, 1 + day++)),
    isOfNow: true,
    batchRows: 100,
    writer: reopen(),
    onRejects: async () => {},
    ...how,
  })
  return { created, changed, unchanged }
}

async function versionOf(token: string, kind: 'companies' | 'people' = 'companies') {
  const [id] = await identity.find(kind, token)
  return (await identity.explain(kind, id as string)).version
}

describe('two rows of one file about one firm', () => {
  const firm = (domain: string, revenue: number, more: object = {}) => ({
    preferred_name: 'Tidewell Pumps',
    domains: [domain],
    revenue_estimate_usd: revenue,
    ...more,
  })

  test.each([1, 2, 100])(
    'say different things, and change nothing when they come again: batches of %i',
    async (batchRows) => {
      const domain = `tidewell-${batchRows}.example`
      const rows = [
        firm(domain, 5, { short_description: 'Pumps' }),
        firm(domain, 700, { short_description: 'Pumps for everybody', domains: [domain, `b-${domain}`] }),
        firm(domain, 30, { domains: [`b-${domain}`, domain], year_founded: 1999 }),
      ]
      expect(await deliver(rows, { batchRows })).toMatchObject({ created: 1 })
      for (const size of [batchRows, 2, 1])
        expect(await deliver(rows, { batchRows: size })).toMatchObject({ created: 0, changed: 0 })
      expect((await versionOf(`dom:${domain}`))?.members).toMatchObject({
        short_description: 'Pumps for everybody',
      })
    },
  )

  test('a row that is mended counts, and one that is gone has no say any more', async () => {
    const domain = 'tidewell-mended.example'
    const about = (short_description: string) => ({
      preferred_name: 'Tidewell',
      domains: [domain],
      short_description,
    })
    const said = async () => (await versionOf(`dom:${domain}`))?.members['short_description']
    await deliver([about('Pumps'), about('Pumps and valves')], { batchRows: 1 })
    expect(await said()).toBe('Pumps and valves')
    await deliver([about('Pumps'), about('Pumps and many more valves')], { batchRows: 1 })
    expect(await said()).toBe('Pumps and many more valves')
    const left = [about('Pumps')]
    await deliver(left)
    await deliver(left)
    expect(await said()).toBe('Pumps')
    expect(await deliver(left)).toMatchObject({ changed: 0 })
  })

  test('what the same date says again with another value is a correction', async () => {
    const domain = 'tidewell-corrected.example'
    const row = (short_description: string) => ({
      preferred_name: 'Tidewell',
      domains: [domain],
      short_description,
    })
    const dated = { observedAt: new Date('2026-06-01'), isOfNow: false }
    for (const text of ['Pumps and valvess', 'Pumps', 'Pumps and valvess', 'Valves']) {
      await deliver([row(text)], dated)
      expect((await versionOf(`dom:${domain}`))?.members['short_description']).toBe(text)
    }
  })

  test('contacts of one person that rows describe differently', async () => {
    const person = (type: string, status: string) => ({
      name: 'Ada Tidewell',
      primary_slug: 'ada-tidewell',
      emails: [{ email: 'ada@tidewell.example', type, status }],
      phone_numbers: [{ number: '+12025550177', type }],
    })
    const rows = [person('work', 'valid'), person('personal', 'invalid')]
    const how = { kind: 'people' as const, batchRows: 1 }
    expect(await deliver(rows, how)).toMatchObject({ created: 1 })
    expect(await deliver(rows, how)).toMatchObject({ changed: 0 })
    expect(await deliver(rows.toReversed(), how)).toMatchObject({ changed: 0 })
  })
})

describe('an identifier that rows of other names carry in one file', () => {
  const row = (name: string, crm: string) => ({
    preferred_name: name,
    domains: [`${name.toLowerCase()}-again.example`],
    external_ids: { crm },
  })

  test('is no news when the file comes again, nor after a kill between two batches', async () => {
    const rows = [row('Ulmenhof', 'u1'), row('Brightwater', 'u1')]
    // The first batch alone, then a new process.
    await deliver(rows.slice(0, 1))
    await deliver(rows, { batchRows: 1 })
    for (const batchRows of [1, 2, 1])
      expect(await deliver(rows, { batchRows })).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  })

  test('identifies again once the file is mended', async () => {
    const rows = [row('Nordlicht', 'n1'), row('Sasquatch', 'n1')]
    await deliver(rows, { batchRows: 1 })
    const mended = [row('Nordlicht', 'n1'), row('Sasquatch', 'n2')]
    await deliver(mended, { batchRows: 1 })
    await deliver(mended, { batchRows: 1 })
    expect((await versionOf('ext:crm/n1'))?.members['preferred_name']).toBe('Nordlicht')
    expect(await deliver(mended)).toMatchObject({ changed: 0 })
  })
})

test('rows that come again change nothing, however they are cut and ordered', async () => {
  let worlds = 0
  const text = fc.constantFrom('Pumps', 'Valves and pumps', 'Looms', undefined)
  const row = fc.record({
    firm: fc.integer({ min: 0, max: 2 }),
    crm: fc.option(fc.constant(0)),
    short_description: text,
    headcount: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
    second: fc.boolean(),
    isFirst: fc.boolean(),
  })
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 2, maxLength: 7 }),
      cuts,
      fc.nat(),
      async (given, sizes, seed) => {
        const states: string[] = []
        // The same rows in two worlds of their own, in another order.
        for (const order of [given, shuffled(given, seed)]) {
          const world = `w${++worlds}`
          const rows = order.map((each) => rowOf(world, each))
          for (const [at, batchRows] of sizes.entries()) {
            const outcome = await deliver(rows, { batchRows })
            if (at > 0) expect(outcome).toMatchObject({ created: 0, changed: 0 })
          }
          const firms = await Promise.all(
            [0, 1, 2].map((firm) => versionOf(`dom:${world}-${firm}.example`).catch(() => undefined)),
          )
          states.push(
            JSON.stringify(
              firms.map(
                (version) =>
                  version && [version.members['short_description'], version.members['employee_count']],
              ),
            ),
          )
        }
        expect(states[1]).toBe(states[0])
      },
    ),
    { numRuns: runs(12, 200) },
  )
})

interface Given {
  firm: number
  crm: number | null
  short_description: string | undefined
  headcount: number | undefined
  second: boolean
  isFirst: boolean
}

function rowOf(world: string, { firm, crm, short_description, headcount, second, isFirst }: Given): object {
  const [own, other] = [`${world}-${firm}.example`, `${world}-shop-${firm}.example`]
  const domains = second ? (isFirst ? [own, other] : [other, own]) : [own]
  return {
    preferred_name: `${['Kavunda', 'Pelozzi', 'Zinramor'][firm]} ${world}`,
    domains,
    external_ids: crm === null ? {} : { crm: `${world}-${crm}` },
    ...(short_description && { short_description }),
    ...(headcount && { employee_count: headcount }),
  }
}

const shuffled = <T>(all: readonly T[], seed: number): T[] =>
  all
    .map((one, at) => ({ one, at: ((at + 1) * 7_919 + seed) % 1_009 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
