import { setTimeout as delay } from 'node:timers/promises'
import type { Postgres } from '../../store/postgres/index.ts'
import { isCurrentIndex, findLacks, readIndexState } from '../commits/index.ts'
import { restoreMembers } from '../entity-sets/index.ts'
import { allKinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { forgetRebuild, holdRebuild, isRebuilding, readRebuilds, recordStore } from '../record-store/index.ts'
import { noticeLostRows } from './lost-rows.ts'
import { rebuildKind } from './rebuild-kind.ts'
import type { CorpusParts, RebuildWatch } from './rebuild-watch.ts'
import { openRowBuilder } from './row-builder.ts'

/**
 * Checks that the engine holds its search rows and sets, and puts the sets back. Answers the kinds whose rows must be
 * built again. Quick where nothing is lost.
 */
export async function noticeLoss(
  stores: CorpusParts,
  onLost: (kind: EntityKind) => void = () => {},
): Promise<EntityKind[]> {
  const { db, engine } = stores
  for (const kind of allKinds) if (await noticeLostRows(stores, kind)) onLost(kind.name)
  await restoreMembers({ db: stores.accounts ?? db, engine })
  const due: EntityKind[] = []
  for (const { name } of allKinds) if (!isCurrentIndex(name, await readIndexState(db, name))) due.push(name)
  return due
}

/**
 * Builds search rows and identifiers again from the stored records where they were written by other rules than this
 * program's (`indexVersion`), and search rows that the engine lacks. The old rows answer until the new ones change
 * places with them. One process builds; others wait for it, and continue its work if it dies. Answers how many
 * versions this one built.
 */
export async function rebuildIndex(stores: CorpusParts, watch: RebuildWatch = {}): Promise<number> {
  await noticeLoss(stores, watch.onLost)
  const builder = openRowBuilder()
  let built = 0
  try {
    for (const kind of allKinds)
      built += await renewKind({ ...stores, records: recordStore(stores.db), builder }, kind, watch)
  } finally {
    await builder.close()
  }
  return built
}

/** How often a process looks whether the building one is done. */
const lookMs = 500

async function renewKind(
  parts: Parameters<typeof rebuildKind>[0],
  kind: CorpusKind,
  watch: RebuildWatch,
): Promise<number> {
  const { db, records } = parts
  for (;;) {
    const state = await readIndexState(db, kind.name)
    if (isCurrentIndex(kind.name, state)) {
      // A later program was taken back; its number would keep compaction from the table for ever.
      if (await isRebuilding(db, kind.name))
        await holdRebuild(records, kind.name, () => forgetRebuild(db, kind.name))
      return 0
    }
    const outcome = await holdRebuild(records, kind.name, () => rebuildKind(parts, kind, watch))
    if (outcome !== undefined) return outcome.done
    if (watch.until === 'writing' && (await isWritable(db, kind))) return 0
    for (const { kind: name, done, total } of await readRebuilds(records))
      watch.onProgress?.({ kind: name, done, total })
    await delay(lookMs, undefined, { signal: watch.signal }).catch(() => watch.signal?.throwIfAborted())
  }
}

/** Whether commits of a kind can be written while rows are being rebuilt. */
async function isWritable(db: Postgres, kind: CorpusKind): Promise<boolean> {
  for (const name of [kind.name, ...(kind.links?.to ?? [])])
    if (findLacks(name, await readIndexState(db, name)).identifiers !== undefined) return false
  return true
}

/**
 * The same in the background of a service: tries again later where a store is away, until it is done or `signal`
 * aborts. Never throws.
 */
export async function keepRebuilding(
  stores: CorpusParts,
  watch: RebuildWatch & { signal: AbortSignal; onTrouble(cause: unknown): void; retryMs?: number },
): Promise<void> {
  const { signal, retryMs = 5_000 } = watch
  while (!signal.aborted) {
    try {
      await rebuildIndex(stores, watch)
      return
    } catch (cause) {
      if (signal.aborted) return
      watch.onTrouble(cause)
    }
    await delay(retryMs, undefined, { signal }).catch(() => undefined)
  }
}
