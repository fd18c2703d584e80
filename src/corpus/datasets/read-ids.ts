import { readExternalId } from '../names/index.ts'

/** The outside ids of a native record as registers write them: two sources write one id in two ways. */
export function readIds(record: object): Record<string, string> {
  const ids = (record as { external_ids?: Record<string, string> | null }).external_ids ?? {}
  const entries = Object.entries(ids).flatMap(([source, id]) => {
    const read = readExternalId(source, id)
    return 'why' in read ? [] : [[read.source, read.value] as const]
  })
  return Object.fromEntries(entries)
}
