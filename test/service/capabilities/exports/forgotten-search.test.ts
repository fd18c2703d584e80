import { expect, test } from 'vitest'
import { newCanary, subjectsWorld, writeCanary } from '../../../worlds/subjects.ts'

test('an export of a search that names somebody who is forgotten meanwhile has no row, and costs nothing', async () => {
  const service = await subjectsWorld()
  const { rawKey: key, organizationId } = await service.org()
  const canary = newCanary()
  await writeCanary(service, canary)
  const anyOf = [{ primary_slug: canary.slug }, { primary_slug: 'ned-nearby' }]
  const begun = await service.send('POST /v1/exports/search/people', {
    key,
    body: { profileSearchParams: { exactProfile: { anyOf } } },
  })
  expect([begun.status, begun.body.output?.estimatedRows], begun.text).toEqual([200, 2])
  const forgotten = await service.operate('POST /v1/privacy/suppressions', { profiles: [canary.slug] })
  expect(forgotten.status, forgotten.text).toBe(200)
  await service.almanac.jobs.workNow()
  const { exportId } = begun.body.output
  const { body } = await service.send(`GET /v1/exports/${exportId}`, { key })
  expect(body.output).toMatchObject({ status: 'completed', rows: 0 })
  const file = await fetch(body.output.downloadUrl.replace(/^https?:\/\/[^/]+/, service.url))
  expect(await file.text()).not.toContain(canary.slug)
  expect(await service.captured({ organizationId })).toBe(0)
})
