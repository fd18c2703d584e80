import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { EntityKind } from '../../corpus/kinds/index.ts'
import { openWriter } from '../../corpus/write/index.ts'
import { sql } from '../../store/postgres/index.ts'
import {
  newCanary,
  personOf,
  subjectsWorld,
  type Canary,
  type Privacy,
} from '../../../test/worlds/subjects.ts'
import { snapshotsOf } from '../../../test/support/records.ts'

let service: Privacy
let canary: Canary
beforeAll(async () => {
  service = await subjectsWorld()
}, 60_000)
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
