import type { EntityKind } from '../kinds/index.ts'
import { countSampleIndexes, samples, type SampleReference, type World } from '../sample/index.ts'

/** Entity ids that are reserved for all indexes before this one. */
export function idsBefore(kind: EntityKind, world: World, index: number): number {
  const sample = samples[kind]
  return sample.each === 'company' ? sample.idsBefore(world, index) : index
}

/**
 * The native line of an entity by its position among all ids of a kind; undefined for ids that are reserved and
 * unused.
 */
export function lineOfEntity(kind: EntityKind, world: World, place: number): object | undefined {
  const index = lastIndexUpTo(place, (at) => idsBefore(kind, world, at), countSampleIndexes(kind, world))
  return linesAt(kind, world, index)[place - idsBefore(kind, world, index)]?.line
}

/** The last index below `end` whose value, which only grows, is not above a number. */
function lastIndexUpTo(number: number, valueAt: (index: number) => number, end: number): number {
  let [low, high] = [0, end - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (valueAt(middle) <= number) low = middle
    else high = middle - 1
  }
  return low
}

/** The native lines of an index, and what each refers to. */
export function linesAt(
  kind: EntityKind,
  world: World,
  index: number,
): { line: object; refersTo?: SampleReference[] }[] {
  const sample = samples[kind]
  if (sample.each !== 'company') return [{ line: sample.line(world, index) }]
  const lines = [...sample.lines(world, index)]
  const room = sample.idsBefore(world, index + 1) - sample.idsBefore(world, index)
  if (lines.length > room) throw new RangeError(`company ${index} has ${lines.length} ${kind}, over ${room}`)
  return lines.map((line) => ({ line, refersTo: sample.refersTo(line, index) }))
}

/** Where the indexes of a world's companies and people are in the corpus. */
export interface EntityRange {
  kind: SampleReference['kind']
  /** First index, and the one after the last. */
  from: number
  to: number
  firstEntityId: number
}

/** The entity of an index, known without a look-up, because a world is loaded in order. */
export function entityAt(ranges: readonly EntityRange[], { kind, index }: SampleReference): string {
  const range = ranges.find((each) => each.kind === kind && each.from <= index && index < each.to)
  return range === undefined ? '0' : String(range.firstEntityId + index - range.from)
}
