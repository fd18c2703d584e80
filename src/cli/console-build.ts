import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { isConsoleBuilt, projectFolder } from '../surfaces/console/index.ts'

const script = join(projectFolder, 'scripts/console.ts')

/**
 * Builds the pages of the console in another process where a checkout has none or old ones, while the service starts.
 * Until it ends `/console` says so. Answers how to stop it; never throws.
 */
export function beginConsole({ ALMANAC_ROLES }: Config, log: Log): () => Promise<void> {
  let child: ChildProcess | undefined
  let isStopping = false
  const build = async () => {
    // An installed package has its pages and no sources.
    const canBuild = existsSync(script) && existsSync(join(projectFolder, 'node_modules/vite'))
    if (!canBuild || !ALMANAC_ROLES.includes('api') || (await isConsoleBuilt()) || isStopping) return
    child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0 && !isStopping) throw new Error(complaint.slice(0, 2_000))
  }
  const building = build().catch((cause: unknown) =>
    log('the console was not built', { level: 'warn', cause: String(cause) }),
  )
  return async () => {
    isStopping = true
    child?.kill()
    await building
  }
}
