import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { localServer, testSource } from '../../../support/sources.ts'
import { OperatorError } from '../../../../src/cli/context.ts'
import { registerSources } from '../../../../src/cli/commands/sources.ts'

let service: TestAlmanac
let url: string
beforeAll(async () => {
  ;({ url } = await localServer(() => ({ json: { found: true, answer: { status: 'valid' } } })))
  const entry = { source: 'test-source', name: 'first', settings: { url } }
  service = await testAlmanac({ sources: { kinds: [testSource], entries: [entry] } })
})

async function run(...words: string[]): Promise<{ printed: unknown; failure: unknown }> {
  const printed: unknown[] = []
  const program = new Command('almanac').exitOverride()
  registerSources(program, {
    openSources: async () => ({ sources: service.almanac.sources, close: async () => undefined }),
    print: (value) => printed.push(value),
  })
  const failure: unknown = await program.parseAsync(['sources', ...words], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { printed: printed[0], failure }
}

const names = () => service.almanac.sources.states(0).map(({ source }) => source)

test('the file is changed as over HTTP, and a running service follows', async () => {
  const { printed, failure } = await run(
    'add',
    'test-source',
    '--name',
    'second',
    '--settings',
    JSON.stringify({ url }),
  )
  expect(failure).toBeUndefined()
  expect(printed).toContain('name: second')
  await run('order', 'second', 'first')
  expect(names()).toEqual(['second', 'first'])
  await run('pause', 'first')
  expect(names()).toEqual(['second'])
  await run('resume', 'first')
  expect((await run('test', 'first')).printed).toMatchObject({ source: 'first', outcome: 'found' })
  await run('remove', 'second')
  expect(names()).toEqual(['first'])
  expect((await run('list')).printed).toContain('name: first')
})

test.each([
  [['add', 'test-source', '--name', 'first', '--settings', '{"url":"http://a.example"}'], /^name: There is/],
  [['add', 'test-source', '--name', 'third', '--settings', 'no'], /^--settings: Expected a JSON object/],
  [['add', 'nothing'], /^source: there is no nothing/],
  [['order', 'first', 'nobody'], /^names: Expected each source/],
  [['pause', 'nobody'], /^name: There is no source nobody/],
  [['test', 'nobody'], /^There is no source nobody in use/],
])('%j is refused with the reason, and the file stays', async (words, reason) => {
  const file = (await service.almanac.sources.readDocument())?.file ?? ''
  const before = await readFile(file, 'utf8')
  const { failure } = await run(...words)
  expect(failure).toBeInstanceOf(OperatorError)
  expect((failure as Error).message).toMatch(reason)
  expect(await readFile(file, 'utf8')).toBe(before)
})
