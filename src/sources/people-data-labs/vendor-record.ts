import { pdlMapping, rowReader } from '../../corpus/import/index.ts'

/**
 * A record of the vendor as a line of the import format, by the mapping that its files are imported with. Undefined
 * for anything else.
 */
export function nativeRecord(
  kind: 'people' | 'companies',
  value: unknown,
  nowMs: number,
): Record<string, unknown> | undefined {
  const asOf = new Date(nowMs).toISOString()
  const mapping = pdlMapping(kind)
  // The mapping brings rows to their shape in place.
  const outcome = rowReader({ kind, mapping, asOf })({ line: 1, value: structuredClone(value), bytes: 0 })
  return 'record' in outcome ? (outcome.record as Record<string, unknown>) : undefined
}
