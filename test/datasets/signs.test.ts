import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkForm } from '../../src/corpus/datasets/check-address.ts'
import { readCatalogue } from '../../src/corpus/datasets/index.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { atEnd } from '../support/at-end.ts'
import { officialFile, readMembers, type Members } from '../support/datasets/official-file.ts'
import { openPublisher } from '../support/datasets/publisher.ts'
import { frozenClock } from '../../src/lib/clock.ts'

// Sets that are archives of many documents: what their publishers serve is told from what looks like it.

const datasets = await readCatalogue()
const outbound = openOutbound({ allowLoopback: true })
atEnd(async () => outbound.close())
let publisher: Awaited<ReturnType<typeof openPublisher>>
beforeAll(async () => {
  publisher = await openPublisher()
})

/** Serves members in the container of a set, and says what a check of it finds. */
async function check(name: string, members: Members | ((own: Members) => Members)) {
  const dataset = datasets.find((each) => each.name === name)
  if (dataset === undefined) throw new Error(`no data set ${name}`)
  const { entry, folder } = dataset
  const own = readMembers(join(folder, entry.sample.file))
  const content = await officialFile(
    entry.full.container,
    typeof members === 'function' ? members(own) : members,
  )
  publisher.publish(`/${name}`, content)
  const form = { ...entry.full, addresses: [`${publisher.address}/${name}`], bytes: { least: 1, most: 9e6 } }
  const [verdict] = await checkForm({ outbound, userAgent: 'test', clock: frozenClock() }, form)
  return verdict
}

const filler = (name: string, text: string): Members => ({ [name]: text })

describe.each([
  {
    name: 'sec-company-facts',
    // A page of the address of one concept, which is another form of the same facts.
    other: filler('CIK0000320193.json', '{"cik":320193,"taxonomy":"us-gaap","tag":"Assets","units":{}}'),
  },
  {
    name: 'sec-submissions',
    // Older filings of a filer lie beside it, in columns.
    other: filler('CIK0000320193-submissions-001.json', '{"accessionNumber":[],"filingDate":[],"form":[]}'),
  },
  { name: 'sec-form-d', other: filler('FORMDSUBMISSION.tsv', 'accession\tfiled\n1\t2026-01-01\n') },
  {
    name: 'name-suggestion-index',
    other: filler('package/package.json', '{"name":"name-suggestion-index","version": "9.0.20270101"}'),
  },
  {
    name: 'orcid',
    other: filler(
      '097/0000-0002-1825-0097.xml',
      '<summary:record-summary xmlns:summary="http://www.orcid.org/ns/summary"/>',
    ),
  },
])('$name', ({ name, other }) => {
  test('is what its publisher serves, whichever member comes first', async () => {
    expect(await check(name, (own) => own)).toMatchObject({ state: 'expected' })
    expect(await check(name, (own) => ({ ...other, ...own }))).toMatchObject({ state: 'expected' })
    const noise = Array.from({ length: 400 }, () => Math.random().toString(36)).join('\n')
    expect(await check(name, (own) => ({ 'a/readme.txt': noise, 'empty.txt': '', ...own }))).toMatchObject({
      state: 'expected',
    })
  })

  test('is not another form of it', async () => {
    expect(await check(name, other)).toMatchObject({
      state: 'changed',
      detail: expect.stringMatching(/its beginning has no /),
    })
  })
})
