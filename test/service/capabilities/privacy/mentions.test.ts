import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { EntityKind } from '../../../../src/corpus/kinds/index.ts'
import { openIdentity, openWriter } from '../../../../src/corpus/write/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { newCanary, personOf, subjectsWorld, type Canary, type Privacy } from '../../../worlds/subjects.ts'
import { snapshotsOf } from '../../../support/records.ts'

let service: Privacy
let canary: Canary
beforeAll(async () => {
  service = await subjectsWorld()
})
beforeEach(() => {
  canary = newCanary()
})

const handleOf = ({ number }: Canary) => `quartz${number}`
const investorOf = ({ name }: Canary) => name

/** Records of others that name the canary in every way there is, beside somebody who stays. */
function naming(canary: Canary): [EntityKind, Record<string, unknown>][] {
  const { number, slug, email, name } = canary
  const page = `https://www.pnet.example/in/${slug}/`
  const investor = { investor_name: name, investor_pnet_url: page, is_lead: true }
  const fund = { investor_name: `Fund ${number}`, investor_type: 'venture_capital' }
  const founders = [{ full_name: name, pnet_slug: slug, bio: 'Stones' }, { full_name: 'Bea Stays' }]
  const on = { platform: 'video', published_at: '2026-01-01T00:00:00Z' }
  return [
    [
      'companies',
      {
        li_org_id: `88${number}`,
        preferred_name: `Opal ${number}`,
        emails: [email, `bea${number}@opal.example`],
        investors: [{ investor_name: name, entity_type: 'person', pnet_slug: slug }],
        full_funding_rounds: [{ round_type: 'seed', round_date: '2025-01-01', investors: [investor, fund] }],
        accelerators: [{ accelerator_name: 'Rocks', founders }],
      },
    ],
    [
      'people',
      {
        primary_slug: `stays-${number}`,
        name: 'Bea Stays',
        summary: `Write to ${email} or bea${number}@opal.example.`,
        publications: [{ title: 'Stones', collaborators: [{ name, url: page }, { name: 'Cy' }] }],
      },
    ],
    ['accounts', { platform: 'video', handle: `bea${number}`, follows: [`@${handleOf(canary)}`, 'wim'] }],
    ['accounts', { platform: 'video', handle: `cy${number}`, followed_by: [handleOf(canary)] }],
    ['uploads', { ...on, upload_id: `u${number}`, text: `With @${handleOf(canary)}, and @wim` }],
    ['replies', { ...on, reply_id: `r${number}`, upload_id: 'u', text: `@${handleOf(canary)}: yes` }],
    [
      'places',
      {
        place_id: `pl${number}`,
        name: `Stones ${number}`,
        description: `Run by the owner of ${page}`,
        emails: [email, `bea${number}@opal.example`],
        social_urls: [`https://www.tiktok.com/@${handleOf(canary)}`, `https://www.tiktok.com/@wim`],
      },
    ],
    ['hotels', { property_id: `h${number}`, name: `Inn ${number}`, description: `Ask ${email}` }],
    ['listings', { listing_id: `l${number}`, listing_status: 'for_sale', description: `Ask ${email}` }],
    ['postings', { job_id: `j${number}`, title: 'Cutter', description: `Write to ${email}` }],
    ['news', { article_id: `n${number}`, title: 'Stones', summary: `By ${page}` }],
    ['posts', { post_id: `p${number}`, author_pnet_slug: 'zoe-zoom', caption: `See ${page}?a=b for more` }],
  ]
}

const load = async (observedAt: string) => {
  for (const [kind, record] of naming(canary)) await service.write(kind, [record], observedAt)
}

/** All records of the kinds, and what is kept of their earlier states. */
async function held(): Promise<string> {
  const kinds = [...new Set(naming(canary).map(([kind]) => kind))]
  const pages = await Promise.all(
    kinds.map(async (kind) => {
      const snapshot = await service.almanac.snapshots.newest(kind)
      const { bodies } = await service.almanac.search.page(kind, {
        condition: { kind: 'always' },
        snapshot,
        limit: 1_000,
      })
      return bodies.join('\n')
    }),
  )
  return pages.join('\n')
}

const named = () => [canary.slug, canary.email, handleOf(canary), investorOf(canary)]
const stays = () => [
  `bea${canary.number}@opal.example`,
  'Bea Stays',
  'wim',
  `Fund ${canary.number}`,
  'for more',
]

test('records of others that name somebody no longer do, and never will again', async () => {
  await service.write('people', [{ ...personOf(canary), external_ids: { tiktok: handleOf(canary) } }])
  await load('2026-05-01T00:00:00Z')
  const before = await held()
  for (const text of named()) expect(before).toContain(text)
  const { body } = await service.operate('POST /v1/privacy/suppressions', { profiles: [canary.slug] })
  expect(body.output).toMatchObject({ numPeopleRemoved: 1, numMentionsRemoved: naming(canary).length })
  const check = async () => {
    const after = await held()
    for (const text of named()) expect(after).not.toContain(text)
    for (const text of stays()) expect(after).toContain(text)
  }
  await check()
  // The same files again, and newer ones; and a record that was not there.
  await load('2026-05-01T00:00:00Z')
  await load('2026-06-02T00:00:00Z')
  await service.write('accounts', [
    { platform: 'video', handle: `dee${canary.number}`, follows: [handleOf(canary)] },
  ])
  await check()
  const again = await service.operate('POST /v1/privacy/suppressions', { profiles: [canary.slug] })
  expect(again.body.output).toMatchObject({ isNew: false, numMentionsRemoved: 0 })
})

