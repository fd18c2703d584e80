import type { ClickHouse, Param } from '../../store/clickhouse/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { FoundRecord } from './lookup-request.ts'
import { askRows } from './versions.ts'

/** Outside ids of some versions, by entity id: sealed beside the record, `source` -> id. */
export async function readExternalIds(
  engine: ClickHouse,
  kind: EntityKind,
  { records, signal }: { records: readonly FoundRecord[]; signal?: AbortSignal | undefined },
): Promise<Map<string, Record<string, string>>> {
  const params: Record<string, Param> = {}
  const keys = records.map(({ rank, id, born }, at) => {
    Object.assign(params, { [`r${at}`]: rank, [`i${at}`]: id, [`b${at}`]: born })
    return `({r${at}:UInt32}, {i${at}:UInt64}, {b${at}:UInt32})`
  })
  if (keys.length === 0) return new Map()
  const rows = await askRows(engine, {
    tag: `external-ids-${kind}`,
    sql: `SELECT id, JSONExtractRaw(sealed, 'externalIds') FROM ${kinds[kind].bodyTable}
      WHERE (rank, id, born) IN (${keys.join(', ')})`,
    params,
    signal,
  })
  return new Map(rows.map(([id = '', ids = '']) => [id, JSON.parse(ids || '{}') as Record<string, string>]))
}
