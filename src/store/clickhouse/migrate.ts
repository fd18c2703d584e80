import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countChain, readBaseline, type Baseline, type JournalEntry } from '../baseline.ts'
import type { ClickHouse } from './contract.ts'

const journalTable = `CREATE TABLE IF NOT EXISTS schema_migrations /* on cluster */
  (name String, checksum String, applied_at DateTime DEFAULT now())
  ENGINE = ReplacingMergeTree ORDER BY name`

/**
 * Applies the numbered SQL files of a folder that are not recorded yet, in order of name, and records each with
 * its checksum. A file is recorded after its last statement, so one that was cut short runs again from its start:
 * its statements must be repeatable. Throws when an applied file has changed or is gone, or when a new file sorts
 * before an applied one. Tables that have the whole chain the first file takes the place of go on as if that had been
 * applied.
 */
export async function migrateClickHouse(ch: ClickHouse, folder: string): Promise<{ applied: string[] }> {
  const { chain, files, missing } = await compareJournal(ch, folder)
  const [first] = files
  if (chain.length > 0 && first !== undefined) {
    await record(ch, first)
    const names = chain.map(({ name }) => `'${name}'`).join(', ')
    await ch.command({
      tag: 'migrate',
      sql: `ALTER TABLE schema_migrations /* on cluster */ DELETE WHERE name IN (${names})`,
      settings: { mutations_sync: 2 },
    })
  }
  for (const file of missing) {
    for (const sql of file.statements) await ch.command({ sql, tag: `migrate ${file.name}` })
    await record(ch, file)
  }
  return { applied: missing.map(({ name }) => name) }
}

/** Throws what `migrateClickHouse` would throw before it changes anything. */
export async function checkClickHouse(ch: ClickHouse, folder: string): Promise<void> {
  await compareJournal(ch, folder)
}

/** Names of the files that `migrateClickHouse` would apply; it writes nothing. Throws where that would. */
export async function planClickHouse(ch: ClickHouse, folder: string): Promise<string[]> {
  const [row] = await ch.query<{ tables: string }>({
    tag: 'migrate',
    sql: `SELECT count() AS tables FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'`,
  })
  const { missing } = await compareEntries(Number(row?.tables) > 0 ? await readJournal(ch) : [], folder)
  return missing.map(({ name }) => name)
}

interface Comparison {
  files: Migration[]
  /** Entries that the first file is to take the place of, or those of them that an interrupted migrator has left. */
  chain: JournalEntry[]
  missing: Migration[]
}

async function compareJournal(ch: ClickHouse, folder: string): Promise<Comparison> {
  await ch.command({ sql: journalTable, tag: 'migrate' })
  return compareEntries(await readJournal(ch), folder)
}

const readJournal = (ch: ClickHouse) =>
  ch.query<JournalEntry>({
    sql: 'SELECT name, checksum FROM schema_migrations FINAL ORDER BY name',
    tag: 'migrate',
  })

async function compareEntries(journal: readonly JournalEntry[], folder: string): Promise<Comparison> {
  const files = await readMigrations(folder)
  const chain = chainIn(journal, files)
  const recorded = journal.filter((entry) => !chain.includes(entry))
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const entry of recorded) {
    const file = byName.get(entry.name)
    if (!file) throw new Error(unknownEntry(entry, files))
    if (file.checksum !== entry.checksum)
      throw new Error(`migration ${entry.name} was changed after it was applied`)
  }
  const names = new Set(recorded.map(({ name }) => name))
  if (chain.length > 0) names.add(files[0]?.name ?? '')
  const last = recorded.at(-1)?.name ?? ''
  const missing = files.filter(({ name }) => !names.has(name))
  const late = missing.find(({ name }) => name < last)
  if (late)
    throw new Error(
      `migration ${late.name} sorts before ${last}, which is applied: this step is missing in the engine. Stop the service and move the folder corpus away: its rows are built again from the records`,
    )
  return { files, chain, missing }
}

const unknownEntry = ({ name }: JournalEntry, files: readonly Migration[]) =>
  name < (files.at(-1)?.name ?? '')
    ? `migration ${name} was applied, and its file is gone from this program although later ones are there: install the program again, whole`
    : `the engine has migration ${name}, which this version does not know, or whose file is gone: it was used by a newer version`

/** The entries of a journal that the first file stands for. Where it is recorded beside them, they were to be removed. */
function chainIn(journal: readonly JournalEntry[], files: readonly Migration[]): JournalEntry[] {
  const { name = '', baseline } = files[0] ?? {}
  if (baseline === undefined) return []
  const isFile = (entry: JournalEntry) => files.some((file) => file.name === entry.name)
  if (journal.some((entry) => entry.name === name))
    return journal.filter((entry) => entry.name <= baseline.lastName && !isFile(entry))
  return journal.slice(0, countChain(journal, { name, baseline }))
}

async function record(ch: ClickHouse, { name, checksum }: JournalEntry): Promise<void> {
  await ch.insert(
    { table: 'schema_migrations', columns: ['name', 'checksum'], format: 'JSONEachRow' },
    `${JSON.stringify({ name, checksum })}\n`,
  )
}

interface Migration extends JournalEntry {
  statements: string[]
  baseline: Baseline | undefined
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
        throw new Error(`migration ${name} is not named like 0001_title.sql`)
      const text = await readFile(join(folder, name), 'utf8')
      const statements = text
        .split(/;[ \t]*(?:\r?\n|$)/)
        .map((statement) => statement.trim())
        .filter((statement) => statement.replace(/--[^\n]*(\n|$)/g, '').trim() !== '')
      return {
        name,
        checksum: createHash('sha256').update(text).digest('hex'),
        statements,
        baseline: readBaseline(text),
      }
    }),
  )
}