test('what history says of others no longer names them', async () => {
  const { number, email } = canary
  const about = (text: string) => ({ primary_slug: `past-${number}`, name: 'Past', summary: text })
  await service.write('people', [personOf(canary)])
  await service.write('people', [about(`Ask ${email}`)], '2026-01-01T00:00:00Z')
  await service.write('people', [about(`Ask ${email} now`)], '2026-03-01T00:00:00Z')
  const states = async () => JSON.stringify(await snapshotsOf(service.db, 'people'))
  expect(await states()).toContain(email)
  await service.operate('POST /v1/privacy/suppressions', { emails: [email] })
  expect(await states()).not.toContain(email)
})

const mergeLog = async () =>
  (await service.db.query<{ text: string }>(sql`SELECT m::text AS text FROM corpus_merges m`))
    .map(({ text }) => text)
    .join('\n')

test('the log of merges of others no longer names them, and merges can still be undone', async () => {
  const { number, slug, email } = canary
  const opal = { preferred_name: `Opal Works ${number}`, domains: [`opal${number}.example`] }
  await service.write('companies', [opal], '2026-05-01T00:00:00Z')
  const founders = [
    { full_name: 'Bea Stays', pnet_slug: `bea-${number}` },
    { full_name: 'Ada', pnet_slug: slug },
  ]
  const line = {
    ...opal,
    pnet_primary_slug: `opal-works-${number}`,
    long_description: `Ask ${email} for stones.`,
    accelerators: [{ accelerator_name: 'Rocks', founders }],
  }
  await service.write('companies', [line], '2026-05-02T00:00:00Z')
  // A later line names nobody any more: the log alone does.
  const later = { ...opal, long_description: 'Stones', accelerators: [] }
  await service.write('companies', [later], '2026-05-03T00:00:00Z')
  expect(await mergeLog()).toContain(slug)
  // As an earlier version left it.
  await service.db.query(sql`UPDATE corpus_merges SET named = NULL`)
  await service.operate('POST /v1/privacy/suppressions', { profiles: [slug], emails: [email] })
  const log = await mergeLog()
  for (const text of [slug, email]) expect(log).not.toContain(text)
  expect(log).toContain(`bea-${number}`)
  const [merge] = await service.db.query<{ id: string }>(sql`
    SELECT id::text AS id FROM corpus_merges WHERE changes::text LIKE ${`%opal-works-${number}%`}`)
  const { snapshots } = service.almanac
  const identity = openIdentity({ db: service.db, engine: service.engine }, () => snapshots.refresh())
  await identity.split(merge?.id ?? '', { actor: 'test' })
  expect(await held()).toContain(`bea-${number}`)
  for (const text of [slug, email]) expect(await held()).not.toContain(text)
})

test('a line of theirs that was joined with another one by mistake, and parted, is forgotten', async () => {
  const { number, slug } = canary
  const shared = { name: `Kit Quartz${number}`, emails: [{ email: `kit${number}@home.example` }] }
  await service.write('people', [{ ...shared, user_id: `77${number}` }], '2026-05-01T00:00:00Z')
  const mine = { ...shared, primary_slug: slug, headline: `Zirconium ${number}` }
  await service.write('people', [mine], '2026-05-02T00:00:00Z')
  const [merge] = await service.db.query<{ id: string }>(sql`
    SELECT id::text AS id FROM corpus_merges WHERE changes::text LIKE ${`%${slug}%`}`)
  const { snapshots } = service.almanac
  const identity = openIdentity({ db: service.db, engine: service.engine }, () => snapshots.refresh())
  await identity.split(merge?.id ?? '', { actor: 'test' })
  await service.operate('POST /v1/privacy/suppressions', { profiles: [slug] })
  expect(await mergeLog()).not.toContain(slug)
  expect(await held()).toContain(`77${number}`)
})

test('a line that was planned before the suppression and is published after it names nobody', async () => {
  await service.write('people', [{ ...personOf(canary), external_ids: { tiktok: handleOf(canary) } }])
  const [planned, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { db, engine } = service
  const late = openWriter({
    db,
    engine,
    suppressed: {
      // Asked before anybody is on the list; the answer comes when the suppression waits for this writer.
      async among() {
        planned.resolve()
        await released.promise
        return new Set()
      },
    },
  })
  const record = { platform: 'video', handle: `late${canary.number}`, follows: [handleOf(canary), 'wim'] }
  const options = { source: 'late', observedAt: new Date('2026-05-01T00:00:00Z') }
  const writing = late.write('accounts', [{ line: 1, record }], options)
  await planned.promise
  let isDone = false
  const suppressing = service
    .operate('POST /v1/privacy/suppressions', { profiles: [canary.slug] })
    .finally(() => (isDone = true))
  const waits = async () =>
    (await db.query(sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0
  while (!isDone && !(await waits()));
  released.resolve()
  await Promise.all([writing, suppressing])
  await service.almanac.snapshots.refresh()
  const after = await held()
  expect(after).toContain(`late${canary.number}`)
  expect(after).not.toContain(handleOf(canary))
})
