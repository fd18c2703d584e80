import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import type { NativePerson } from '../../../../src/corpus/records/index.ts'
import { knownColleagues } from '../../../../src/sources/email-pattern/known-colleagues.ts'

let service: TestAlmanac
const never = new AbortController().signal

const person = (slug: string, name: string, emails: string[]): NativePerson => ({
  primary_slug: slug,
  name,
  emails: emails.map((email) => ({ email })),
})

async function write(records: readonly NativePerson[], observedAt: string): Promise<void> {
  const items = records.map((record, index) => ({ line: index + 1, record }))
  await service.almanac.writer.write('people', items, { source: 'test', observedAt: new Date(observedAt) })
}

const ask = (...domains: string[]) => knownColleagues(service.almanac.search, domains, never)

beforeAll(async () => {
  service = await testAlmanac()
  await write(
    [
      {
        ...person('ann', 'Ann Lee', ['Ann.Lee@ACME.example', 'ann@gmail.com']),
        experiences: [
          { company_name: 'Other', title: 'Owner', is_current: true },
          { company_name: 'Acme', company_domain: 'acme.example', title: 'Buyer, Paper', is_current: true },
        ],
      },
      person('bob', 'Bob Stone', ['bob.stone@acme.example', 'bob@other.example']),
      person('cid', 'Cid Moss', ['cid@mail.acme.example']),
    ],
    '2026-01-01',
  )
})

test('people with an address at the domain, with that address', async () => {
  const found = await ask('acme.example')
  expect(found.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'Ann Lee', email: 'ann.lee@acme.example', role: 'buyer' },
    { name: 'Bob Stone', email: 'bob.stone@acme.example' },
  ])
})

test('several domains at once; nobody at unknown ones or where anybody has a mailbox', async () => {
  expect(await ask('other.example', 'mail.acme.example')).toHaveLength(2)
  expect(await ask('unknown.example')).toEqual([])
  expect(await ask('gmail.com')).toEqual([])
  expect(await ask()).toEqual([])
})

test('a person written again is found once, with what came to be known', async () => {
  await write([person('cid', 'Cid Moss', ['cid.moss@acme.example'])], '2026-02-01')
  const found = await ask('acme.example', 'mail.acme.example')
  expect(found.filter(({ name }) => name === 'Cid Moss')).toHaveLength(2)
})
