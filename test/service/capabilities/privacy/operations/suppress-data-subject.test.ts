import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { compact } from '../../../../../src/corpus/write/index.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'
import {
  newCanary,
  operatorToken,
  personOf,
  postOf,
  subjectsWorld,
  writeCanary,
  type Canary,
  type Privacy,
} from '../../../../worlds/subjects.ts'
import { snapshotsOf, versionsOf } from '../../../../support/records.ts'

let service: Privacy
let org: TestOrganization
let canary: Canary
beforeAll(async () => {
  service = await subjectsWorld()
})
beforeEach(async () => {
  org = await service.org()
  canary = newCanary()
  await writeCanary(service, canary)
})

const route = 'POST /v1/privacy/suppressions'
const suppress = (body: object) => service.operate(route, body)

const ask = (path: string, body: object) => service.send(`POST /v1/${path}`, { key: org.rawKey, body })

/** Every way there is to ask for a person, their posts or their employer's people. */
async function everyAnswer(): Promise<string[]> {
  const search = { searchParams: {}, pageSize: 1_000 }
  const answers = await Promise.all([
    ask('people-search', search),
    ask('people-search', { searchParams: { fuzzyName: { anyOf: [{ name: canary.name }] } }, pageSize: 10 }),
    ask('people-search/count', { searchParams: {} }),
    ask('person-resolve', {
      people: [
        { identifier: 'pnetSlug', value: canary.slug },
        { identifier: 'pnetSlug', value: canary.formerSlug },
        { identifier: 'pnetUserId', value: canary.userId },
      ],
    }),
    ask('email-to-person/single', { email: canary.email }),
    ask('phone-to-person/single', { phoneNumber: canary.phone }),
    ask('contact-details/single', { pnetUrls: [canary.slug, canary.formerSlug, canary.userId] }),
    ask('contact-details/instant', {
      input: { mode: 'name-domain', name: canary.name, domain: 'zircon.example' },
    }),
    ask('profile-pic/bulk', { profilesIdentifier: { type: 'pnetSlugs', pnetSlugs: [canary.slug] } }),
  ])
  return answers.map(({ text }) => text)
}

/** Texts of the canary that no question contains. */
const tokens = () => {
  const { headline, email, workEmail, phone, picture, crmId } = canary
  return [headline, email, workEmail, phone, picture, crmId]
}

async function held(): Promise<string> {
  const posts = await service.almanac.search.page('posts', {
    condition: { kind: 'always' },
    snapshot: await service.almanac.snapshots.newest('posts'),
    limit: 1_000,
  })
  return [...(await everyAnswer()), ...posts.bodies].join('\n')
}

/** People there are, by count and by page; the two are the same. */
async function people(): Promise<number> {
  const count = (await ask('people-search/count', { searchParams: {} })).body.output.totalProfilesFound
  const page = await ask('people-search', { searchParams: {}, pageSize: 1000 })
  expect(page.body.output.data).toHaveLength(count)
  return count
}

async function entries(): Promise<number> {
  const { body } = await service.operate('GET /v1/privacy/suppressions?pageSize=1000')
  return body.output.suppressions.length
}

