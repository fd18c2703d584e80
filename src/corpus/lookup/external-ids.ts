import type { EntityKind, Sealed } from '../kinds/index.ts'
import { readVersions, type RecordStore } from '../record-store/index.ts'
import type { FoundRecord } from './lookup-request.ts'

/** Outside ids of some versions, by entity id: sealed beside the record, `source` -> id. */
export async function readExternalIds(
  store: RecordStore,
  kind: EntityKind,
  { records, signal }: { records: readonly FoundRecord[]; signal?: AbortSignal | undefined },
): Promise<Map<string, Record<string, string>>> {
  signal?.throwIfAborted()
  const versions = await readVersions(store, kind, { keys: records, sealed: true })
  return new Map(versions.map(({ id, sealed }) => [id, (JSON.parse(sealed) as Sealed).externalIds]))
}
