import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  createRegistry,
  defineFailures,
  failures,
  free,
  bindOperations,
  perMinute,
  type FailureKind,
  type SliceFailures,
} from '../../src/operation/index.ts'
import { registry } from './registry.ts'

const root = new URL('../../', import.meta.url)

/** What every `failures.ts` of a slice defines, code by code. */
const ofSlices: [string, FailureKind][] = []
for await (const file of glob('src/capabilities/*/failures.ts', { cwd: root.pathname })) {
  const exported = (await import(new URL(file, root).href)) as Record<string, SliceFailures>
  for (const { kinds } of Object.values(exported)) ofSlices.push(...Object.entries(kinds))
}
const all: [string, FailureKind][] = [...Object.entries(failures), ...ofSlices]

test('a code is defined once, and the catalogue of the service has all of them', () => {
  expect(ofSlices.length).toBeGreaterThan(0)
  expect(new Set(all.map(([code]) => code)).size).toBe(all.length)
  expect([...registry.failures.keys()].toSorted()).toEqual(all.map(([code]) => code).toSorted())
})

test('a code of a slice is declared by an operation, one of the kernel used by the program', async () => {
  const declared = new Set(registry.operations.flatMap(({ fails }) => fails.map(({ code }) => code)))
  expect(ofSlices.map(([code]) => code).filter((code) => !declared.has(code))).toEqual([])
  const texts: string[] = []
  for await (const file of glob('src/**/*.ts', { cwd: root.pathname })) {
    if (!file.endsWith('.test.ts') && file !== 'src/operation/failure.ts')
      texts.push(await readFile(new URL(file, root), 'utf8'))
  }
  const unused = Object.keys(failures).filter((code) => !texts.some((text) => text.includes(`'${code}'`)))
  expect(unused).toEqual([])
})

const nextStep =
  /\b(Ask|Attach|Build|Call|Change|Check|Choose|Correct|Delete|Get|Lower|Narrow|Quote|Raise|Read|Remove|Revoke|Run|Send|Split|Start|Top up|Try|Update|Use|Wait|use another)\b/

test.each(all)('%s says what to do next, in a sentence', (_code, { message }) => {
  expect(message).toMatch(/^[A-Z].*\.$/)
  expect(message).toMatch(nextStep)
})

test('no two conflicts say the same', () => {
  const conflicts = all.filter(([, { status }]) => status === 409).map(([, { message }]) => message)
  expect(new Set(conflicts).size).toBe(conflicts.length)
})

test('a code that is taken is refused', () => {
  const kind = {
    status: 409,
    slug: 'conflict',
    message: 'It is full. Remove something.',
    retryable: false,
  } as const
  expect(() => defineFailures({ 'not-found': kind })).toThrow('not-found is a failure of the kernel')
  const operationOf = (slice: string, message: string) =>
    bindOperations<object, 'full'>(slice, { failures: defineFailures({ full: { ...kind, message } }) })({
      id: `fill${slice}`,
      route: `POST /v1/${slice}`,
      tag: slice,
      summary: slice,
      describe: slice,
      input: z.object({}),
      output: z.object({}),
      price: free(),
      limit: perMinute(1),
      examples: [],
      fails: ['full'],
      effect: 'changes',
      handle: () => ({}),
    })
  const [one, other] = [
    operationOf('one', 'One is full. Wait.'),
    operationOf('other', 'Other is full. Wait.'),
  ]
  expect(() => createRegistry([one, other])).toThrow('another slice already has a failure full')
})
