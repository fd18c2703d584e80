import type { CorpusKind, SampleReference } from '../kinds/index.ts'
import type { World } from '../sample/index.ts'

/** Entity ids kept for all indexes before this one. */
export function idsBefore({ sample }: CorpusKind, world: World, index: number): number {
  return sample.each === 'company' ? sample.idsBefore(world, index) : index
}

/** The native lines of an index, and what each refers to. */
export function linesAt(
  { name, sample }: CorpusKind,
  world: World,
  index: number,
): { line: object; refersTo?: SampleReference[] }[] {
  if (sample.each !== 'company') return [{ line: sample.line(world, index) }]
  const lines = [...sample.lines(world, index)]
  const room = sample.idsBefore(world, index + 1) - sample.idsBefore(world, index)
  if (lines.length > room) throw new RangeError(`company ${index} has ${lines.length} ${name}, over ${room}`)
  return lines.map((line) => ({ line, refersTo: sample.refersTo(line, index) }))
}

/** Where indexes of a world's companies and people are in the corpus. */
export interface EntityRange {
  kind: SampleReference['kind']
  /** First index, and the one after the last. */
  from: number
  to: number
  firstEntityId: number
}

/** The entity of an index, known without looking it up: a world is loaded in order. */
export function entityAt(ranges: readonly EntityRange[], { kind, index }: SampleReference): string {
  const range = ranges.find((each) => each.kind === kind && each.from <= index && index < each.to)
  return range === undefined ? '0' : String(range.firstEntityId + index - range.from)
}
