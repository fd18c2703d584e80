import { hash } from 'node:crypto'
import type { EntityKind } from '../kinds/index.ts'
import { kinds, sampleIndexes, sampleLines } from '../kinds/index.ts'
import { createWorld } from '../sample/index.ts'
import { version } from '../../version.ts'
import { readLine } from './read-line.ts'

/** Lines of the sample whose records tell rules apart. */
const told = 24

const known = new Map<EntityKind, string>()

/**
 * The rules by which this program makes records of lines, as a digest: its version, the rules of the index, and what becomes
 * of some lines, so that a change between two versions is noticed as well.
 */
export function lineRules(name: EntityKind): string {
  let rules = known.get(name)
  if (rules === undefined) known.set(name, (rules = hash('sha256', JSON.stringify(rulesOf(name)), 'hex')))
  return rules
}

function rulesOf(name: EntityKind): unknown[] {
  const kind = kinds[name]
  const { sample } = kind
  const world = createWorld({ seed: 1, companies: told, people: told, asOf: '2026-01-01' })
  const records: unknown[] = []
  const indexes = Math.min(told, sampleIndexes(sample, world))
  for (let index = 0; index < indexes && records.length < told; index++) {
    for (const line of sampleLines(sample, world, index)) {
      const read = readLine(kind, { line: 1, record: line }, { source: '', observedAt: new Date(0) })
      records.push(read.record, read.identifiers)
    }
  }
  return [version, kind.indexVersion, records]
}