describe('suppressDataSubject 200', () => {
  test('an address alone takes the person out of every answer, and counts equal pages', async () => {
    verifies('op.suppress-data-subject', 'op-group.privacy')
    const before = await held()
    const known = await people()
    for (const token of [canary.headline, canary.workEmail, canary.phone, canary.post])
      expect(before).toContain(token)
    const { status, body } = await suppress({
      emails: [`  Canary.Quartz${canary.number}+News@Googlemail.com `],
      note: 'Case 7',
    })
    expect(status).toBe(200)
    expect(body.output).toEqual({
      suppression: {
        suppressionId: expect.stringMatching(/^sup_/),
        reason: 'erasure',
        note: 'Case 7',
        createdAt: expect.any(String),
        createdBy: 'operator:token',
        numPeopleKnown: 1,
        identifiers: {
          emails: expect.any(Number),
          phoneNumbers: 1,
          profiles: 3,
          others: expect.any(Number),
        },
      },
      isNew: true,
      numPeopleRemoved: 1,
      numPostsRemoved: 1,
      numMentionsRemoved: 0,
    })
    const after = await held()
    for (const token of [...tokens(), canary.post, canary.name + '"']) expect(after).not.toContain(token)
    expect(await people()).toBe(known - 1)
    const reveal = await ask('contact-details/single', { pnetUrl: canary.slug })
    expect(reveal.body.output).toMatchObject({ success: false, profile: { emails: [], phoneNumbers: [] } })
    expect(reveal.body.chargeInfo.method).toBe('free')
  })

  test('is not written again under any spelling of any identifier', async () => {
    await suppress({ emails: [canary.email] })
    const known = await people()
    const spellings: [string, object][] = [
      ['the same line', personOf(canary)],
      [
        'another slug, the old address',
        { primary_slug: 'new-slug-1', name: 'C. Q.', emails: [{ email: canary.workEmail }] },
      ],
      [
        'a tag',
        { primary_slug: 'new-slug-2', emails: [{ email: `CANARY${canary.number}+x@Zircon.example` }] },
      ],
      [
        'dots that change nothing',
        { primary_slug: 'new-slug-3', emails: [{ email: `c.a.naryquartz${canary.number}@gmail.com` }] },
      ],
      [
        'a phone in another form',
        { primary_slug: 'new-slug-4', phone_numbers: [{ number: `0049 151 777 ${canary.number} 0` }] },
      ],
      ['a former slug', { primary_slug: canary.formerSlug.toUpperCase(), name: 'Somebody' }],
      ['a user id in a URN', { primary_slug: 'new-slug-5', user_id: `urn:li:member:${canary.userId}` }],
      ['an outside id', { primary_slug: 'new-slug-6', external_ids: { crm: canary.crmId } }],
    ]
    for (const [index, [name, record]] of spellings.entries()) {
      const outcome = await service.write('people', [record, { primary_slug: `else-${index}`, name: 'Else' }])
      expect(outcome, name).toMatchObject({ created: 1, suppressed: 1, rejected: [] })
    }
    expect(await people()).toBe(known + spellings.length)
  })

  test('posts of the person are not written again, those of others are', async () => {
    await suppress({ profiles: [`https://www.pnet.example/in/${canary.slug}`] })
    const other = { ...postOf(canary), post_id: 'post-2', author_pnet_slug: 'ned-nearby' }
    expect(await service.write('posts', [postOf(canary), other])).toMatchObject({ created: 1, suppressed: 1 })
  })

  test('what the person shares with others keeps nobody else out', async () => {
    await suppress({ profiles: [canary.slug] })
    const line = { primary_slug: 'new-clerk', emails: [{ email: 'info@zircon.example' }], name: 'New Clerk' }
    expect(await service.write('people', [line])).toMatchObject({ created: 1 })
    const reveal = await ask('contact-details/single', { pnetUrl: 'ned-nearby' })
    expect(reveal.body.output.profile.emails).toHaveLength(2)
  })

  test('somebody who is not known yet is kept out', async () => {
    const { body } = await suppress({ emails: ['later@home.example'], reason: 'do-not-sell' })
    expect(body.output).toMatchObject({ isNew: true, numPeopleRemoved: 0 })
    const line = { primary_slug: 'later', emails: [{ email: 'later@home.example' }] }
    expect(await service.write('people', [line])).toMatchObject({ created: 0, suppressed: 1 })
  })

  test('repeating it changes nothing and adds no entry', async () => {
    const first = await suppress({ emails: [canary.email] })
    const before = await entries()
    const again = await suppress({ emails: [canary.email] })
    expect(again.body.output).toMatchObject({
      suppression: { suppressionId: first.body.output.suppression.suppressionId },
      isNew: false,
      numPeopleRemoved: 0,
      numPostsRemoved: 0,
    })
    expect(await entries()).toBe(before)
  })

  test('an import that runs at the same moment does not bring the person back', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      primary_slug: `mass-${index}`,
      name: `Mass ${index}`,
    }))
    const [suppressed] = await Promise.all([
      suppress({ emails: [canary.email] }),
      ...Array.from({ length: 4 }, () => service.write('people', [...lines, personOf(canary)])),
    ])
    expect(suppressed.status).toBe(200)
    for (const token of tokens()) expect(await held()).not.toContain(token)
  })

  test('results of jobs and events about the person are forgotten, and stay charged', async () => {
    const details = [
      'ned-nearby',
      'zoe-zoom',
      canary.slug,
      ...Array.from({ length: 7 }, (_, index) => `x${index}`),
    ]
    const started = await ask('contact-details/batch/start', {
      personDetails: details.map((value) => ({ pnetUrl: { value } })),
    })
    const exhaustive = await ask('contact-details/exhaustive/start', { pnetUrl: canary.slug })
    await service.almanac.jobs.workNow()
    const poll = async () =>
      [
        await ask('contact-details/batch/poll', { taskId: started.body.output.taskId }),
        await ask('contact-details/exhaustive/poll', { taskId: exhaustive.body.output.taskId }),
        await service.send('GET /v1/events', { key: org.rawKey }),
      ].map(({ text }) => text)
    for (const text of await poll()) if (text.includes('taskId')) expect(text).toContain(canary.workEmail)
    await suppress({ emails: [canary.email] })
    const after = (await poll()).join('\n')
    for (const token of tokens()) expect(after).not.toContain(token)
    expect(after).toContain('ned@zircon.example')
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('nothing of the person is left in the stores after the next compaction', async () => {
    await suppress({ emails: [canary.email] })
    const stores = { db: service.db, engine: service.engine }
    // Commits are dated by the store's own clock.
    const nowMs = Number(
      (
        await service.db.query<{ ms: string }>(sql`
      SELECT (extract(epoch FROM now()) * 1000 + 3700000)::bigint::text AS ms`)
      )[0]?.ms,
    )
    for (const kind of ['people', 'posts'] as const)
      await compact(stores, kind, { nowMs, wait: async () => {} })
    for (const kind of ['people', 'posts'] as const) {
      const versions = await versionsOf(service.db, kind)
      const past = await snapshotsOf(service.db, kind)
      const texts = [
        ...versions.flatMap(({ body, sealed }) => [body, sealed]),
        ...past.map(({ tracked }) => tracked),
      ]
      expect(texts.length).toBeGreaterThan(0)
      const all = texts.join('\n')
      expect(all).not.toContain(String(canary.number))
    }
  })

  test('no identifier is stored or audited in the clear', async () => {
    await suppress({ emails: [canary.email], phoneNumbers: [canary.phone], profiles: [canary.slug] })
    const rows = await service.db.query(sql`
      SELECT (SELECT json_agg(s) FROM suppressions s)::text AS list,
        (SELECT json_agg(json_build_array(i.digest, i.sort)) FROM suppressed_identifiers i)::text AS identifiers,
        (SELECT json_agg(a) FROM audit_entries a WHERE action = 'subject.suppressed')::text AS audit`)
    const text = JSON.stringify(rows)
    for (const token of [canary.email, canary.phone, canary.slug, 'canary', 'em:'])
      expect(text).not.toContain(token)
    expect(text).toContain('operator:token')
  })

  test('taken off the list, the person can be written again', async () => {
    const { body } = await suppress({ emails: [canary.email] })
    const by = { actor: 'operator:test' }
    const id = body.output.suppression.suppressionId
    expect(await service.almanac.suppressions.remove(id, by)).toBe(true)
    expect(await service.almanac.suppressions.remove(id, by)).toBe(false)
    const known = await people()
    await writeCanary(service, canary)
    expect(await people()).toBe(known + 1)
  })
})

