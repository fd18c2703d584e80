import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'
import { pollBatchContactDetails } from '../../../../../src/capabilities/contacts/operations/poll-batch-contact-details.ts'
import { startBatchContactDetails } from '../../../../../src/capabilities/contacts/operations/start-batch-contact-details.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

async function started(org: TestOrganization, count = 25): Promise<string> {
  const personDetails = Array.from({ length: count }, (_, index) => ({
    pnetUrl: { value: `member-${index}` },
  }))
  return (await service.ask(org, 'batch/start', { personDetails })).body.output.taskId as string
}

describe('pollBatchContactDetails 200', () => {
  test('is free, shows progress, and advises to poll at most every 30 seconds', async () => {
    verifies('op.poll-batch-contact-details', 'async.polls-free', 'async.poll-interval')
    const org = await service.org()
    const taskId = await started(org)
    const before = await service.available(org)
    const { body } = await service.ask(org, 'batch/poll', { taskId })
    expect(body.output).toEqual({
      overallStats: {
        totalPeopleToFetch: 25,
        numCompleted: 0,
        numRemaining: 25,
        numRejected: 0,
        numDuplicates: 0,
      },
      done: false,
      failed: false,
      canceled: false,
      progressPercent: 0,
      etaSeconds: null,
      pageResults: [],
      nextCursor: expect.any(String),
      hasMore: true,
    })
    expect(body.chargeInfo.method).toBe('free')
    expect(body.advice).toEqual([expect.stringContaining('30 seconds')])
    expect(await service.available(org)).toBe(before)
    await service.almanac.jobs.workNow()
    const after = await service.ask(org, 'batch/poll', { taskId })
    expect(after.body.output).toMatchObject({ done: true, progressPercent: 100 })
    expect(after.body.advice).toBeUndefined()
  })

  test('pages through the results in the order of the request', async () => {
    const org = await service.org()
    const taskId = await started(org)
    await service.almanac.jobs.workNow()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await service.ask(org, 'batch/poll', { taskId, take: 10, cursor })
      for (const { inputs, outputs } of body.output.pageResults) {
        seen.push(inputs.pnetUrl.value)
        expect(outputs.emails).toEqual([
          { email: `${inputs.pnetUrl.value.replace('-', '')}@acme.example`, type: 'work', status: 'unknown' },
        ])
      }
      cursor = body.output.nextCursor
    } while (cursor !== undefined)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `member-${index}`))
  })

  test('may be asked more often than a start', () => {
    verifies('limit.start-below-poll')
    expect(startBatchContactDetails.limit.max).toBeLessThan(pollBatchContactDetails.limit.max)
  })
})

test('pollBatchContactDetails 400 for a cursor of another task, and a page over 100', async () => {
  const org = await service.org()
  const [one, other] = [await started(org), await started(org)]
  const { body } = await service.ask(org, 'batch/poll', { taskId: one })
  const cursor = body.output.nextCursor
  for (const wrong of [
    { taskId: other, cursor },
    { taskId: one, cursor: 'x' },
    { taskId: one, take: 101 },
  ])
    expect((await service.ask(org, 'batch/poll', wrong)).status).toBe(400)
})

test("pollBatchContactDetails 404 for another organization's task as for an unknown one", async () => {
  verifies('promise.api.foreign-id-unknown')
  const [org, other] = [await service.org(), await service.org()]
  const taskId = await started(org)
  const answers = await Promise.all(
    [taskId, 'task_unknown'].map((id) => service.ask(other, 'batch/poll', { taskId: id })),
  )
  const [foreign, unknown] = answers.map(({ status, body }) => ({
    status,
    body: { ...body, errorCode: '', requestId: '' },
  }))
  expect(foreign?.status).toBe(404)
  expect(foreign).toEqual(unknown)
})
