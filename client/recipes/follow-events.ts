import type { Almanac } from '../src/index.ts'

/** Events without a receiver: each once, from where the program stopped the last time. */
export async function followEvents(almanac: Almanac, keep: { after?: string }, most: number) {
  const types: string[] = []
  const onPosition = (after: string) => (keep.after = after)
  const start = keep.after === undefined ? {} : { after: keep.after }
  for await (const { type } of almanac.events({ ...start, everySeconds: 1, onPosition })) {
    types.push(type)
    if (types.length === most) break
  }
  return types
}
