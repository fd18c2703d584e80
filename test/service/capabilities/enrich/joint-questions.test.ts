import { beforeAll, expect, test } from 'vitest'
import { defaultNetworkHosts as network } from '../../../../src/lib/network-url.ts'
import { findRows, type FindRows } from '../../../../src/capabilities/enrich/find-rows.ts'
import { defaultMembers } from '../../../../src/capabilities/enrich/members.ts'
import type { CorpusSearch } from '../../../../src/corpus/search/index.ts'
import { openResolveTest, testPeople } from '../../../worlds/resolve.ts'

let search: CorpusSearch
beforeAll(async () => {
  const { service } = await openResolveTest()
  search = service.almanac.search
})

const options: FindRows = {
  kind: 'people',
  used: [
    { key: 'name', role: 'full_name', index: 0, name: 'Name', confidence: 1 },
    { key: 'company', role: 'company', index: 1, name: 'Employer', confidence: 1 },
  ],
  members: [...defaultMembers.people],
  width: 2,
  header: undefined,
  signal: new AbortController().signal,
}

/** People of the corpus as they are, misspelt, at somebody else's employer, and strangers: 200 rows. */
const rows = Array.from({ length: 200 }, (_, index) => {
  const { name = '', experiences } = testPeople[index % testPeople.length] ?? {}
  const employer = experiences?.[0]?.company_name ?? ''
  const text = name ?? ''
  if (index % 4 === 1) return [`${text.slice(0, 3)}${text.slice(4)}`, employer]
  if (index % 4 === 2) return [text, `Acme Robotics ${index}`]
  return index % 4 === 3 ? [`${text.split(' ')[0]} Qyzz${index}`, employer] : [text, employer]
})

/** Finds rows and counts what is asked of the stores. */
async function find(wanted: readonly string[][]) {
  const statements = { lookup: 0, page: 0 }
  const counting: CorpusSearch = {
    ...search,
    lookup: (kind, request) => ((statements.lookup += 1), search.lookup(kind, request)),
    page: (kind, request) => ((statements.page += 1), search.page(kind, request)),
  }
  return { results: await findRows({ search: counting, network }, wanted, options), statements }
}

test('fifty rows ask one statement for each step of a look-up, not one for each row', async () => {
  const { results, statements } = await find(rows)
  expect(results.filter(({ match }) => match === 'matched').length).toBeGreaterThan(30)
  // Four groups: employers, those whose name and employer sound so, names spelt elsewhere; some come late.
  expect(statements.lookup).toBeLessThanOrEqual(4 * 6)
})

test('each row is answered as if it were the only one of its list', async () => {
  const some = rows.filter((_, index) => index % 3 === 0)
  const { results } = await find(some)
  for (const [index, row] of some.entries()) expect((await find([row])).results).toEqual([results[index]])
})

test('a list whose look-up fails ends with its reason, and no group goes on after it', async () => {
  let lookups = 0
  const broken: CorpusSearch = {
    ...search,
    lookup: (kind, request) =>
      ++lookups > 2 ? Promise.reject(new Error('the store is away')) : search.lookup(kind, request),
  }
  const ended = findRows({ search: broken, network }, rows, options)
  await expect(ended).rejects.toThrow('the store is away')
  const after = lookups
  await new Promise(setImmediate)
  expect(lookups).toBe(after)
})
