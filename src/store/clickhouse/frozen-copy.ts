import { randomBytes } from 'node:crypto'
import { readdir, readlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouse } from './contract.ts'

/** Takes what an embedded engine stores into a backup, under a path of its own there. */
export interface EngineSink {
  folder(path: string): Promise<void>
  link(path: string, target: string): Promise<void>
  copy(path: string, from: string): Promise<void>
}

/** The rows of the moment of `freeze`, as links to the files that hold them; merges and writes go on beside. */
export interface FrozenEngine {
  copy(): Promise<void>
  /** Removes the links. */
  release(): Promise<void>
}

/**
 * Freezes all tables of an embedded engine, in 10 ms a table. Between the tables nothing may be written for them to be
 * of one moment. A copy is what an engine needs to start on: definitions, and parts where it looks for them.
 */
export async function freezeEngine(
  engine: ClickHouse,
  { corpus, to, nowMs }: { corpus: string; to: EngineSink; nowMs: number },
): Promise<FrozenEngine> {
  await removeLeftOver(join(corpus, 'shadow'), nowMs)
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  const shadow = join(corpus, 'shadow', name)
  const release = () => rm(shadow, { recursive: true, force: true })
  const tables = await engine.query<{ database: string; name: string }>({
    tag: 'backup',
    sql: `SELECT database, name FROM system.tables WHERE engine LIKE '%MergeTree'
      AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
      AND NOT startsWith(name, {passing:String}) ORDER BY database, name`,
    params: { passing: passingTables },
  })
  try {
    await copyDefinitions(corpus, 'corpus', to)
    for (const table of tables) {
      await engine.command({
        tag: 'backup',
        sql: `ALTER TABLE ${quoted(table.database)}.${quoted(table.name)} FREEZE WITH NAME '${name}'`,
      })
    }
  } catch (error) {
    await release()
    throw error
  }
  return { copy: () => copyParts(join(shadow, 'store'), 'corpus/store', to), release }
}

const prefix = 'almanac_backup_'

/** Tables with this prefix are created and dropped at any time and are not copied. */
export const passingTables = 'passing_'
/** A copy that has not ended after this long is of a process that was killed. */
const killedMs = 24 * 3_600_000

/** Links keep the space of rows that are merged or removed since. */
async function removeLeftOver(shadow: string, nowMs: number): Promise<void> {
  const names = (await readdir(shadow).catch(none)).filter((name) => name.startsWith(prefix))
  if (names.length === 0) return
  for (const name of names) {
    const { mtimeMs } = await stat(join(shadow, name))
    if (nowMs - mtimeMs > killedMs) await rm(join(shadow, name), { recursive: true, force: true })
  }
}

const isDefinition = (name: string) => name.endsWith('.sql') && !name.startsWith(passingTables)

/** Tables and databases as the engine wrote them down: small files and links, no rows. */
async function copyDefinitions(from: string, path: string, to: EngineSink): Promise<void> {
  await to.folder(path)
  for (const top of ['metadata', 'data']) await copyAll(join(from, top), `${path}/${top}`, to)
  const store = join(from, 'store')
  for (const group of await readdir(store).catch(none)) {
    for (const id of await readdir(join(store, group))) {
      const folder = `${path}/store/${group}/${id}`
      await to.folder(folder)
      const names = await readdir(join(store, group, id)).catch(none)
      for (const name of names.filter((each) => each === 'format_version.txt' || isDefinition(each)))
        await to.copy(`${folder}/${name}`, join(store, group, id, name))
    }
  }
}

const copyParts = (from: string, path: string, to: EngineSink): Promise<void> => copyAll(from, path, to)

async function copyAll(from: string, path: string, to: EngineSink): Promise<void> {
  await to.folder(path)
  const entries = await readdir(from, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter(({ name }) => !name.startsWith(passingTables))) {
    const [source, target] = [join(from, entry.name), `${path}/${entry.name}`]
    if (entry.isSymbolicLink()) await to.link(target, await readlink(source))
    else if (entry.isDirectory()) await copyAll(source, target, to)
    else await to.copy(target, source)
  }
}

const quoted = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``

function none(error: unknown): string[] {
  if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
  throw error
}
