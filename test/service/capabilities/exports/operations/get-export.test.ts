import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { service, shareService } from '../../../../../src/capabilities/audiences/fixtures/building.ts'
import { aBuiltAudience, exported, exportOf, order } from '../../../../support/exporting.ts'
import { dayMs } from '../../../../../src/lib/time.ts'

shareService()

const format = 'COMPANY_GENERIC_CSV'
test('getExport 200 tells how far an export is, gives a link when there is a file, and none when it is gone', async () => {
  verifies('op.get-export')
  const org = await service.org()
  const { id } = await aBuiltAudience(org, 1)
  const begun = await order(org, id, 'companies', { format })
  const { exportId } = begun.body.output
  expect(await exportOf(org, exportId)).toMatchObject({
    exportId,
    kind: 'audienceCompanyExport',
    status: 'queued',
    progressPercent: 0,
    rows: 0,
    downloadUrl: null,
    expiresAt: null,
    completedAt: null,
  })
  const { view } = await exported(org, id, 'companies', { format })
  const start = service.clock.now()
  service.clock.advance(dayMs)
  expect((await fetch(view.downloadUrl.replace(/^https?:\/\/[^/]+/, service.url))).status).toBe(404)
  const again = await exportOf(org, view.exportId)
  expect((await fetch(again.downloadUrl.replace(/^https?:\/\/[^/]+/, service.url))).status).toBe(200)
  service.clock.advance(6 * dayMs)
  expect(await exportOf(org, view.exportId)).toMatchObject({ status: 'expired', downloadUrl: null })
  service.clock.set(start)
})

test("getExport 404 for another organization's and an unknown one alike", async () => {
  const [owner, other] = [await service.org(), await service.org()]
  const { id } = await aBuiltAudience(owner, 1)
  const { exportId } = (await order(owner, id, 'companies', { format })).body.output
  await service.almanac.jobs.workNow()
  const asked = [exportId, 'exp_none'].map((one) =>
    service.send(`GET /v1/exports/${one}`, { key: other.rawKey }),
  )
  const answers = await Promise.all(asked)
  for (const { status } of answers) expect(status).toBe(404)
  expect(answers[0]!.body.message).toBe(answers[1]!.body.message)
})

test('getExport 401 without a key', async () => {
  expect((await service.send('GET /v1/exports/exp_1')).status).toBe(401)
})

test('getExport 200 has the text that licences of open data ask for, and none where none asks', async () => {
  const org = await service.org()
  const { id } = await aBuiltAudience(org, 1)
  const { view } = await exported(org, id, 'companies', { format })
  expect(view.attributionUrl).toBeNull()
  const licence = { id: 'CC-BY-4.0', attribution: 'Data of the trade register.', asks_attribution: true }
  const entry = {
    title: 'Trade register',
    publisher: 'A town',
    homepage: 'https://town.example',
    rhythm: 'daily' as const,
    licence: { ...licence, share_alike: false, non_commercial: false },
  }
  const added = { name: 'asks', folder: '/nowhere', entry, choice: {}, state: 'ready' as const }
  await service.almanac.datasets.want({ ...added, addedAt: new Date(service.clock.now()) })
  const { attributionUrl } = await exportOf(org, view.exportId)
  const answer = await fetch(attributionUrl.replace(/^https?:\/\/[^/]+/, service.url))
  expect(await answer.text()).toMatch(/Data of the trade register\.\n {2}Trade register, .* \(CC-BY-4\.0\)/)
  await service.almanac.datasets.setState('asks', 'leaving')
  expect((await exportOf(org, view.exportId)).attributionUrl).toBeNull()
})
