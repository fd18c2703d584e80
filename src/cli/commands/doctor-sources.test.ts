import { Command } from 'commander'
import { expect, test } from 'vitest'
import { testAlmanac } from '../../../test/support/harness.ts'
import { localServer, testSource } from '../../../test/support/sources.ts'
import { noSources, type Sources } from '../../sources/index.ts'
import { OperatorError } from '../context.ts'
import { registerDoctorSources } from './doctor-sources.ts'

async function run(sources: Sources, ...more: string[]) {
  const printed: unknown[] = []
  let open = 1
  const program = new Command('almanac').exitOverride()
  const doctor = program
    .command('doctor')
    .option('--json')
    .action(() => {})
  registerDoctorSources(doctor, {
    openSources: async () => ({ sources, close: async () => void open-- }),
    print: (value) => printed.push(value),
  })
  const failure: unknown = await program.parseAsync(['doctor', 'sources', ...more], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(open).toBe(0)
  return { printed: printed[0], failure }
}

test('each source is called once, and those that do not answer are told with the reason', async () => {
  const good = await localServer(() => ({ json: { found: true, answer: { status: 'valid' } } }))
  const bad = await localServer(() => ({ status: 402 }))
  const entry = (name: string, url: string) => ({ source: 'test-source', name, settings: { url } })
  const { almanac } = await testAlmanac({
    sources: { kinds: [testSource], entries: [entry('good', good.url), entry('bad', bad.url)] },
  })
  const { printed, failure } = await run(almanac.sources)
  const lines = String(printed).split('\n')
  expect(lines[0]).toMatch(/^source +kind +asked +outcome +ms +reason$/)
  expect(lines[1]).toMatch(/^good +test-source +email\.verify +found +\d+$/)
  expect(lines[2]).toMatch(/^bad +test-source +email\.verify +failed +\d+ +HTTP 402$/)
  expect(failure).toBeInstanceOf(OperatorError)
  expect((failure as Error).message).toBe('1 of 2 sources did not answer.')
  expect([good.requests.length, bad.requests.length]).toEqual([1, 1])
  const json = await run(almanac.sources, '--json')
  expect(json.printed).toMatchObject([{ source: 'good' }, { source: 'bad', reason: 'HTTP 402' }])
}, 60_000)

test('without sources it says so', async () => {
  const { printed, failure } = await run(noSources)
  expect(printed).toBe('No sources are set up (ALMANAC_SOURCES).')
  expect(failure).toBeUndefined()
})