test('a person whom a register alone knows is exported and suppressed by that id, and stays out', async () => {
  const person = { name: 'Reg Ister', external_ids: { orcid: '0000-0001-5109-3700' } }
  await service.write('people', [person])
  const subject = { externalIds: ['orcid:0000-0001-5109-3700'] }
  const exported = await service.operate('POST /v1/privacy/export', subject)
  expect(exported.body.output.people).toMatchObject([{ record: { name: 'Reg Ister' } }])
  expect((await suppress(subject)).body.output).toMatchObject({
    isNew: true,
    numPeopleRemoved: 1,
    suppression: { identifiers: { others: 1 } },
  })
  expect(await service.write('people', [person])).toMatchObject({ created: 0 })
  expect((await service.operate('POST /v1/privacy/export', subject)).body.output).toEqual({
    people: [],
    isSuppressed: true,
  })
})

describe('suppressDataSubject 400', () => {
  test.each([
    [{}, 'emails'],
    [{ emails: [] }, 'emails'],
    [{ emails: ['no address'] }, 'emails[0]'],
    [{ emails: ['ok@home.example', 'info@zircon.example'] }, 'emails[1]'],
    [{ phoneNumbers: ['12'] }, 'phoneNumbers[0]'],
    [{ profiles: ['https://elsewhere.example/in/ada'] }, 'profiles[0]'],
    [{ externalIds: ['crm:77', 'no register'] }, 'externalIds[1]'],
    [{ emails: ['ok@home.example'], reason: 'because' }, 'reason'],
  ])('%j names %s and changes nothing', async (body, path) => {
    const before = await entries()
    const answer = await suppress(body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await entries()).toBe(before)
  })
})

describe('suppressDataSubject 401', () => {
  test("needs the operator's token, whole, as a bearer token; a customer's key is none", async () => {
    const body = { emails: [canary.email] }
    const before = [await people(), await entries()]
    for (const token of ['', 'x', operatorToken.slice(1), `${operatorToken}x`, org.rawKey])
      expect((await service.operate(route, body, token)).status).toBe(401)
    expect((await service.send(route, { key: operatorToken, body })).status).toBe(401)
    expect((await service.send(route, { body })).status).toBe(401)
    expect([await people(), await entries()]).toEqual(before)
  })
})

test('suppressDataSubject 429 after sixty failures from one address', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt++)
    statuses.push((await service.operate(route, {}, 'wrong')).status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.at(-1)).toBe(429)
})

test('answers of outside sources that may be about the person are gone with them', async () => {
  for (const [key, capability] of [
    ['01', 'contacts.find'],
    ['02', 'company.live'],
  ])
    await service.db.query(sql`
      INSERT INTO source_answers (key, source, capability, answer, asked_at, expires_at)
      VALUES (decode(${key}, 'hex'), 'test', ${capability}, NULL, now(), now() + interval '1 day')`)
  await suppress({ emails: [canary.email] })
  expect(await service.db.query(sql`SELECT capability FROM source_answers`)).toEqual([
    { capability: 'company.live' },
  ])
})
