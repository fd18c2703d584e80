import { expect } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import type { TestAnswer } from './harness.ts'
import type { TestOrganization } from './platform.ts'
import {
  anAudience,
  ask,
  atCompanies,
  built,
  service,
  someStaff,
} from '../../src/capabilities/audiences/fixtures/building.ts'

/** A built audience of companies with so many people each. */
export async function aBuiltAudience(org: TestOrganization, ...sizes: number[]) {
  const staff = await someStaff(...sizes)
  const id = await anAudience(
    org,
    { companySearchParams: atCompanies(staff), prospectSearchParams: {} },
    { name: 'Growing: SaaS & Co.' },
  )
  await built(org, id)
  return { id, staff }
}

type Side = 'companies' | 'prospects'

export const order = (org: TestOrganization, id: string, side: Side, body: object): Promise<TestAnswer> =>
  ask(org, `POST ${id}/export/${side}`, body)

/** What getExport answers of an export. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function exportOf({ rawKey: key }: TestOrganization, exportId: string): Promise<any> {
  const answer = await service.send(`GET /v1/exports/${exportId}`, { key })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

/** Exports, to the end; the export and the text of its file. */
export async function exported(org: TestOrganization, id: string, side: Side, body: object) {
  const begun = await order(org, id, side, body)
  expect(begun.status, begun.text).toBe(200)
  expect(begun.body.chargeInfo.method).toBe('free')
  await service.almanac.jobs.workNow()
  const view = await exportOf(org, begun.body.output.exportId)
  expect(view).toMatchObject({ status: 'completed', progressPercent: 100, error: null })
  const response = await download(view)
  return { begun: begun.body.output, view, response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function download({ downloadUrl }: { downloadUrl: string }): Promise<Response> {
  const response = await fetch(downloadUrl.replace(/^https?:\/\/[^/]+/, service.url))
  expect(response.status).toBe(200)
  return response
}

/** The file of an export, as its link answers it. */
export const fileOf = async (view: { downloadUrl: string }): Promise<Buffer> =>
  Buffer.from(await (await download(view)).arrayBuffer())

/** Rows that an organization has exported this month. */
export async function usedRows({
  organizationId,
}: Pick<TestOrganization, 'organizationId'>): Promise<number> {
  const [row] = await service.db.query<{ rows: number }>(sql`
    SELECT COALESCE(sum(rows), 0)::int AS rows FROM export_quotas WHERE organization_id = ${organizationId}`)
  return row?.rows ?? 0
}
