import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

async function started(org: TestOrganization): Promise<string> {
  const personDetails = Array.from({ length: 20 }, (_, index) => ({ pnetUrl: { value: `member-${index}` } }))
  return (await service.ask(org, 'batch/start', { personDetails })).body.output.taskId as string
}

describe('cancelBatchContactDetails 200', () => {
  test('gives back at once what was not delivered, and ends the batch', async () => {
    verifies('op.cancel-batch-contact-details', 'contact.batch.cancel', 'contact.batch.refund')
    verifies('charge-info.credits-refunded')
    const org = await service.org()
    const taskId = await started(org)
    expect(await service.available(org)).toBe(100_000_000 - 100_000)
    const { status, body, headers } = await service.ask(org, 'batch/cancel', { taskId })
    expect(status).toBe(200)
    expect(body.output).toEqual({ taskId, canceled: true, creditsRefunded: 100 })
    expect(body.chargeInfo).toMatchObject({ method: 'credits-refunded', creditsRefunded: 100 })
    expect(headers.get('x-credits-charged')).toBe('0')
    expect(headers.get('x-credits-remaining')).toBe('100000')
    expect(await service.available(org)).toBe(100_000_000)
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(0)
    const polled = await service.ask(org, 'batch/poll', { taskId })
    expect(polled.body.output).toMatchObject({ done: true, canceled: true, failed: false, pageResults: [] })
    expect(polled.body.output.nextCursor).toBeUndefined()
  })

  test('of a batch that has ended gives back nothing and says so', async () => {
    const org = await service.org()
    const taskId = await started(org)
    await service.almanac.jobs.workNow()
    const available = await service.available(org)
    const { body } = await service.ask(org, 'batch/cancel', { taskId })
    expect(body.output).toEqual({ taskId, canceled: false, creditsRefunded: 0 })
    expect(body.chargeInfo.method).toBe('free')
    expect(await service.available(org)).toBe(available)
  })
})

test("cancelBatchContactDetails 404 for another organization's task, which goes on", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const taskId = await started(org)
  expect((await service.ask(other, 'batch/cancel', { taskId })).status).toBe(404)
  expect((await service.ask(other, 'batch/cancel', { taskId: 'task_unknown' })).status).toBe(404)
  await service.almanac.jobs.workNow()
  expect(await service.captured(org)).toBe(40_000)
})

test('cancelBatchContactDetails 400 without a task', async () => {
  expect((await service.ask(await service.org(), 'batch/cancel', {})).status).toBe(400)
})
