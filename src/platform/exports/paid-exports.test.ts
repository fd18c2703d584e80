import { beforeAll, describe, expect, it } from 'vitest'
import { openExportRoom, type OpenedExportRoom } from '../../../test/support/export-room.ts'
import { payWithHold } from '../../../test/support/pay-with-hold.ts'
import { anOrg, type TestOrganization } from '../../../test/support/platform.ts'
import { spendingOn } from '../../../test/support/spending.ts'
import { sql } from '../../store/postgres/index.ts'
import { noCredits } from '../../lib/credits.ts'
import { dayMs } from '../../lib/time.ts'

let { platform, exports, hooks, begun, forget, filesKept } = {} as OpenedExportRoom

beforeAll(async () => {
  ;({ platform, exports, hooks, begun, forget, filesKept } = await openExportRoom())
})

const people = 25

/** An export of three parts whose rows are paid for, and its job. */
async function aPaidExport({ org: asker, people = 25 }: { org?: TestOrganization; people?: number } = {}) {
  const org = asker ?? (await anOrg(platform))
  const { organizationId } = org
  const given = { name: 'people', people, noteLength: 3, isPaid: true }
  const exportId = await begun(organizationId, { people, given, mailTo: 'ada@work.example' })
  const [{ taskId } = { taskId: '' }] = await platform.db.query<{ taskId: string }>(sql`
    SELECT task_id AS "taskId" FROM exports WHERE id = ${exportId}`)
  await payWithHold(platform, { organizationId, taskId, rows: people })
  return { org, exportId, taskId, organizationId }
}

const cancel = (taskId: string) => platform.db.transact((tx) => platform.jobs.cancelAny(tx, taskId))

/** What an export came to: its state, whether it has a file, credits captured, and rows of the month. */
async function endOf({ org, exportId, organizationId }: Awaited<ReturnType<typeof aPaidExport>>) {
  await platform.jobs.workNow()
  const view = await exports.find(organizationId, exportId)
  const journal = await spendingOn(platform).journal(org)
  const captured = journal.filter(([kind]) => kind === 'capture').map(([, amount]) => amount)
  const { used } = await exports.allowance(organizationId)
  return { state: view?.state, hasFile: view?.downloadUrl !== null, captured, used }
}

describe('a paid export', () => {
  it('charges the rows of its file once, at its end', async () => {
    const paid = await aPaidExport()
    const end = { state: 'completed', hasFile: true, captured: [people * 1_000], used: people }
    expect(await endOf(paid)).toEqual(end)
  })

  it('that is canceled between its parts costs nothing', async () => {
    const paid = await aPaidExport()
    hooks.onRow = async (number) => {
      if (number === 15) await cancel(paid.taskId)
    }
    expect(await endOf(paid)).toEqual({ state: 'canceled', hasFile: false, captured: [], used: 0 })
    hooks.onRow = () => undefined
  })

  it('that is canceled when its file is just there costs nothing, and leaves no file', async () => {
    const paid = await aPaidExport()
    hooks.onFile = () => cancel(paid.taskId)
    expect(await endOf(paid)).toEqual({ state: 'canceled', hasFile: false, captured: [], used: 0 })
    const files = (await filesKept()).length
    platform.clock.advance(3_600_000)
    await exports.purge(platform.clock.now())
    // Its three parts and the file.
    expect(files - (await filesKept()).length).toBeGreaterThanOrEqual(4)
  })

  it('whose file is withdrawn before its end costs nothing', async () => {
    const paid = await aPaidExport()
    hooks.onFile = () => forget({ emails: ['person.3@home.example'] })
    expect(await endOf(paid)).toEqual({ state: 'withdrawn', hasFile: false, captured: [], used: 0 })
  })
})

describe('a file that is there and not charged yet', () => {
  it('is neither shown nor mailed before it is charged', async () => {
    const sent: unknown[] = []
    hooks.send = (message) => sent.push(message)
    const paid = await aPaidExport()
    const { organizationId, exportId } = paid
    const seenMeanwhile: unknown[] = []
    hooks.onFile = async () => {
      await exports.purge(platform.clock.now())
      const [listed] = await exports.list(organizationId, { after: undefined, most: 1 })
      seenMeanwhile.push(await exports.find(organizationId, exportId), listed, ...sent)
    }
    await endOf(paid)
    const running = { state: 'running', downloadUrl: null, finishedAt: null, rows: 0, progressPercent: 99 }
    expect(seenMeanwhile).toMatchObject([running, running])
    const view = await exports.find(organizationId, exportId)
    expect(view).toMatchObject({ state: 'completed', rows: people, rowsPaidBefore: 0, progressPercent: 100 })
    expect(sent).toHaveLength(1)
    hooks.onFile = () => undefined
    hooks.send = () => undefined
  })
})

