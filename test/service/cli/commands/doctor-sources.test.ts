import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import { localServer, testSource } from '../../../support/sources.ts'
import { discoverSourceKinds, noSources, type Sources } from '../../../../src/sources/index.ts'
import { OperatorError } from '../../../../src/cli/context.ts'
import { registerDoctorSources } from '../../../../src/cli/commands/doctor-sources.ts'

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
})

test('a source is asked what it takes, of what it is used for, and one that asks nobody is told', async () => {
  const vendor = await localServer(() => ({ status: 404 }))
  const folder = await mkdtemp(join(tmpdir(), 'almanac-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const request = (path: string) => ({ method: 'GET', url: `${vendor.url}${path}` })
  const answers = (takes: unknown, path: string) => ({
    ...(takes === undefined ? {} : { takes }),
    request: request(path),
    errors: [{ status: 404, is: 'not_found' }],
    answer: {},
  })
  const file = async (name: string, capabilities: object) => {
    await writeFile(join(folder, name), JSON.stringify({ answers: capabilities }))
    return { source: 'generic-http', name, settings: { file: join(folder, name) } }
  }
  // Wants what a question about nobody has only when it tells all there is to tell.
  const wantsProfile = answers({ path: 'question.profileUrl', exists: true }, '/profile')
  const never = answers({ path: 'question.name', is: 'Ada Lindqvist' }, '/never')
  const { almanac } = await testAlmanac({
    sources: {
      kinds: await discoverSourceKinds(),
      entries: [
        await file('profile', { 'contacts.find': wantsProfile }),
        await file('second', { 'contacts.find': never, 'email.verify': answers(undefined, '/verify') }),
        await file('never', { 'contacts.find': never }),
        { source: 'email-pattern', settings: { verify: false } },
      ],
    },
  })
  const { printed, failure } = await run(almanac.sources, '--json')
  expect(printed).toMatchObject([
    { source: 'profile', capability: 'contacts.find', outcome: 'not_found' },
    { source: 'second', capability: 'email.verify', outcome: 'not_found' },
    { source: 'never', outcome: 'not_asked', reason: expect.stringContaining('accepts no question') },
    { source: 'email-pattern', outcome: 'not_found' },
  ])
  expect(vendor.requests.map(({ path }) => path)).toEqual(['/profile', '/verify'])
  expect((failure as Error).message).toBe('1 of 4 sources did not answer.')
})

test('without sources it says so', async () => {
  const { printed, failure } = await run(noSources)
  expect(printed).toBe('No sources are set up (ALMANAC_SOURCES).')
  expect(failure).toBeUndefined()
})
