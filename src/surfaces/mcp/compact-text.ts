import type { Json } from '../openapi/index.ts'

/** Members of the answer and of its output always stay: that a page is empty or the last is said, not left to guess. */
const keptLevels = 2

/**
 * The JSON of an answer without what says nothing: null, empty lists and empty objects of records. A model pays for every
 * letter, and of a record of eighty members most are empty. `cut` takes away first what is not wanted.
 */
export function compactText(body: string, cut: (body: Json) => Json = (whole) => whole): string {
  return JSON.stringify(compact(cut(JSON.parse(body) as Json), 0))
}

/** Answers are at most as deep as what the service writes. */
function compact(value: unknown, level: number): unknown {
  if (Array.isArray(value)) return value.map((item) => compact(item, level + 1))
  if (typeof value !== 'object' || value === null) return value
  const kept: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const inner = compact(member, level + 1)
    if (level < keptLevels || !isEmpty(inner)) kept[name] = inner
  }
  return kept
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
