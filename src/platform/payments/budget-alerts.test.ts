import { beforeAll, expect, it } from 'vitest'
import { toMilli } from '../../lib/credits.ts'
import { dayMs } from '../../lib/time.ts'
import {
  anOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { companies, spendingOn } from '../../../test/support/spending.ts'
import { openBudgetAlerts, type BudgetAlerts } from './budget-alerts.ts'

const by = { actor: 'key:k' }
let platform: TestPlatform
let budgets: BudgetAlerts
let isMailDown = false
const events: { organizationId: string; data: Record<string, unknown> }[] = []
const mails: { to: string; subject: string; paragraphs: readonly string[] }[] = []

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase({ poolSize: 8 }))
  budgets = openBudgetAlerts({
    db: platform.db,
    clock: platform.clock,
    audit: platform.audit,
    log: () => undefined,
    mail: {
      send: async (mail) => {
        if (isMailDown) throw new Error('no mail')
        mails.push(mail)
      },
      sendLate: async () => undefined,
      close: () => undefined,
    },
    recipients: async () => ['ann@customer.example'],
    events: {
      append: async (_tx, _event, { organizationId, data }) =>
        void events.push({ organizationId, data: data as Record<string, unknown> }),
    },
    guide: 'http://almanac.test/billing',
  })
})

async function spend(org: Pick<TestOrganization, 'caller'>, units: number): Promise<string> {
  const { ask, held } = spendingOn(platform)
  const request = { ...ask(org as TestOrganization, companies(units)), requestId: `req_${Math.random()}` }
  await platform.ledger.settle({ ...request, hold: await held(request) })
  return request.requestId
}

const listAlerts = (org: TestOrganization) =>
  events.filter((each) => each.organizationId === org.organizationId).map(({ data }) => data)
const sweep = () => budgets.sweep(platform.clock.now())
const budgetOf = (org: TestOrganization, more: object) => ({
  organizationId: org.organizationId,
  keyId: null,
  memberId: null,
  period: 'day' as const,
  credits: toMilli(10),
  ...more,
})

it('tells of each budget once in its day or month, however many look, and again in the next', async () => {
  const org = await anOrg(platform)
  const day = await budgets.create(budgetOf(org, {}), by)
  platform.clock.advance(1)
  await budgets.create(budgetOf(org, { period: 'month', credits: toMilli(25) }), by)
  await spend(org, 9)
  await sweep()
  expect(listAlerts(org)).toEqual([])
  await spend(org, 3)
  await Promise.all([sweep(), sweep(), sweep()])
  expect(listAlerts(org)).toEqual([
    {
      budget_alert_id: day?.id,
      about: 'organization',
      key_id: null,
      member_id: null,
      name: null,
      period: 'day',
      period_start: '2026-01-15',
      credits: 10,
      credits_used: 12,
      success: true,
    },
  ])
  await spend(org, 5)
  await sweep()
  expect(listAlerts(org)).toHaveLength(1)
  expect((await budgets.list(org.organizationId)).map(({ isReached }) => isReached)).toEqual([true, false])
  platform.clock.advance(dayMs)
  await sweep()
  expect(listAlerts(org)).toHaveLength(1)
  await spend(org, 11)
  await sweep()
  expect(listAlerts(org).slice(1)).toMatchObject([
    { period: 'day', period_start: '2026-01-16', credits_used: 11 },
    { period: 'month', period_start: '2026-01-01', credits_used: 28 },
  ])
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    'ann@customer.example: 10 credits of a day were used',
    'ann@customer.example: 10 credits of a day were used',
    'ann@customer.example: 25 credits of a month were used',
  ])
})

it('counts what a key or a person spent, without what was given back, and not what others spent', async () => {
  const [org, other] = [await anOrg(platform), await anOrg(platform)]
  const { organizationId } = org
  const { record } = await platform.keys.createKey({ organizationId, name: 'CRM' })
  const crm = { caller: { ...org.caller, keyId: record.id } }
  const code = await platform.sessions.makeCode({ organizationId, account: 'root' })
  const origin = { address: '127.0.0.1', browser: undefined, requestId: 'req_1' }
  const session = await platform.sessions.signInByCode(code, origin)
  const root = await platform.sessions.findSession(session?.token ?? '')
  if (root === undefined) throw new Error('no session')
  const memberId = root.caller.person?.memberId ?? null
  await budgets.create(budgetOf(org, { keyId: record.id }), by)
  platform.clock.advance(1)
  await budgets.create(budgetOf(org, { memberId }), by)
  await spend(org, 50)
  await spend(other, 50)
  const givenBack = await spend(crm, 12)
  await platform.ledger.refundRequest({
    organizationId,
    amount: toMilli(12),
    requestId: `act_${organizationId}`,
    refunds: givenBack,
  })
  await spend(root, 9)
  await sweep()
  expect(listAlerts(org)).toEqual([])
  expect((await budgets.list(organizationId)).map(({ used }) => used)).toEqual([toMilli(0), toMilli(9)])
  await spend(root, 1)
  await spend(crm, 10)
  await sweep()
  expect(
    listAlerts(org)
      .map(({ about, name, credits_used: used }) => [about, name, used])
      .toSorted(),
  ).toEqual([
    ['key', 'CRM', 10],
    ['person', 'operator:root', 10],
  ])
})

it('tells by event what could not be mailed, and nothing of a budget that was deleted', async () => {
  const org = await anOrg(platform)
  isMailDown = true
  const [one, two] = [
    await budgets.create(budgetOf(org, {}), by),
    await budgets.create(budgetOf(org, { credits: toMilli(5) }), by),
  ]
  expect(await budgets.create(budgetOf(org, {}), by)).toEqual(one)
  expect(await budgets.remove(org.organizationId, two?.id ?? '', by)).toBe(true)
  await spend(org, 20)
  await sweep()
  isMailDown = false
  await sweep()
  expect(listAlerts(org).map((data) => data['budget_alert_id'])).toEqual([one?.id])
})
