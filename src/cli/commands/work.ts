import { join } from 'node:path'
import type { Command } from 'commander'
import { workTasks, type TaskRunners } from '../../capabilities/operator-system/index.ts'
import { workImports } from '../../capabilities/operator-imports/index.ts'
import type { Config } from '../../config.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { WhileWaiting } from '../disk-wait.ts'
import { stopSignal } from '../stop-signal.ts'

/** What the work needs of the machine, until it is done. */
export interface OpenedWork {
  db: Postgres
  blobs: Blobs
  writer: CorpusWriter
  runners: TaskRunners
  close(): Promise<void>
}

interface FailedTask {
  id: string
  kind: string
  choice: Record<string, unknown>
  problem: string
}

export interface WorkContext {
  config(): Config
  clock: Clock
  open(waiting: WhileWaiting): Promise<OpenedWork>
}

/** Nobody waits for what the clock asked for: the service hears of it by the exit code, and logs what was said. */
function tellFailure({ id, kind, choice, problem }: FailedTask): void {
  if (choice['keep'] === undefined && choice['newest'] === undefined) return
  process.stderr.write(`${kind} by the clock failed (${id}): ${problem}\n`)
  process.exitCode = 1
}

/** Longest wait for the batch that is being written, once the service stops. */
const patienceMs = 60_000

/** `almanac work`: what operators asked for over the interface; the service runs it by itself. */
export function registerWork(program: Command, context: WorkContext): void {
  program
    .command('work')
    .description(
      'do what was asked for over the interface: imports, backups, checks; the service runs it by itself',
    )
    .action(async () => {
      const { signal, dispose } = stopSignal({ patienceMs, code: 1 })
      const opened = await context.open({ signal, say: (text) => void process.stderr.write(`${text}\n`) })
      try {
        const { db, blobs, writer, runners } = opened
        const folder = join(context.config().dataDir, 'imports')
        const { clock } = context
        await workImports({ db, blobs, writer, clock, folder }, signal)
        await workTasks({ db, clock, runners, onFailed: tellFailure }, signal)
        await writer.settle()
      } finally {
        dispose()
        await opened.close()
      }
    })
}
