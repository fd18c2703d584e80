import { Command } from 'commander'
import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../test/support/harness.ts'
import { OperatorError } from '../context.ts'
import { registerIdentity } from './identity.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
  const people = [
    { primary_slug: 'ada', name: 'Ada Lindqvist', emails: [{ email: 'ada@a.example' }] },
    { primary_slug: 'a-lindqvist', name: 'A. Lindqvist', external_ids: { crm: '9' } },
  ]
  await service.almanac.writer.write(
    'people',
    people.map((record, index) => ({ line: index + 1, record })),
    { source: 'test', observedAt: new Date('2026-01-10T00:00:00Z') },
  )
})

async function almanac(...args: string[]): Promise<string> {
  const printed: string[] = []
  const program = new Command('almanac').exitOverride().configureOutput({ writeErr: () => {} })
  registerIdentity(program, {
    openStores: async () => ({
      db: service.db,
      engine: service.engine,
      corpus: service,
      secret: Buffer.alloc(32),
      visiting: true,
      close: async () => {},
    }),
    print: (value) => void printed.push(typeof value === 'string' ? value : JSON.stringify(value)),
  })
  await program.parseAsync(['identity', ...args], { from: 'user' })
  return printed.join('\n')
}

test('explain, merge and split, by slug, address, token and id', async () => {
  expect(await almanac('explain', 'people', 'ada@a.example')).toMatch(/^\d+: Ada Lindqvist/)
  const merged = await almanac('merge', 'people', 'ada', 'ext:crm/9', '--reason', 'the same card')
  const [, from, into, merge] = /^Merged (\d+) into (\d+)\. .*split (\d+)$/.exec(merged) ?? []
  const explained = JSON.parse(await almanac('explain', 'people', into as string, '--json'))
  expect(explained.identifiers.map(({ token }: { token: string }) => token)).toEqual(
    expect.arrayContaining(['slug:ada', 'slug:a-lindqvist', 'ext:crm/9']),
  )
  expect(explained.merges).toMatchObject([{ id: merge, mergedId: from, evidence: ['the same card'] }])
  expect(await almanac('explain', 'people', from as string)).toMatch(/merged or retired/)
  expect(await almanac('split', merge as string)).toBe(
    `Undid merge ${merge}: ${into} and ${from} are two again.`,
  )
  expect(await almanac('explain', 'people', 'a-lindqvist')).toMatch(new RegExp(`^${from}: A. Lindqvist`))
})

test.each([
  ['explain', 'planets', 'ada'],
  ['explain', 'people', 'nobody'],
  ['merge', 'people', 'ada', 'ada', '--reason', 'x'],
  ['split', '99'],
  ['split', 'x'],
])('refuses %s %s %s with one sentence', async (...args) => {
  await expect(almanac(...args.filter(Boolean))).rejects.toThrow(OperatorError)
})
