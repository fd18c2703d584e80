import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stableStringify } from '../../../lib/stable-json.ts'
import { entityKinds, kinds, type EntityKind } from '../../kinds/index.ts'
import { lineRules } from '../../write/line-rules.ts'
import { readLine } from '../../write/read-line.ts'
import type { ImportKind } from '../mapping/target.ts'
import { rowReader } from './native-row.ts'

/**
 * What each number of the rules makes of the rows in `fixtures/line-rules.jsonl`. A line here is history and stays as it
 * is: where a rule changes, give the kind another number in `write/line-rules.ts` and add its line, so that installations
 * read again what they leave out today. New rows of the fixture need no number, only new digests.
 */
const golden: Readonly<Record<string, string>> = {
  // companies
  '868dd5f625b6ea19b41ab65c411ffd0b51629cec44a8745c4e24e928ffae6aef': 'a23fbb004eb25af5',
  'companies-2': 'e1c65491b87aaf61',
  'companies-3': 'e1c65491b87aaf61',
  'companies-4': 'c97ad0b85e9587be',
  // people
  '0f87d0e00a571cd51937f520f1fca343f7e845fdc1f78f6f696e5107de0698fb': 'de9cc530e8ee0d60',
  'people-2': '2fb46e3a39213f61',
  'people-3': '0f8daf8c2e7841ef',
  'people-4': '67f2d51a0e995416',
  // postings
  ccc1db64508f9a30adb9f80ce8425f457cb8dbbefdc600c5b94248f6f243c953: '949a25009dccb3a2',
  // posts
  '75efdf4b7d9aefa208d7753d2f762a5a4494988b31bd1aab05ace3cb42257ec3': '69a517606e79cfa9',
  // news
  '9eca32b03fc6fad8ac6e70b0a049a7375de9f5abe5cbe359dbb0bad52ffbd14a': 'c649ae237f1f2ef4',
  // comments
  '1c43cd59c615666454b17efbae06d8ca0841eae8e7ad9d87c73980aa7871531c': 'd434c1fcc5245b81',
  // reactions
  cf521d90c5830c2b2887ee80018507077441d075ff31bef4bc7e5d5b5aec7478: 'b438909672fec058',
  // instruments
  '05f0a2780ce76db3dbbe7d72a3dc2193107d5cc130fe00df7f33693b50261ae4': '18d3f54404956dab',
  // hotels
  '8d19fb3144e021db0f0864b59e02f3ef33d1d9d80fc44e96c9b3f3497616982f': 'c2dead2afbde60dd',
  // places
  '2c0324b676b4a1520b0b9cb469da13dd2785fd97b2080a531d92f4b1ecde41a7': 'c9e4c168d0ba2ba8',
  // listings
  '44c7b7f1d584ad06e90eedbd46afed579180e22a8b982ff7098a94a8716ed132': '883d51eda056f36a',
  // flights
  '48fc52110a4561ebaa36fa4fb8cf8354c4c54bf4a8643abfefdbe35e6e673bb9': '1d592017eacfcab6',
  // accounts
  e10addd00f316514b6e3d0ae8df051e4b411ceb10693ffdc3f9c66c21611d60c: 'aa641161834c6073',
  // uploads
  '77f38133b861b3a74a1bd6e383b767617c47f9475fea214739651fc5d7efe900': '5bc2ddab446eb85c',
  // replies
  f8d25dcd0d7c4704ec30e900e9d9156e7d06999a40d79c298dae6bb4ea41d667: '941f414e43f5ef11',
}

const rows = readFileSync(new URL('fixtures/line-rules.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { kind: EntityKind; row: Record<string, unknown> })

/** What becomes of a row on its way from a file: its record and identifiers, or why there is none. */
function outcomeOf(kind: EntityKind, row: Record<string, unknown>): unknown {
  const read = rowReader({ kind: kind as ImportKind, asOf: '2026-01-15' })
  const outcome = read({ line: 1, value: structuredClone(row), bytes: 1 })
  if (!('record' in outcome)) return outcome
  const options = { source: 'golden', observedAt: new Date(0) }
  const { record, identifiers, subjects } = readLine(
    kinds[kind],
    { line: 1, record: outcome.record },
    options,
  )
  return { record, identifiers, subjects }
}

/** The rules of the index belong to it: identifiers are theirs as well. */
function digestOf(kind: EntityKind, change: (outcome: unknown) => unknown = (outcome) => outcome): string {
  const outcomes = rows.filter((each) => each.kind === kind).map(({ row }) => change(outcomeOf(kind, row)))
  return hash('sha256', stableStringify([kinds[kind].indexVersion, outcomes]), 'hex').slice(0, 16)
}

test.each(entityKinds)('rules that make other records of %s have another number', (kind) => {
  expect({ [lineRules(kind)]: digestOf(kind) }).toEqual({ [lineRules(kind)]: golden[lineRules(kind)] })
})

test('two kinds have no number in common, and none is used again', () => {
  const numbers = entityKinds.map(lineRules)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a rule that changes a single member is noticed', () => {
  const changed = digestOf('people', (outcome) =>
    JSON.parse(JSON.stringify(outcome).replace('Two Ids', 'Two IDs')),
  )
  expect(changed).not.toBe(digestOf('people'))
})

test('rows of the fixture become records of every kind', () => {
  for (const kind of entityKinds) {
    const read = rows
      .filter((each) => each.kind === kind)
      .map(({ row }) => outcomeOf(kind, row) as { record?: object })
    expect(read.filter(({ record }) => record !== undefined).length).toBeGreaterThanOrEqual(2)
  }
})
