import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameAgain, seed } from './seed.ts'
import { openSearchWorld, type SearchWorld } from './search-world.ts'
import { wrongPageSizes, writeVersions } from './superseded-world.ts'

const everySize = Array.from({ length: 30 }, (_, index) => index + 1)

describe('records written once to five times', () => {
  let world: SearchWorld
  beforeAll(async () => {
    world = await openSearchWorld()
    await writeVersions(world, { seed, size: { companies: 20, people: 24 } })
  })
  afterAll(() => world.close())

  it.each(['companies', 'people'] as const)('%s are each shown once in pages of any size', async (kind) => {
    expect(await wrongPageSizes(world, kind, everySize), sameAgain).toEqual([])
  })
})
