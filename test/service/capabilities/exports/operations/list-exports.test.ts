import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { aBuiltAudience, exported, exportOf, order } from '../../../../support/exporting.ts'
import { service, shareService } from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

test('listExports 200 shows the exports of an organization as getExport does, the newest first, in pages', async () => {
  verifies('op.list-exports')
  const [org, other] = [await service.org(), await service.org()]
  const { id } = await aBuiltAudience(org, 1, 1)
  const first = await exported(org, id, 'companies', { format: 'COMPANY_GENERIC_CSV' })
  service.clock.advance(1_000)
  const second = await order(org, id, 'companies', { format: 'COMPANY_GENERIC_CSV' })
  const read = async (key: string, query = '') =>
    (await service.send(`GET /v1/exports?${query}`, { key })).body.output
  const page = await read(org.rawKey, 'pageSize=1')
  expect(page.exports).toEqual([await exportOf(org, second.body.output.exportId)])
  expect(page).toMatchObject({ hasMore: true })
  const rest = await read(org.rawKey, `pageSize=1&cursor=${page.nextCursor}`)
  expect(rest).toMatchObject({ hasMore: false, nextCursor: null })
  const { downloadUrl, ...shown } = await exportOf(org, first.view.exportId)
  expect(rest.exports).toEqual([expect.objectContaining(shown)])
  const file = await fetch(rest.exports[0].downloadUrl.replace(/^https?:\/\/[^/]+/, service.url))
  expect([file.status, typeof downloadUrl]).toEqual([200, 'string'])
  expect(await read(other.rawKey)).toMatchObject({ exports: [] })
})
