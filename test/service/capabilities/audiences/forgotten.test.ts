import { expect, test } from 'vitest'
import { newCanary, subjectsWorld, writeCanary } from '../../../worlds/subjects.ts'

test('who asks to be forgotten is on no page of an audience they were in, in none of its counts, and in no later build', async () => {
  const service = await subjectsWorld()
  const org = await service.org()
  const canary = newCanary()
  await writeCanary(service, canary)
  const ask = async (route: string, body?: object) => {
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const { audienceId } = (await ask('POST /v1/audiences/create', { name: 'Zirconium' })).body.output
  const prospectSearchParams = {
    exactProfile: { anyOf: [{ primary_slug: canary.slug }, { primary_slug: 'ned-nearby' }] },
  }
  await ask(`PATCH /v1/audiences/${audienceId}/search-params`, { prospectSearchParams })
  const build = async () => {
    await ask(`POST /v1/audiences/${audienceId}/build`, {})
    await service.almanac.jobs.workNow()
  }
  const page = async () => ask(`GET /v1/audiences/${audienceId}/prospects`)
  await build()
  expect((await page()).body.output).toMatchObject({ totalCount: 2, noLongerKnown: 0 })
  const forgotten = await service.operate('POST /v1/privacy/suppressions', { profiles: [canary.slug] })
  expect(forgotten.status, forgotten.text).toBe(200)
  const after = await page()
  expect(after.body.output).toMatchObject({ totalCount: 1, noLongerKnown: 0 })
  expect(after.text).not.toContain(canary.slug)
  expect(after.body.output.prospects).toHaveLength(1)
  // The search names them, so it was emptied: what it was is nobody's to build from.
  const search = (await ask(`GET /v1/audiences/${audienceId}`)).body.output
  expect(search.prospectSearchParams).toBeNull()
  const refused = await service.send(`POST /v1/audiences/${audienceId}/build`, { key: org.rawKey, body: {} })
  expect(refused.status).toBe(409)
  await ask(`PATCH /v1/audiences/${audienceId}/search-params`, {
    prospectSearchParams: { exactProfile: { anyOf: [{ primary_slug: 'ned-nearby' }] } },
  })
  await build()
  expect((await page()).body.output).toMatchObject({ totalCount: 1, noLongerKnown: 0 })
})
