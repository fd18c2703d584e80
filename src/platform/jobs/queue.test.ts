import { expect, it } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { callOf, countingJob, startCounting } from '../../../test/support/jobs.ts'
import { anOrg, openTestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'

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
  await expect.poll(ended, { timeout: 60_000, interval: 100 }).toBe(taskIds.length)
  expect(performance.now() - startMs).toBeLessThan(10_000)
})
