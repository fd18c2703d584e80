import { loadConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openStores } from '../stores.ts'
import type { BackupContext } from './commands/backup.ts'
import { createLog } from './log.ts'

/** `backup` and `restore` on this machine. */
export const backupContext: BackupContext = {
  config: () => loadConfig(),
  openStores: () => openStores(loadConfig(), createLog('warn'), { visit: true, mustExist: true }),
  clock: systemClock,
  log: createLog('warn'),
  print: (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`),
  progress: process.stderr,
}
