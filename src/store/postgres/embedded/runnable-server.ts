import type { Log } from '../../../lib/log.ts'
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { candidateAccounts, serverEnvironment, type ServerAccount } from './server-account.ts'
import { copyParents, copyPrograms, packagedPrograms, restoreLinks } from './server-programs.ts'

/** Server programs that were seen to run, and the account they run under. */
export interface RunnableServer {
  initdb: string
  postgres: string
  account: ServerAccount
}

/**
 * Finds a pair of account and program folder that works by trying them: modes, ACLs, noexec mounts and missing
 * libraries all show in `postgres --version`. Throws with every attempt and its reason when none works.
 */
export async function findRunnableServer(
  storeDir: string,
  owner: number | undefined,
  log: Log,
): Promise<RunnableServer> {
  const packaged = packagedPrograms()
  // A read-only folder without links is served by a copy.
  await restoreLinks(packaged).catch(() => undefined)
  const attempts: string[] = []
  for (const account of candidateAccounts(owner)) {
    const barred = tryRun('true', [], account)
    if (barred !== undefined) {
      attempts.push(`as ${account.title}: ${barred}`)
      continue
    }
    const problem = tryRun(join(packaged, 'bin', 'postgres'), ['--version'], account)
    if (problem === undefined) return programsIn(packaged, account)
    attempts.push(`${packaged} as ${account.title}: ${problem}`)
    const folder = await findRunnableCopy({ packaged, storeDir, account, attempts })
    if (folder === undefined) continue
    log('postgres: running the server programs from a copy', { folder })
    return programsIn(folder, account)
  }
  throw new Error(
    'the embedded Postgres cannot run here; start Almanac as an ordinary user or set DATABASE_URL. Tried: ' +
      attempts.join(' | '),
  )
}

interface CopySearch {
  packaged: string
  storeDir: string
  account: ServerAccount
  /** Receives the reason for each folder that did not serve. */
  attempts: string[]
}

async function findRunnableCopy(search: CopySearch): Promise<string | undefined> {
  const { packaged, storeDir, account, attempts } = search
  for (const parent of copyParents(storeDir)) {
    try {
      const { folder, made } = await copyPrograms(packaged, parent)
      const problem = tryRun(join(folder, 'bin', 'postgres'), ['--version'], account)
      if (problem === undefined) return folder
      attempts.push(`${folder} as ${account.title}: ${problem}`)
      if (made) await rm(folder, { recursive: true, force: true })
    } catch (error) {
      attempts.push(`${parent} as ${account.title}: ${String(error)}`)
    }
  }
  return undefined
}

function programsIn(folder: string, account: ServerAccount): RunnableServer {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), account }
}

/** undefined when the program ran; otherwise why it did not. */
function tryRun(file: string, plainArgs: string[], account: ServerAccount): string | undefined {
  const [command, args] = account.command(file, plainArgs)
  const run = spawnSync(command, args, {
    ...account.spawnAs,
    cwd: '/',
    env: serverEnvironment,
    encoding: 'utf8',
    timeout: 10_000,
  })
  if (run.status === 0) return undefined
  return run.error?.message ?? (run.stderr.trim() || `ended by ${run.signal ?? `code ${run.status}`}`)
}
