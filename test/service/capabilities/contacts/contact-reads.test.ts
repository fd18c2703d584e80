import { beforeAll, expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import { rowsLookedAt } from '../../../support/rows-looked-at.ts'
import type { Hold } from '../../../../src/operation/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import {
  openContactReads,
  type Claimant,
  type ContactReads,
} from '../../../../src/capabilities/contacts/contact-reads.ts'
import { contacts } from '../../../../src/capabilities/contacts/open.ts'
import { contactsWorld, type Revealing } from '../../../worlds/contacts.ts'

let service: Revealing
let impatient: ContactReads
beforeAll(async () => {
  service = await contactsWorld()
  impatient = openContactReads({ db: service.db, windowDays: 30, patienceMs: 0 })
})

const single = (org: TestOrganization, pnetUrl: string, more: object = {}) =>
  service.ask(org, 'single', { pnetUrl, ...more })

let requests = 0
const claimant = (org: TestOrganization, requestId = `req_claim_${++requests}`): Claimant => ({
  organizationId: org.organizationId,
  requestId,
  nowMs: service.clock.now(),
  records: 'now',
  signal: new AbortController().signal,
})

/** Credits held for a request, as the pipeline holds them before a handler runs. */
async function holding(org: TestOrganization, requestId: string): Promise<Hold> {
  const outcome = await service.almanac.ledger.hold({
    caller: org.caller,
    requestId,
    operationId: 'syncQuickContactReveal',
    partial: false,
    lines: [
      {
        key: 'workEmailReveal',
        units: 1,
      },
    ],
    expiresAtMs: service.clock.now() + 35e3,
  })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.hold
}

const capture = (org: TestOrganization, requestId: string, hold: Hold) =>
  service.almanac.ledger.settle({
    caller: org.caller,
    hold,
    requestId,
    operationId: 'syncQuickContactReveal',
    lines: [
      {
        key: 'workEmailReveal',
        units: 1,
      },
    ],
  })

const work = (personId: string) => [{ personId, kinds: ['work_email' as const] }]

test('twenty requests for one person at the same moment are charged once', async () => {
  const org = await service.org()
  const answers = await Promise.all(Array.from({ length: 20 }, () => single(org, 'ada-all')))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const charged = answers.filter(({ body }) => body.chargeInfo.creditsCharged === 5)
  expect(charged).toHaveLength(1)
  for (const answer of answers) {
    expect(answer.body.output.profile.emails).toHaveLength(2)
    if (answer === charged[0]) continue
    expect(answer.body.output.profile.alreadyPaid).toEqual(['work_email', 'personal_email', 'phone'])
    expect(answer.body.chargeInfo.method).toBe('free')
  }
  expect(await service.captured(org)).toBe(5_000)
})

test('requests for overlapping people in any order pay for each once, and end', async () => {
  const org = await service.org()
  const members = Array.from({ length: 12 }, (_, index) => `member-${index}`)
  const some = (start: number) =>
    Array.from({ length: 5 }, (_, index) => members[(start + index * 5) % 12] as string)
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => service.ask(org, 'single', { pnetUrls: some(index) })),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await service.captured(org)).toBe(12 * 2_000)
})

test('a request and batches for the same people at the same moment pay for each once', async () => {
  const org = await service.org()
  const people = Array.from({ length: 40 }, (_, index) => ({ pnetUrl: { value: `member-${index}` } }))
  for (const order of [people, people.toReversed()])
    await service.ask(org, 'batch/start', { personDetails: order })
  await Promise.all([
    service.almanac.jobs.workNow(),
    ...people.slice(0, 10).map(({ pnetUrl }) => single(org, pnetUrl.value)),
  ])
  await service.almanac.jobs.workNow()
  expect(await service.captured(org)).toBe(40 * 2_000)
  expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
})

test('different kinds of one person are paid by whoever asks for them', async () => {
  const org = await service.org()
  const only = (kind: string) => ({
    enrichmentType: { getWorkEmails: false, getPersonalEmails: false, getPhoneNumbers: false, [kind]: true },
  })
  const kinds = ['getWorkEmails', 'getPersonalEmails', 'getPhoneNumbers']
  await Promise.all(kinds.flatMap((kind) => [1, 2, 3].map(() => single(org, 'ada-all', only(kind)))))
  expect(await service.captured(org)).toBe(7_000)
})

test('whoever waits for a request that is charged pays nothing', async () => {
  const org = await service.org()
  const winner = claimant(org)
  const hold = await holding(org, winner.requestId)
  expect(await service.almanac.openDeps(contacts).reads.claim(work('71'), winner)).toEqual(new Map())
  const waiting = service.almanac.openDeps(contacts).reads.claim(work('71'), claimant(org))
  await capture(org, winner.requestId, hold)
  expect(await waiting).toEqual(new Map([['71', new Set(['work_email'])]]))
})

test('whoever waits for a request that fails pays in its place', async () => {
  const org = await service.org()
  const winner = claimant(org)
  const hold = await holding(org, winner.requestId)
  await service.almanac.openDeps(contacts).reads.claim(work('72'), winner)
  const waiting = service.almanac.openDeps(contacts).reads.claim(work('72'), claimant(org))
  await service.almanac.ledger.release(hold)
  expect(await waiting).toEqual(new Map())
})

