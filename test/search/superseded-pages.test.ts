import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameAgain, seed } from './seed.ts'
import { openSearchWorld, type SearchWorld } from './search-world.ts'
import { wrongPageSizes, writeVersions } from './superseded-world.ts'

const everySize = Array.from({ length: 30 }, (_, index) => index + 1)

// Pages go on behind (rank, id), which several versions of a record may share: where a page ends between two of them,
// the newest is passed over. Skipped until they go on behind (rank, id, born).
describe.skip('records written once to five times', () => {
  let world: SearchWorld
  beforeAll(async () => {
    world = await openSearchWorld()
    await writeVersions(world, { seed, size: { companies: 40, people: 60 } })
  }, 120_000)
  afterAll(() => world.close())

  it.each(['companies', 'people'] as const)('%s are each shown once in pages of any size', async (kind) => {
    expect(await wrongPageSizes(world, kind, everySize), sameAgain).toEqual([])
  })
})
