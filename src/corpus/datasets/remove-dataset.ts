import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dropAdded, findAdded, setState } from './dataset-rows.ts'
import { DatasetRefused } from './failures.ts'
import { listKinds, readLines } from './line-store.ts'
import { nameAll } from './update-dataset.ts'
import { withdrawLines, type WithdrawParts } from './withdraw-lines.ts'

const perBatch = 2_000
const first = '00000000-0000-0000-0000-000000000000'

export interface RemoveOrder {
  name: string
  /** Where its publications are fetched to. */
  folder: string
  signal?: AbortSignal | undefined
  onProgress?: ((records: number) => void) | undefined
}

/**
 * Takes a data set out of the corpus: what it alone says goes, what others say stays. An interrupted removal goes on when it
 * is repeated; meanwhile no update reads the data set. Answers how many records were touched, and whether it is done.
 */
export async function removeDataset(
  parts: WithdrawParts,
  { name, folder, signal, onProgress }: RemoveOrder,
): Promise<{ records: number; isDone: boolean }> {
  const added = await findAdded(parts.db, name)
  if (added === undefined) throw new DatasetRefused(`${name} was not added`)
  await setState(parts.db, name, 'leaving')
  let records = 0
  for (const kind of await listKinds(parts.db, added.number)) {
    for (;;) {
      if (signal?.aborted === true) return { records, isDone: false }
      const lines = await readLines(parts.db, { dataset: added.number, kind, after: first, most: perBatch })
      if (lines.length === 0) break
      records += await withdrawLines(parts, { dataset: added.number, source: name, kind }, lines)
      onProgress?.(records)
    }
  }
  await parts.writer.settle()
  await nameAll(parts, signal)
  if (signal?.aborted === true) return { records, isDone: false }
  await rm(join(folder, name), { recursive: true, force: true })
  // Last, since what is not added cannot be removed again: all before it is repeated after a kill.
  await dropAdded(parts.db, name)
  return { records, isDone: true }
}