test('a claim whose process died is worth nothing once its credits went back', async () => {
  const org = await service.org()
  const dead = claimant(org)
  const hold = await holding(org, dead.requestId)
  await service.almanac.openDeps(contacts).reads.claim(work('73'), dead)
  await service.db.query(sql`UPDATE ledger_holds SET boot_id = 'earlier' WHERE id = ${hold.id}`)
  await service.almanac.ledger.abandonHolds()
  const next = claimant(org)
  const nextHold = await holding(org, next.requestId)
  expect(await impatient.claim(work('73'), next)).toEqual(new Map())
  await capture(org, next.requestId, nextHold)
  expect((await impatient.claim(work('73'), claimant(org))).has('73')).toBe(true)
})

test('a claim that is worth nothing is taken over by one of many at the same moment', async () => {
  const org = await service.org()
  const reads = service.almanac.openDeps(contacts).reads
  for (let person = 8_100; person < 8_110; person++) {
    expect(await reads.claim(work(String(person)), claimant(org))).toEqual(new Map())
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, async () => {
        const by = claimant(org)
        const hold = await holding(org, by.requestId)
        const paid = await reads.claim(work(String(person)), by)
        await (paid.size === 0 ? capture(org, by.requestId, hold) : service.almanac.ledger.release(hold))
        return paid.size
      }),
    )
    expect(answers.filter((each) => each.status === 'fulfilled' && each.value === 0)).toHaveLength(1)
    expect(answers.filter((each) => each.status === 'fulfilled' && each.value === 1)).toHaveLength(5)
  }
})

test('a charge that was taken back whole does not make the contact free', async () => {
  const org = await service.org()
  const winner = claimant(org)
  const hold = await holding(org, winner.requestId)
  await impatient.claim(work('74'), winner)
  await capture(org, winner.requestId, hold)
  await service.db.query(sql`SELECT ledger_take_back(${hold.id}, ${new Date(service.clock.now())})`)
  expect(await impatient.claim(work('74'), claimant(org))).toEqual(new Map())
})

test('a wait that takes too long is refused, keeps nothing and costs nothing', async () => {
  const org = await service.org()
  const winner = claimant(org)
  await holding(org, winner.requestId)
  await impatient.claim(work('75'), winner)
  const loser = claimant(org)
  const both = [...work('70'), ...work('75')]
  await expect(impatient.claim(both, loser)).rejects.toMatchObject({ code: 'unavailable' })
  const claims = await service.db.query(
    sql`SELECT 1 FROM contact_claims WHERE request_id = ${loser.requestId}`,
  )
  expect(claims).toEqual([])
})

test('other organizations do not wait', async () => {
  const [one, other] = [await service.org(), await service.org()]
  const winner = claimant(one)
  await holding(one, winner.requestId)
  await impatient.claim(work('76'), winner)
  expect(await impatient.claim(work('76'), claimant(other))).toEqual(new Map())
})

test('a claim by the same request again is the same claim', async () => {
  const org = await service.org()
  const job = { ...claimant(org), records: 'later' as const }
  await holding(org, job.requestId)
  expect(await impatient.claim(work('77'), job)).toEqual(new Map())
  expect(await impatient.claim(work('77'), job)).toEqual(new Map())
})

test('purge removes what is past the window and leaves what may still be charged', async () => {
  const org = await service.org()
  const [open, closed] = [claimant(org), claimant(org)]
  await holding(org, open.requestId)
  const hold = await holding(org, closed.requestId)
  await impatient.claim(work('78'), open)
  await impatient.claim(work('79'), closed)
  await capture(org, closed.requestId, hold)
  await impatient.purge(service.clock.now() + 31 * 86_400_000)
  const left = await service.db.query<{ person: string }>(sql`
    SELECT person_id::text AS person FROM contact_claims WHERE organization_id = ${org.organizationId}`)
  expect(left).toEqual([{ person: '78' }])
  expect((await impatient.claim(work('79'), claimant(org))).size).toBe(0)
})

test.each([
  ['nobody has claimed', '900001'],
  ['another request has claimed and not paid', '5'],
])('a claim of what %s costs the same however much was read before', async (_what, personId) => {
  const { organizationId } = await service.org()
  const rows = await service.db.transact(async (tx) => {
    const claim = (requestId: string, id: string | number) =>
      tx.query(sql`SELECT * FROM contact_claim(${organizationId}, ${requestId}, ARRAY[${id}]::numeric[],
        ARRAY['work_email'], now() - interval '1 day', now(), true)`)
    // The session plans the function while there are few claims, and statistics say so.
    await tx.query(sql`TRUNCATE contact_claims`)
    await claim('req_first', 90_000)
    await tx.query(sql`ANALYZE contact_claims`)
    for (let time = 0; time < 8; time++) await claim(`req_early_${time}`, 90_000)
    await tx.query(sql`
      INSERT INTO contact_claims (organization_id, person_id, kind, request_id, claimed_at)
      SELECT ${organizationId}, n, 'work_email', 'req_before_' || n, now() FROM generate_series(1, 20000) AS n`)
    return rowsLookedAt(tx, 'contact_claims', () => claim('req_claims_one', personId))
  })
  const own = await service.db.query(sql`SELECT 1 FROM contact_reads
    WHERE organization_id = ${organizationId} AND person_id = ${personId} AND request_id = 'req_claims_one'`)
  expect(own).toHaveLength(1)
  expect(rows).toBeLessThan(20)
})
