import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouse } from './contract.ts'

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations /* on cluster */
  (name String, checksum String, applied_at DateTime DEFAULT now())
  ENGINE = ReplacingMergeTree ORDER BY name`

/**
 * Applies the numbered SQL files of a folder that are not recorded yet, in order of name, and records each with
 * its checksum. A file is recorded after its last statement, so one that was cut short runs again from its start:
 * its statements must be repeatable. Throws when an applied file has changed or is gone, or when a new file sorts
 * before an applied one.
 */
export async function migrateClickHouse(ch: ClickHouse, folder: string): Promise<{ applied: string[] }> {
  await ch.command({ sql: TABLE, tag: 'migrate' })
  const rows = await ch.query<{ name: string; checksum: string }>({
    sql: 'SELECT name, checksum FROM schema_migrations FINAL ORDER BY name',
    tag: 'migrate',
  })
  const files = await readMigrations(folder)
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const row of rows) {
    const file = byName.get(row.name)
    if (!file) throw new Error(`migration ${row.name} was applied but its file is gone`)
    if (file.checksum !== row.checksum)
      throw new Error(`migration ${row.name} was changed after it was applied`)
  }
  const known = new Set(rows.map((row) => row.name))
  const last = rows.at(-1)?.name ?? ''
  const applied: string[] = []
  for (const file of files) {
    if (known.has(file.name)) continue
    if (file.name < last) throw new Error(`migration ${file.name} sorts before ${last}, which is applied`)
    for (const sql of file.statements) await ch.command({ sql, tag: `migrate ${file.name}` })
    const row = JSON.stringify({ name: file.name, checksum: file.checksum })
    await ch.insert(
      { table: 'schema_migrations', columns: ['name', 'checksum'], format: 'JSONEachRow' },
      `${row}\n`,
    )
    applied.push(file.name)
  }
  return { applied }
}

interface Migration {
  name: string
  checksum: string
  statements: string[]
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
      return { name, checksum: createHash('sha256').update(text).digest('hex'), statements }
    }),
  )
}
