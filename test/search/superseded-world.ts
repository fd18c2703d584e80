import fc from 'fast-check'
import type { EntityKind } from '../../src/corpus/commits/index.ts'
import { always, type CorpusSearch } from '../../src/corpus/search/index.ts'
import { pageThrough } from './compare.ts'
import { readRows, sampleLines, write, type SearchWorld } from './search-world.ts'

const kinds = ['companies', 'people'] as const
type Line = Record<string, unknown>

/** Records are written this often, so each has up to as many versions less one that no search may show. */
const mostVersions = 5

/**
 * Writes companies and people one to five times, changed each time: some keep their place in the order of prominence,
 * some move. Then the parts are merged, as the engine does when it likes, so that versions of a record lie side by side.
 */
export async function writeVersions(
  world: SearchWorld,
  { seed, size }: { seed: number; size: { companies: number; people: number } },
): Promise<void> {
  const lines = sampleLines(size)
  for (const kind of kinds) {
    const plans = fc.sample(plan, { seed, numRuns: lines[kind].length })
    for (let version = 0; version < mostVersions; version++) {
      const again = lines[kind].flatMap((line, index) => {
        const { times, moves } = plans[index]!
        return version < times ? [changed(kind, line as Line, { version, moves })] : []
      })
      await write(world, kind, again)
    }
    await merge(world, kind)
  }
}

const plan = fc.record({ times: fc.integer({ min: 1, max: mostVersions }), moves: fc.boolean() })

function changed(
  kind: (typeof kinds)[number],
  line: Line,
  { version, moves }: { version: number; moves: boolean },
): Line {
  if (version === 0) return line
  const size = moves ? 10 ** version : undefined
  if (kind === 'people')
    return { ...line, headline: `Version ${version}`, ...(size && { follower_count: size }) }
  const count = size && { employee_count_consensus: { gte: size, lte: size } }
  return { ...line, li_headline: `Version ${version}`, ...count }
}

async function merge({ engine }: SearchWorld, kind: EntityKind): Promise<void> {
  for (const table of [kind, `${kind}_superseded`])
    await engine.command({ tag: 'test', sql: `OPTIMIZE TABLE ${table} FINAL` })
}

/** Sizes whose pages, put together, are not each newest version once in order; empty when all are. */
export async function wrongPageSizes(
  world: SearchWorld,
  kind: (typeof kinds)[number],
  sizes: readonly number[],
): Promise<string[]> {
  const search: CorpusSearch = world.search
  const snapshot = await search.snapshots.newest(kind)
  const wanted = (await readRows(world.db))[kind].map(({ id }) => id)
  const wrong: string[] = []
  for (const size of sizes) {
    const found = await pageThrough(search, kind, { condition: always, snapshot, size })
    if (found.join() !== wanted.join())
      wrong.push(`${kind} in pages of ${size}: ${found.length} of ${wanted.length}`)
  }
  return wrong
}
