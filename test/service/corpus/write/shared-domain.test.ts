import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { identifiedBy } from '../../../../src/corpus/search/index.ts'
import { entityLookups } from '../../../../src/corpus/search-index/index.ts'
import { kinds } from '../../../../src/corpus/kinds/index.ts'
import {
  openIdentity,
  withdrawSources,
  writeCommit,
  type Identity,
  type SourceWords,
} from '../../../../src/corpus/write/index.ts'

// Which company a posting belongs to that names it by a domain.

let service: TestAlmanac
let identity: Identity
beforeAll(async () => {
  service = await testAlmanac({ settings: { ALMANAC_ROLES: 'api,worker' } })
  const { snapshots } = service.almanac
  identity = openIdentity({ db: service.db, engine: service.engine }, () => snapshots.refresh())
})

const write = (kind: 'companies' | 'postings', records: object[], source = 'test') =>
  service.almanac.writer.write(
    kind,
    records.map((record, at) => ({ line: at + 1, record })),
    { source, observedAt: new Date('2026-01-10T00:00:00Z') },
  )

/** Postings that are a company's. */
async function postingsOf(token: string): Promise<number> {
  const { search, snapshots } = service.almanac
  const ids = await identity.find('companies', token)
  const condition = identifiedBy('postings', entityLookups('cid', ids))
  return search.count('postings', { condition, snapshot: await snapshots.newest('postings') })
}

const posting = (job_id: string, company: object) => ({ job_id, title: 'Cook', company })

test('a domain that two companies have is nobody, but for the one that is called so as well', async () => {
  const domains = ['group.example']
  await write('companies', [
    { preferred_name: 'Harbour Bakery', external_ids: { crm: '1' }, domains },
    { preferred_name: 'Mountain Dairy', external_ids: { crm: '2' }, domains },
  ])
  const outcome = await write('postings', [
    posting('shared-1', { domain: 'group.example' }),
    posting('shared-2', { domain: 'group.example', name: 'Mountain Dairy Ltd' }),
    posting('shared-3', { domain: 'group.example', name: 'Valley Farm' }),
  ])
  expect([await postingsOf('ext:crm/1'), await postingsOf('ext:crm/2')]).toEqual([0, 1])
  expect(outcome.unattached).toEqual([
    { line: 1, token: 'dom:group.example' },
    { line: 3, token: 'dom:group.example' },
  ])
})

test('who had the domain once and has it no longer is no owner', async () => {
  const domains = ['sold.example']
  const first = { preferred_name: 'First Owner', external_ids: { crm: '3' } }
  await write('companies', [first])
  await write('companies', [{ ...first, domains }], 'register')
  await takeBack('ext:crm/3', { source: 'register', lines: [{ domains }] })
  expect((await postingWith('sold-1', 'sold.example')).unattached).toBeUndefined()
  expect(await postingsOf('ext:crm/3')).toBe(0)
  await write('companies', [{ preferred_name: 'Second Owner', external_ids: { crm: '4' }, domains }])
  await postingWith('sold-2', 'sold.example')
  expect([await postingsOf('ext:crm/3'), await postingsOf('ext:crm/4')]).toEqual([0, 1])
})

const postingWith = (id: string, domain: string) => write('postings', [posting(id, { domain })])

/** Takes what a source has said out of a company, as the removal of a data set does. */
async function takeBack(token: string, words: SourceWords): Promise<void> {
  const { db, engine, almanac } = service
  const [id] = await identity.find('companies', token)
  await writeCommit({ db, engine }, 'companies', { entityIds: 0, source: words.source }, async (rows) =>
    withdrawSources(db, kinds.companies, { words: new Map([[id as string, [words]]]), rows }),
  )
  await almanac.snapshots.refresh()
}
