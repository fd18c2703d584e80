import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Says when the last backup of a data directory was whole; not part of a backup. */
const lastBackup = 'last-backup.json'

export async function noteBackup(dataDir: string, madeAt: string): Promise<void> {
  const file = join(dataDir, lastBackup)
  await writeFile(`${file}.new`, JSON.stringify({ madeAt }), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Undefined where none was made, or what is there says no moment. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, lastBackup), 'utf8').catch(() => '{}')
  const parsed: unknown = JSON.parse(text)
  const madeAt = new Date(String((parsed as { madeAt?: unknown }).madeAt))
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt
}
