import { expect, it } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { callOf, countingJob, startCounting } from '../../../test/support/jobs.ts'
import { anOrg, openTestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { allowedMs } from '../../../test/support/machine-pace.ts'

it('what somebody asked for is taken before what the clock began, each in the order it came', async () => {
  const platform = openTestPlatform(await testDatabase())
  const job = countingJob(1)
  const worked: string[] = []
  platform.jobs.register(job, { onWork: (texts: string[]) => void worked.push(...texts) })
  atEnd(() => platform.jobs.close())
  const [org, other] = [await anOrg(platform, { credits: 100_000 }), await anOrg(platform)]
  await platform.jobs.ready()
  const begin = (organizationId: string, text: string, isScheduled: boolean) =>
    platform.db.transact((tx) =>
      platform.jobs.begin(tx, job, {
        organizationId,
        operationId: 'counting.run',
        params: { note: '' },
        items: [text],
        isScheduled,
      }),
    )
  for (const text of ['nothing due 1', 'nothing due 2']) await begin(other.organizationId, text, true)
  await begin(org.organizationId, 'nothing due 3', true)
  await begin(org.organizationId, 'nothing of an operation', false)
  await startCounting(platform, org, { job, items: ['asked'] })
  await begin(other.organizationId, 'nothing due 4', true)
  await platform.jobs.workNow()
  expect(worked).toEqual([
    'nothing of an operation',
    'asked',
    'nothing due 1',
    'nothing due 2',
    'nothing due 3',
    'nothing due 4',
  ])
})

it('short jobs follow each other, without a poll between them', async () => {
  const platform = openTestPlatform(await testDatabase())
  const job = countingJob(1)
  platform.jobs.register(job, { onWork: () => undefined })
  atEnd(() => platform.jobs.close())
  const org = await anOrg(platform, { credits: 100_000 })
  const taskIds: string[] = []
  // Of one organization, which has two workers: with a poll of two seconds between jobs 16 of them take 14 s.
  for (let index = 0; index < 16; index++)
    taskIds.push(await startCounting(platform, org, { job, items: ['a'] }))
  const startMs = performance.now()
  await platform.jobs.startWorkers()
  const call = callOf(org, platform.clock.now())
  const ended = async () => {
    const views = await Promise.all(taskIds.map((taskId) => platform.jobs.find(job, call, taskId)))
    return views.filter(({ state }) => state === 'completed').length
  }
  await expect.poll(ended, { interval: 100 }).toBe(taskIds.length)
  expect(performance.now() - startMs).toBeLessThan(allowedMs(10_000))
})
