import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import table from '../../../data/records/industry-words.json' with { type: 'json' }
import { industries, type Industry } from './industries.ts'

/** Names from other sources, in normal form with `and` for `&`, with their standard industry. */
const byName = new Map<string, Industry>()
for (const [industry = '', names = ''] of table)
  for (const name of names.split(', ')) if (!byName.has(name)) byName.set(name, industry as Industry)
for (const industry of industries) byName.set(makeKey(industry), industry)

/** Longer names come first, so that `computer games` does not count as `computer`. Short names only count alone. */
const within = [...byName.keys()].filter((name) => name.length > 4).sort((a, b) => b.length - a.length)

function makeKey(name: string): string {
  return normalText(name.replaceAll('&', ' and '))
}

/**
 * The standard industry of a name in the words of the network or of another source: a known name, else the longest
 * known name within it. Undefined if there is none.
 */
export const findStandardIndustry: (name: string) => Industry | undefined = memo((name) => {
  const key = makeKey(name)
  const exact = byName.get(key)
  if (exact !== undefined) return exact
  const padded = ` ${key} `
  const part = within.find((part) => padded.includes(` ${part} `))
  return part === undefined ? undefined : byName.get(part)
})

/** Industries that a record gets from its words, at most. */
const maxIndustries = 3

/** Standard industries of several names, without repeats, in their order. */
export function listStandardIndustries(names: readonly (string | null | undefined)[]): Industry[] {
  const named = new Set<Industry>()
  for (const name of names) {
    const industry = name ? findStandardIndustry(name) : undefined
    if (industry !== undefined && named.size < maxIndustries) named.add(industry)
  }
  return [...named]
}
