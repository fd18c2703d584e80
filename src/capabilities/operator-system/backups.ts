import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** An archive that a task made. */
export interface BackupFile {
  name: string
  bytes: number
  madeAt: Date
}

/** Where backups lie that were asked for over the interface. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** Made by the clock, so that as many are kept as the settings say. */
const bySchedule = '.scheduled'

/** The file of a backup, by the task that makes it. */
export const nameBackup = (taskId: string, isScheduled: boolean): string =>
  `${taskId}${isScheduled ? bySchedule : ''}.tar.gz`

/** Whether the clock asked for the backup of that name. */
export const isByClock = (name: string): boolean => name.endsWith(`${bySchedule}.tar.gz`)

/** Removes the oldest of those that the clock asked for, but for so many; answers their names. */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const scheduled = (await listBackupFiles(folder)).filter(({ name }) => isByClock(name))
  const old = scheduled.slice(keep).map(({ name }) => name)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

/** Newest first. */
export async function listBackupFiles(folder: string): Promise<BackupFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.tar.gz'))
  const files = await Promise.all(
    names.map(async (name) => {
      const { size: bytes, mtime: madeAt } = await stat(join(folder, name))
      return { name, bytes, madeAt }
    }),
  )
  return files.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}