describe('the records of rows', () => {
  const recordsKept = async (exportId: string) => {
    const kept = await platform.db.query(sql`
      SELECT 1 FROM export_parts WHERE export_id = ${exportId} AND records IS NOT NULL`)
    return kept.length
  }

  it('are not kept after an export at a price of 0, which says that none was paid for before', async () => {
    const org = await anOrg(platform)
    await platform.ledger.prices.setPrice(org.organizationId, 'exportProspect', noCredits)
    const paid = await aPaidExport({ org, people: 5 })
    await platform.db.query(sql`UPDATE jobs SET hold_id = NULL WHERE id = ${paid.taskId}`)
    expect(await endOf(paid)).toMatchObject({ state: 'completed', captured: [] })
    expect(await exports.find(org.organizationId, paid.exportId)).toMatchObject({ rowsPaidBefore: 0 })
    expect(await recordsKept(paid.exportId)).toBe(0)
  })

  it('are not kept after an export of a sandbox, which pays nothing', async () => {
    const { organizationId } = await anOrg(platform)
    const given = { name: 'people', people: 5, noteLength: 3, isPaid: true }
    const exportId = await begun(organizationId, { people: 5, given })
    await platform.jobs.workNow()
    expect(await recordsKept(exportId)).toBe(1)
    platform.clock.advance(3_600_000)
    await exports.purge(platform.clock.now())
    expect(await recordsKept(exportId)).toBe(0)
    expect(await exports.find(organizationId, exportId)).toMatchObject({ rowsPaidBefore: null })
  })
})

describe('rows of records that were paid for within 30 days', () => {
  beforeAll(() => {
    hooks.onFile = () => undefined
  })

  /** Credits captured until the end of an export, and the export. */
  async function paidFor(org: TestOrganization, people: number) {
    const paid = await aPaidExport({ org, people })
    const { captured } = await endOf(paid)
    return { captured, view: await exports.find(org.organizationId, paid.exportId) }
  }

  it('cost nothing in another file: only the new ones are charged', async () => {
    const org = await anOrg(platform)
    const first = await paidFor(org, 12)
    expect(first).toMatchObject({ captured: [12_000], view: { rows: 12, rowsPaidBefore: 0 } })
    const again = await paidFor(org, 12)
    expect(again).toMatchObject({ captured: [12_000], view: { rows: 12, rowsPaidBefore: 12 } })
    const more = await paidFor(org, 15)
    expect(more).toMatchObject({ captured: [12_000, 3_000], view: { rows: 15, rowsPaidBefore: 12 } })
    // Another organization paid for nothing.
    expect(await paidFor(await anOrg(platform), 12)).toMatchObject({ captured: [12_000] })
  })

  it('cost again after 30 days', async () => {
    const org = await anOrg(platform)
    await paidFor(org, 2)
    platform.clock.advance(30 * dayMs)
    expect(await paidFor(org, 2)).toMatchObject({ captured: [2_000, 2_000], view: { rowsPaidBefore: 0 } })
  })

  it('cost nothing after a file that was withdrawn when it was paid for, which says so', async () => {
    const org = await anOrg(platform)
    const paid = await aPaidExport({ org, people: 20 })
    expect(await endOf(paid)).toMatchObject({ captured: [20_000] })
    await forget({ emails: ['person.3@home.example'] })
    hooks.gone.add(3)
    // Nor do its rows count for the month any more.
    expect(await exports.allowance(org.organizationId)).toMatchObject({ used: 0 })
    const view = await exports.find(org.organizationId, paid.exportId)
    expect(view).toMatchObject({ state: 'withdrawn', error: expect.stringContaining('cost nothing again') })
    expect(await paidFor(org, 20)).toMatchObject({
      captured: [20_000],
      view: { rows: 19, rowsPaidBefore: 19 },
    })
    hooks.gone.clear()
  })

  it('cost what they cost after a file that was canceled, or withdrawn before it was charged', async () => {
    const org = await anOrg(platform)
    const paid = await aPaidExport({ org, people: 5 })
    await cancel(paid.taskId)
    expect(await endOf(paid)).toMatchObject({ captured: [] })
    expect(await paidFor(org, 5)).toMatchObject({ captured: [5_000], view: { rowsPaidBefore: 0 } })
  })
})
