import { mkdtemp, rm, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { stringify } from 'yaml'
import { registerData } from '../../../src/cli/commands/data.ts'
import { readPublishedCommit } from '../../../src/corpus/commits/index.ts'
import { kinds, type EntityKind } from '../../../src/corpus/kinds/index.ts'
import {
  knownVersions,
  openIdentity,
  openWriter,
  type CorpusWriter,
  type SuppressedPeople,
} from '../../../src/corpus/write/index.ts'
import { frozenClock, type FrozenClock } from '../../../src/lib/clock.ts'
import type { ClickHouse } from '../../../src/store/clickhouse/index.ts'
import { sql, type Postgres } from '../../../src/store/postgres/index.ts'
import { openOutbound } from '../../../src/platform/outbound/index.ts'
import { atEnd } from '../at-end.ts'
import { testEngine } from '../engine.ts'
import { testDatabase } from '../postgres.ts'

/** What a register of a test is. */
export interface RegisterSpec {
  name: string
  kind?: EntityKind
  /** Members of the record and where they come from; default: those of a small company register. */
  record?: object
  entry?: object
  full?: object
  delta?: object
}

export type DataRoom = Awaited<ReturnType<typeof openDataRoom>>

/** Stores that `almanac data` works on: those of a service that runs. */
export interface RoomStores {
  db: Postgres
  engine: ClickHouse
  writer: CorpusWriter
  clock: FrozenClock
}

/** Stores of a test, a folder, and the command `almanac data` on them. */
export async function openDataRoom({
  suppressed,
  stores,
}: { suppressed?: SuppressedPeople; stores?: RoomStores } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-data-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const { db, engine, writer, clock } = stores ?? (await ownStores(suppressed))
  const identity = openIdentity({ db, engine })
  const outbound = openOutbound({ allowLoopback: true })
  atEnd(async () => outbound.close())
  const settings = { allowsMarked: false }
  /** Pauses that downloads made, in milliseconds. */
  const pauses: number[] = []

  /** Runs one command line; a failure is what an operator is told. */
  async function data(...line: string[]): Promise<{ text: string; code: number }> {
    const printed: string[] = []
    let code = 0
    const program = new Command('almanac').exitOverride()
    registerData(program, {
      async open() {
        const wait = async (ms: number) => void pauses.push(ms)
        return {
          db,
          engine,
          writer,
          suppressed,
          clock,
          folder: join(folder, 'fetched'),
          download: { outbound, userAgent: 'almanac/test (ops@almanac.example)', perSecond: 1_000, wait },
          ...settings,
          window: undefined,
          close: async () => {},
        }
      },
      clock,
      print: (value) => printed.push(typeof value === 'string' ? value : JSON.stringify(value)),
      progress: { write: () => true },
      setExitCode: (exitCode) => (code = exitCode),
    })
    for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
      command.exitOverride().configureOutput({ writeErr: () => undefined })
    try {
      await program.parseAsync(['data', ...line], { from: 'user' })
    } catch (error) {
      return { text: [...printed, (error as Error).message].join('\n'), code: 1 }
    }
    return { text: printed.join('\n'), code }
  }

  return {
    db,
    engine,
    writer,
    clock,
    folder,
    settings,
    pauses,
    data,
    /** Makes the folder of a register; answers its path. */
    register: (spec: RegisterSpec) => makeRegister(folder, spec),
    async file(name: string, content: string | object): Promise<string> {
      const path = join(folder, name)
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
      return path
    },
    /** The record that an identifier finds, with its sources; undefined when none does. */
    async read(token: string, kind: EntityKind = 'companies') {
      for (const id of await identity.find(kind, token)) {
        const { version, identifiers } = await identity.explain(kind, id)
        // Those that carried it once are found as well.
        if (version === undefined || !identifiers.some((each) => each.token === token)) continue
        const sources = [...new Set(version.sealed.provenance.map(({ source }) => source))].toSorted()
        return { id, members: version.members, sources, sealed: version.sealed }
      }
      return undefined
    },
    /** All records of a kind as they are now. */
    async listRecords(kind: EntityKind): Promise<Record<string, unknown>[]> {
      const published = await readPublishedCommit(db, kind)
      const ids = await db.query<{ id: string }>(
        sql`SELECT DISTINCT id::text AS id FROM ${sql.id(`corpus_records_${kind}`)} WHERE dead IS NULL ORDER BY 1`,
      )
      const versions = await knownVersions(
        db,
        kinds[kind],
        ids.map(({ id }) => id),
        published,
      )
      return [...versions.values()].map(({ members }) => members)
    },
    /** Writes rows as an import of an operator does. */
    write: (source: string, record: object, day = '2026-01-01', kind: EntityKind = 'companies') =>
      writer.write(kind, [{ line: 1, record }], { source, observedAt: new Date(day) }),
  }
}

async function ownStores(suppressed: SuppressedPeople | undefined): Promise<RoomStores> {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  const onlyReader = { refresh: async () => {} }
  const writer = openWriter({ db, engine, onlyReader, ...(suppressed && { suppressed }) })
  return { db, engine, writer, clock: frozenClock() }
}

const companyRecord = (name: string) => ({
  preferred_name: 'name',
  domains: { list: ['site'], do: ['domain', 'unique'] },
  external_ids: { object: { [name]: 'id' } },
  status_consensus: 'status',
  founded_on_consensus: 'founded',
  location_consensus: { object: { country: 'country', lat: 'lat', lon: 'lon' }, do: ['location'] },
})

/** Makes the folder of a register in another folder; answers its path. */
export async function makeRegister(folder: string, spec: RegisterSpec): Promise<string> {
  const { name, kind = 'companies', record = companyRecord(name), entry, full, delta } = spec
  const path = join(folder, name)
  await mkdir(path, { recursive: true })
  const form = {
    addresses: [`https://${name}.example/all.jsonl`],
    format: 'jsonl',
    rows: { least: 1, most: 10_000 },
    bytes: { least: 1, most: 10_000_000 },
  }
  await writeFile(
    join(path, 'dataset.yaml'),
    stringify({
      title: `Register ${name}`,
      publisher: 'A publisher',
      homepage: `https://${name}.example`,
      brings: 'Companies of a test.',
      licence: { id: 'CC0-1.0', attribution: `Data of ${name}.` },
      personal_data: false,
      maps: ['map.yaml'],
      rhythm: 'daily',
      where: { country: { path: 'country', do: ['country'] }, latitude: 'lat', longitude: 'lon' },
      full: { ...form, ...full },
      ...(delta && { delta: { ...form, ...delta } }),
      sample: { file: 'sample.jsonl', rows: 1, records: 1, from: 'Made up.' },
      tried: 'Tried on nothing.',
      ...entry,
    }),
  )
  await writeFile(join(path, 'map.yaml'), stringify({ kind, source: name, record }))
  await writeFile(join(path, 'sample.jsonl'), '{"id":"1","name":"A"}\n')
  await writeFile(join(path, 'README.md'), `# ${name}\n`)
  return path
}

/** Rows as JSON lines. */
export const jsonLines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')
