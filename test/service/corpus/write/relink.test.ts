import { beforeEach, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { always, identifiedBy } from '../../../../src/corpus/search/index.ts'
import { entityLookups } from '../../../../src/corpus/search-index/index.ts'
import type { EntityKind } from '../../../../src/corpus/kinds/index.ts'
import { followMerges, openIdentity, type Identity } from '../../../../src/corpus/write/index.ts'

let service: TestAlmanac
let identity: Identity
let key: string

beforeEach(async () => {
  // Without the tasks, one of which follows merges by itself every few seconds.
  service = await testAlmanac({ settings: { ALMANAC_ROLES: 'api,worker' } })
  const { snapshots } = service.almanac
  identity = openIdentity({ db: service.db, engine: service.engine }, () => snapshots.refresh())
  key = (await service.org()).rawKey
})

const write = (kind: EntityKind, records: object[]) =>
  service.almanac.writer.write(
    kind,
    records.map((record, at) => ({ line: at + 1, record })),
    { source: 'test', observedAt: new Date('2026-01-10T00:00:00Z') },
  )
const idOf = async (kind: 'companies' | 'people', token: string) =>
  (await identity.find(kind, token))[0] as string

describe('what refers to entities follows them', () => {
  const acme = { preferred_name: 'Acme', pnet_primary_slug: 'acme', li_org_id: '1' }
  const acmeInc = { preferred_name: 'Acme Inc', pnet_primary_slug: 'acme-inc', li_org_id: '2' }
  const by = { actor: 'operator:test', reason: 'one company' }

  async function writeAll(): Promise<{ into: string; from: string }> {
    await write('companies', [acme, acmeInc])
    const [one, other] = [{ li_org_id: '1' }, { pnet_primary_slug: 'acme-inc' }]
    await write('postings', [
      { job_id: '1', title: 'Cook', company: one },
      { job_id: '2', title: 'Baker', company: other },
    ])
    await write('posts', [{ post_id: '1', author_type: 'company', author_pnet_slug: 'acme-inc' }])
    await write('news', [{ article_id: '1', title: 'Two of a name', companies: [one, other] }])
    return { into: await idOf('companies', 'slug:acme'), from: await idOf('companies', 'slug:acme-inc') }
  }

  /** Records of each kind that belong to an entity. */
  async function belonging(id: string) {
    const { search, snapshots } = service.almanac
    const count = async (kind: EntityKind) =>
      search.count(kind, {
        condition: identifiedBy(kind, entityLookups('cid', [id])),
        snapshot: await snapshots.newest(kind),
      })
    return [await count('postings'), await count('posts'), await count('news')]
  }

  test('postings, posts and articles of a company merged are those of the one that remains, and come back', async () => {
    const { into, from } = await writeAll()
    expect([await belonging(into), await belonging(from)]).toEqual([
      [1, 0, 1],
      [1, 1, 1],
    ])
    const merge = await identity.merge('companies', { into, from, ...by })
    expect([await belonging(into), await belonging(from)]).toEqual([
      [2, 1, 1],
      [0, 0, 0],
    ])
    const hiring = { jobPostingsV2: { anyOf: [{ jobTitle: ['baker'] }] } }
    const body = { searchParams: hiring }
    const found = await service.send('POST /v1/company-search', { key, body })
    expect(found.body.output.data).toMatchObject([{ pnet_primary_slug: 'acme' }])
    await identity.split(merge, by)
    expect([await belonging(into), await belonging(from)]).toEqual([
      [1, 0, 1],
      [1, 1, 1],
    ])
    expect(await followMerges({ db: service.db, engine: service.engine })).toBe(0)
  })

  test('an interrupted merge is followed later, and a record appears once all the while', async () => {
    const { into, from } = await writeAll()
    const broken = {
      ...service.engine,
      insert: (...given: Parameters<typeof service.engine.insert>) =>
        given[0].table === 'job_postings'
          ? Promise.reject(new Error('engine gone'))
          : service.engine.insert(...given),
    }
    const stores = { db: service.db, engine: broken }
    await expect(openIdentity(stores).merge('companies', { into, from, ...by })).rejects.toThrow(
      'engine gone',
    )
    const { search, snapshots } = service.almanac
    const postings = async () => {
      await snapshots.refresh()
      return search.count('postings', { condition: always, snapshot: await snapshots.newest('postings') })
    }
    expect(await postings()).toBe(2)
    expect(await belonging(from)).toEqual([1, 1, 1])
    expect(await followMerges({ db: service.db, engine: service.engine })).toBe(3)
    expect(await postings()).toBe(2)
    expect([await belonging(into), await belonging(from)]).toEqual([
      [2, 1, 1],
      [0, 0, 0],
    ])
  })

  test('posts of a person merged', async () => {
    await write('people', [
      { primary_slug: 'ada', name: 'Ada', user_id: '1' },
      { primary_slug: 'ada-l', name: 'Ada L', user_id: '2' },
    ])
    await write('posts', [{ post_id: '1', author_type: 'person', author_pnet_slug: 'ada-l' }])
    const [into, from] = [await idOf('people', 'slug:ada'), await idOf('people', 'slug:ada-l')]
    await identity.merge('people', { into, from, ...by })
    const { search, snapshots } = service.almanac
    const condition = identifiedBy('posts', entityLookups('pid', [into]))
    expect(await search.count('posts', { condition, snapshot: await snapshots.newest('posts') })).toBe(1)
  })
})
