import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../lib/version.ts'
import type { Postgres, Transaction } from './contract.ts'
import { MigrationRefused, migrationLock, runFile, type SqlFile } from './migration-run.ts'
import { column, rowShape } from './row-shape.ts'
import { sql } from './sql.ts'

interface AppliedFunction {
  name: string
  checksum: string
  version: string
}

const appliedRow = rowShape<AppliedFunction>({
  name: column.text(),
  checksum: column.text(),
  version: column.text(),
})

/**
 * Applies the files of `folder`, one a function with the triggers that call it, that changed since they were applied last.
 * Together and in one transaction, after the migrations: what a function reads is there. Throws MigrationRefused where a
 * newer version of the program has applied another text: the newer one may be running.
 */
export async function applyFunctions(db: Postgres, folder: string): Promise<string[]> {
  const files = await readFunctionFiles(folder)
  if (files.length === 0) return []
  return await db.transact(
    async (tx) => {
      await tx.query(migrationLock)
      await tx.query(sql`
        create table if not exists schema_functions (
          name text primary key,
          checksum text not null,
          version text not null,
          applied_at timestamptz not null default now())`)
      // They call each other, in no order.
      await tx.query(sql`set local check_function_bodies = off`)
      const applied = await tx.query(
        sql.rows(appliedRow)`select name, checksum, version from schema_functions order by name`,
      )
      return await applyChanged(tx, files, applied)
    },
    { statementTimeoutMs: 0 },
  )
}

const existsRow = rowShape({ exists: column.bool() })

/** Names of the files that `applyFunctions` would apply; writes nothing. Throws MigrationRefused where that would. */
export async function planFunctions(db: Postgres, folder: string): Promise<string[]> {
  const files = await readFunctionFiles(folder)
  const [row] = await db.query(
    sql.rows(existsRow)`select to_regclass('schema_functions') is not null as exists`,
  )
  const applied =
    row?.exists === true
      ? await db.query(sql.rows(appliedRow)`select name, checksum, version from schema_functions`)
      : []
  return findChanged(files, applied).map(({ name }) => name)
}

function findChanged(files: readonly SqlFile[], applied: readonly AppliedFunction[]): SqlFile[] {
  const before = new Map(applied.map((row) => [row.name, row]))
  const changed = files.filter((file) => before.get(file.name)?.checksum !== file.checksum)
  for (const { name } of changed) {
    const earlier = before.get(name)
    if (earlier !== undefined && isNewer(earlier.version, version)) {
      throw new MigrationRefused(
        `function ${name} was applied by version ${earlier.version}, and this is version ${version}: start that version or a later one`,
      )
    }
  }
  return changed
}

async function applyChanged(
  tx: Transaction,
  files: readonly SqlFile[],
  applied: readonly AppliedFunction[],
): Promise<string[]> {
  const changed = findChanged(files, applied)
  for (const file of changed) {
    await runFile(tx, file)
    await tx.query(sql`
      insert into schema_functions (name, checksum, version) values (${file.name}, ${file.checksum}, ${version})
      on conflict (name) do update
      set checksum = excluded.checksum, version = excluded.version, applied_at = now()`)
  }
  return changed.map(({ name }) => name)
}

/** Whether version `one` (`1.2.3`) is later than `other`. */
function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)))
  const at = [0, 1, 2].find((place) => left?.[place] !== right?.[place])
  return at !== undefined && (left?.[at] ?? 0) > (right?.[at] ?? 0)
}

/** NAME.sql files in order of name; none where the folder is not there. */
async function readFunctionFiles(folder: string): Promise<SqlFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return await Promise.all(
    names
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map(async (name) => {
        const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
        return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
      }),
  )
}
