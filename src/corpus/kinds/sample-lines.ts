import type { World } from '../sample/index.ts'
import type { SampleLines } from './define-kind.ts'

/** Indexes a kind's sample has in a world. */
export function sampleIndexes(sample: SampleLines, world: Pick<World, 'companies' | 'people'>): number {
  if (sample.each === 'world') return sample.count(world)
  return sample.each === 'people' ? world.people : world.companies
}

/** The native lines of an index. */
export function sampleLines(sample: SampleLines, world: World, index: number): Iterable<object> {
  return sample.each === 'company' ? sample.lines(world, index) : [sample.line(world, index)]
}
