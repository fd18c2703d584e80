import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { entityKinds, kinds } from './corpus/kinds/index.ts'
import { processStart } from './store/process-identity.ts'

/** What commands need to know about the service that has a data directory open. */
export interface RunningServer {
  pid: number
  postgresUrl: string
}

/** As written: the start time tells the service from a later process with its pid. */
export interface Published extends RunningServer {
  start: string | undefined
  /** What its tables and rows are like (`tablesVersion`); missing where an earlier version wrote it. */
  tables?: string
}

/** A command of another version would change the tables under a running service, so nothing was opened. */
export class OtherVersionRunning extends Error {
  override readonly name = 'OtherVersionRunning'
  constructor(dataDir: string, { pid }: RunningServer) {
    super(
      `${dataDir} is open in a service of another version of Almanac (process ${pid}), which has different tables or rows. Stop that service, or run the command from the same version.`,
    )
  }
}

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/** Tells commands where this service's stores are. Readable by the owner alone: the addresses hold passwords. */
export async function publishServer(
  { dataDir, migrations }: { dataDir: string; migrations: readonly string[] },
  service: RunningServer,
): Promise<() => Promise<void>> {
  const file = fileIn(dataDir)
  const tables = await tablesVersion(migrations)
  const published: Published = { ...service, start: processStart(service.pid), tables }
  await writeFile(`${file}.new`, JSON.stringify(published), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return () => rm(file, { force: true })
}

/**
 * The service that has a data directory open. Undefined when none runs; a file left behind by a killed one is not believed.
 * Throws OtherVersionRunning where its tables and rows are others than this version's.
 */
export async function runningServer(
  dataDir: string,
  migrations: readonly string[],
): Promise<RunningServer | undefined> {
  const published = await serviceOfAnyVersion(dataDir)
  if (published === undefined) return undefined
  if (published.tables !== (await tablesVersion(migrations)))
    throw new OtherVersionRunning(dataDir, published)
  return published
}

/** The service of whichever version that has a data directory open: for readers that change nothing. */
export async function serviceOfAnyVersion(dataDir: string): Promise<Published | undefined> {
  const published = await readPublished(dataDir)
  if (published === undefined) return undefined
  const start = processStart(published.pid)
  return start === undefined || start !== published.start ? undefined : published
}

async function readPublished(dataDir: string): Promise<Published | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Published
  } catch {
    return undefined
  }
}

/** Path and text of every file of a folder: a function changes under its name. */
async function readFolder(folder: string): Promise<[path: string, text: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return Promise.all(
    paths
      .toSorted()
      .map(async (path): Promise<[string, string]> => [path, await readFile(join(folder, path), 'utf8')]),
  )
}

/** Equal for versions that keep the same tables and write the same rows: any other's commands would migrate or rebuild. */
async function tablesVersion(migrations: readonly string[]): Promise<string> {
  const files = await Promise.all(migrations.map(readFolder))
  const rows = entityKinds.map((kind) => [kind, kinds[kind].indexVersion])
  return createHash('sha256')
    .update(JSON.stringify([files, rows]))
    .digest('hex')
    .slice(0, 16)
}
