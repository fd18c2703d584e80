import { importTargets } from '../../corpus/import/index.ts'
import type { StoredImport } from './import-rows.ts'
import type { StoredReject } from './reject-rows.ts'

/** Columns of a corrected row that neither the refused row nor the mapping has, nor a record where there is no mapping. */
export function unknownColumns(
  { kind, choice }: Pick<StoredImport, 'kind' | 'choice'>,
  { content }: StoredReject,
  row: Record<string, unknown>,
): string[] {
  const own = (content.cells ?? content.row ?? {}) as Record<string, unknown>
  const { shape } = importTargets[kind].schema
  const isRead = (name: string) =>
    choice.mapping === null
      ? Object.hasOwn(shape, name.split('.')[0] as string)
      : choice.mapping.includes(name)
  return Object.keys(row).filter((name) => !Object.hasOwn(own, name) && !isRead(name))
}
