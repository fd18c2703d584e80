import { Command } from 'commander'
import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { INSTALLATION } from '../../../../src/platform/audit/index.ts'
import { OperatorError } from '../../../../src/cli/context.ts'
import { registerSuppress } from '../../../../src/cli/commands/suppress.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
  await write({ primary_slug: 'ada', name: 'Ada Lindqvist', emails: [{ email: 'ada@home.example' }] })
})

const write = (record: object) =>
  service.almanac.writer.write('people', [{ line: 1, record }], {
    source: 'test',
    observedAt: new Date('2026-01-10T00:00:00Z'),
  })

async function almanac(...args: string[]): Promise<string> {
  const printed: string[] = []
  const program = new Command('almanac').exitOverride().configureOutput({ writeErr: () => {} })
  registerSuppress(program, {
    openStores: async () => ({
      db: service.db,
      engine: service.engine,
      corpus: service,
      secret: Buffer.alloc(32, 7),
      close: async () => {},
    }),
    clock: service.clock,
    openFiles: async () => service.almanac.blobs,
    network: () => ({ hosts: ['pnet.example'] }),
    print: (value) => void printed.push(typeof value === 'string' ? value : JSON.stringify(value)),
  })
  await program.parseAsync(['suppress', ...args], { from: 'user' })
  return printed.join('\n')
}

test('add, list and remove, beside a running server', async () => {
  const added = await almanac('add', '--email', 'ADA@home.example', '--note', 'Case 9')
  const [, id = ''] =
    /^(sup_\w+) is on the list\.\nRemoved records of people: 1, posts: 0, other records that named them: 0\.$/.exec(
      added,
    ) ?? []
  expect(id).not.toBe('')
  expect(await almanac('add', '--email', 'ada@home.example')).toBe(
    `${id} was already on the list.\nRemoved records of people: 0, posts: 0, other records that named them: 0.`,
  )
  const list = await almanac('list')
  expect(list).toContain(id)
  expect(list).toContain('Case 9')
  expect(list).not.toContain('home.example')
  // The server of the same stores refuses the line, and lets it through again afterwards.
  const line = { primary_slug: 'ada', name: 'Ada Lindqvist' }
  expect(await write(line)).toMatchObject({ created: 0, suppressed: 1 })
  expect(await almanac('remove', id)).toBe(`${id} is off the list.`)
  expect(await write(line)).toMatchObject({ created: 1 })
  const actions = []
  for await (const { action, actor } of service.almanac.audit.list(INSTALLATION))
    actions.push([action, actor])
  expect(actions).toEqual([
    ['subject.suppressed', expect.stringMatching(/^operator:/)],
    ['subject.unsuppressed', expect.stringMatching(/^operator:/)],
  ])
})

test.each([
  ['add'],
  ['add', '--email', 'nobody'],
  ['add', '--email', 'info@home.example'],
  ['add', '--profile', 'https://elsewhere.example/in/ada'],
  ['remove', 'sup_unknown'],
])('%s %s %s is refused with one sentence', async (...args) => {
  await expect(almanac(...args)).rejects.toThrow(OperatorError)
})
