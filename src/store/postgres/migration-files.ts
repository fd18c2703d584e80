import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBaseline, type Baseline } from '../baseline.ts'
import type { SqlFile } from './migration-run.ts'

/** The name is like "0007_add_webhooks.sql". */
export interface MigrationFile extends SqlFile {
  number: number
  /** The chain of earlier files that the first file takes the place of. */
  baseline: Baseline | undefined
}

/** Tables that the files make, and those of their journals: those of others in the same database are not among them. */
export async function tablesMadeBy(folder: string): Promise<ReadonlySet<string>> {
  const files = await readMigrationFiles(folder)
  const made = files.flatMap(({ text }) =>
    [...text.matchAll(/^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gim)].map(
      (match) => (match[1] as string).toLowerCase(),
    ),
  )
  return new Set(['schema_migrations', 'schema_functions', ...made])
}

const pattern = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Reads NNNN_name.sql files in order of number. Throws on any other .sql name and on a number used twice. */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files: MigrationFile[] = []
  for (const name of names) {
    const number = Number(pattern.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(number)) throw new Error(`migration ${name} is not named NNNN_name.sql`)
    const before = files.at(-1)
    if (before?.number === number)
      throw new Error(`migrations ${before.name} and ${name} have the same number`)
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(text).digest('hex')
    files.push({ name, number, text, checksum, baseline: readBaseline(text) })
  }
  return files
}
