import { beforeAll, expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { kinds, leftEntrySources } from '../kinds/index.ts'
import { forgetMentions } from './forget-mentions.ts'
import { openIdentity, openWriter, type CorpusWriter, type Identity } from './index.ts'
import { forgetInMerges } from './merge-mentions.ts'
import type { MergeChanges } from './merge-changes.ts'

let db: Postgres
let stores: { db: Postgres; engine: Awaited<ReturnType<typeof testEngine>> }
let writer: CorpusWriter
let identity: Identity
beforeAll(async () => {
  const [database, engine] = await Promise.all([testDatabase(), testEngine()])
  db = database
  stores = { db, engine }
  writer = openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
  identity = openIdentity({ db, engine })
})

const ada = 'https://pnet.example/in/ada-quorndale'
const round = (year: number, page?: string) => ({
  round_type: 'seed',
  round_date: `${year}-01-01`,
  investors: page === undefined ? [] : [{ investor_name: 'Ada Quorndale', investor_pnet_url: page }],
})
const write = (source: string, slug: string, record: object) =>
  writer.write('companies', [{ line: 1, record: { pnet_primary_slug: slug, ...record } }], {
    source,
    observedAt: new Date(source === 'crm' ? '2026-02-01' : '2026-01-01'),
  })
const idOf = async (slug: string) => (await identity.find('companies', `slug:${slug}`))[0] as string

test('entries that name somebody who is forgotten leave no digest, in records and in the log of merges', async () => {
  const rounds = [round(2024, ada), round(2022)]
  for (const slug of ['kept', 'merged'])
    for (const source of ['register', 'crm'])
      await write(source, slug, { preferred_name: `The ${slug}`, full_funding_rounds: rounds })
  const ids = [await idOf('kept'), await idOf('merged')] as const
  const of = async (id: string) => (await identity.explain('companies', id)).version
  expect((await of(ids[0]))?.sealed.entrySources?.['crm']?.['full_funding_rounds']).toHaveLength(2)
  await identity.merge('companies', { into: ids[0], from: ids[1], actor: 'test', reason: 'the same' })
  await forgetMentions(stores, ['slug:ada-quorndale'])
  await forgetInMerges(db, ['slug:ada-quorndale'])
  const now = await of(ids[0])
  expect(JSON.stringify(now?.members)).not.toContain('ada-quorndale')
  expect(now?.sealed.entrySources?.['crm']?.['full_funding_rounds']).toHaveLength(1)
  expect(now?.sealed).toMatchObject(leftEntrySources(kinds.companies, now as NonNullable<typeof now>))
  const [merge] = await db.query<{ changes: MergeChanges }>(sql`SELECT changes FROM corpus_merges`)
  const { merged, sealedBefore } = (merge as NonNullable<typeof merge>).changes
  expect(JSON.stringify(merge)).not.toContain('ada-quorndale')
  expect(sealedBefore.entrySources).toBeUndefined()
  expect(merged.sealed.entrySources?.['crm']?.['full_funding_rounds']).toHaveLength(1)
})
