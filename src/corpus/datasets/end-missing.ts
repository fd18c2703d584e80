import { canEnd, endOf } from './endings.ts'
import type { SaidLine, Reading } from './line-store.ts'
import { noteEnded, readMissing } from './line-store.ts'
import { withdrawLines, type WithdrawParts } from './withdraw-lines.ts'

const perBatch = 500
const first = '00000000-0000-0000-0000-000000000000'

export interface Missing extends Reading {
  source: string
  complete: 'source' | 'employer'
  /** Takes out what was said of them in place of closing them: personal data, and what the operator no longer chooses. */
  withdraws: boolean
  observedAt: Date
  signal?: AbortSignal | undefined
}

/** Ends the records that a publication, read whole, no longer has. Answers how many. Safe to repeat. */
export async function endMissing(parts: WithdrawParts, missing: Missing): Promise<number> {
  const { kind, source, complete, withdraws, observedAt, signal } = missing
  const isWithdrawn = withdraws || !canEnd(kind)
  let [ended, after] = [0, first]
  for (;;) {
    const lines = await readMissing(parts.db, missing, { complete, after, most: perBatch })
    const last = lines.at(-1)
    if (last === undefined || signal?.aborted === true) return ended
    if (isWithdrawn) ended += await withdrawLines(parts, missing, lines)
    else ended += await closeRecords(parts, missing, lines)
    after = last.digest
  }

  async function closeRecords(
    { writer, db }: WithdrawParts,
    reading: Reading,
    toClose: readonly SaidLine[],
  ): Promise<number> {
    const items = toClose.map(({ record }, index) => ({
      line: index + 1,
      record: endOf(kind, record, observedAt),
    }))
    const { changed } = await writer.write(kind, items, { source, observedAt })
    const digests = toClose.map(({ digest }) => digest)
    await noteEnded(db, reading, digests)
    return changed
  }
}
