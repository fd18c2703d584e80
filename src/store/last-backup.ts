import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Say when the last backup of a data directory was whole, and when the last trial of a restore was; no part of a backup. */
const files = { backup: 'last-backup.json', trial: 'last-trial.json' }

/** What was tried: its address, and when it was made, as far as that is known. */
export interface TriedBackup {
  source: string
  madeAt?: string | undefined
}

interface GoodTrial extends TriedBackup {
  triedAt: string
}

interface FailedTrial extends TriedBackup {
  failedAt: string
  problem: string
}

export const noteBackup = (dataDir: string, madeAt: string): Promise<void> =>
  note(join(dataDir, files.backup), { madeAt })

/**
 * Of a restore that was tried and found good. It takes away a failure of the same archive or of an older one: that an old one
 * is good says nothing of a newer one that is not.
 */
export async function noteTrial(dataDir: string, good: GoodTrial): Promise<void> {
  const { failed } = await read(join(dataDir, files.trial))
  const isOver =
    failed === undefined || good.source === failed['source'] || !isBefore(good.madeAt, failed['madeAt'])
  await note(join(dataDir, files.trial), { good, ...(isOver ? {} : { failed }) })
}

/** Of a restore that was tried and failed; when the last was good stays known. */
export async function noteFailedTrial(dataDir: string, failed: FailedTrial): Promise<void> {
  const { good } = await read(join(dataDir, files.trial))
  await note(join(dataDir, files.trial), { good, failed })
}

/** Undefined where none was made, or what is there says no moment. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const { madeAt } = await read(join(dataDir, files.backup))
  return toDate(madeAt)
}

/** Undefined where none was good, or what is there says no moment. */
export async function readLastTrial(dataDir: string): Promise<Date | undefined> {
  const { good, triedAt } = await read(join(dataDir, files.trial))
  return toDate(good?.['triedAt'] ?? triedAt)
}

/** The last trial, where that failed. */
export async function readFailedTrial(dataDir: string): Promise<{ at: Date; problem: string } | undefined> {
  const { failed } = await read(join(dataDir, files.trial))
  const at = toDate(failed?.['failedAt'])
  return at === undefined ? undefined : { at, problem: String(failed?.['problem']) }
}

/** On the disk before it takes the place of the last, so that a loss of power leaves one of the two. */
async function note(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

interface Noted {
  madeAt?: unknown
  /** As earlier versions noted it. */
  triedAt?: unknown
  good?: Record<string, unknown> | undefined
  failed?: Record<string, unknown> | undefined
}

/** Empty where nothing was noted, or what is there was cut off. */
async function read(file: string): Promise<Noted> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}

function toDate(text: unknown): Date | undefined {
  const date = new Date(String(text))
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** False where either is not known. */
function isBefore(one: unknown, other: unknown): boolean {
  const [a, b] = [toDate(one), toDate(other)]
  return a !== undefined && b !== undefined && a < b
}
