import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching } from '../../../../support/enriching.ts'
import { workbookOf } from '../../../../support/workbook.ts'
import {
  allMembers,
  ask,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

type Org = Awaited<ReturnType<typeof service.org>>

const fromList = (org: Org, runId: string) => ask(org, 'POST create-from-list', { name: 'Accounts', runId })

/** A run that has looked the rows of an uploaded list up; its id. */
async function lookedUp(org: Org, content: string | Uint8Array, more: object = {}): Promise<string> {
  const lists = enriching(service)
  const sent = await lists.upload(org, content)
  expect(sent.status, sent.text).toBe(200)
  const started = await lists.start(org, { uploadId: sent.body.output.uploadId, ...more })
  expect(started.status, started.text).toBe(200)
  await service.almanac.jobs.workNow()
  return started.body.output.runId
}

describe('createAudienceFromList 200', () => {
  test('has the companies of the rows that matched, each once, and reports what became of the rows', async () => {
    verifies('op.create-audience-from-list')
    const org = await service.org()
    const domains = (await someStaff(1, 1)).map(({ domain }) => domain)
    const sites = [...domains, `www.${domains[0]}`, 'nobody-knows.example']
    const rows = sites.map((domain, index) => `No ${index},${domain}`)
    const csv = ['Account,Website', '', ...rows, ',', 'Cut, apart,nobody.example', ''].join('\n')
    const runId = await lookedUp(org, csv, { as: 'companies', by: ['domain=Website'] })
    const before = await service.available(org)
    const { status, body, text } = await fromList(org, runId)
    expect(status, text).toBe(200)
    expect(body.output).toMatchObject({
      name: 'Accounts',
      creationMethod: 'COMPANY_UPLOAD',
      status: 'BUILDING',
      report: { rowCount: 5, matched: 3, duplicates: 1, unsure: 0, notFound: 1, unreadable: 1, blank: 2 },
    })
    await service.almanac.jobs.workNow()
    const id: string = body.output.audienceId
    const shown = (await ask(org, `GET ${id}/status`)).body.output
    expect(shown).toMatchObject({ status: 'NORMAL', companiesCount: 2, prospectsCount: 0 })
    const found = (await allMembers(org, id, 'companies')).map(({ domain }) => domain)
    expect(found.toSorted()).toEqual(domains.toSorted())
    expect(await service.available(org)).toBe(before)
  })

  test.each(['xlsx', 'jsonl'])('of people, from %s', async (kind) => {
    const org = await service.org()
    const [staff] = await someStaff(2)
    const urls = staff!.people.map((slug) => `https://www.pnet.example/in/${slug}`)
    const content =
      kind === 'xlsx'
        ? workbookOf([['Profile'], ...urls.map((url) => [url])])
        : urls.map((url) => `${JSON.stringify({ profile_url: url })}\n`).join('')
    const { body } = await fromList(org, await lookedUp(org, content, { as: 'people' }))
    expect(body.output).toMatchObject({ creationMethod: 'PROSPECT_UPLOAD', report: { matched: 2 } })
    await service.almanac.jobs.workNow()
    const people = await allMembers(org, body.output.audienceId, 'prospects')
    expect(people.map(({ pnetUrl }) => pnetUrl!.split('/').at(-1)).toSorted()).toEqual(
      staff!.people.toSorted(),
    )
  })
})

describe('createAudienceFromList 409', () => {
  test('while the rows are looked up, and where none matched; no audience is made', async () => {
    const org = await service.org()
    const [staff] = await someStaff(1)
    const started = await enriching(service).start(org, {
      inlineCsv: `Website\n${staff!.domain}\n`,
      as: 'companies',
      by: ['domain=Website'],
      header: 'first',
    })
    const early = await fromList(org, started.body.output.runId)
    expect([early.status, early.body.message]).toEqual([
      409,
      expect.stringContaining('still being looked up'),
    ])
    await service.almanac.jobs.workNow()
    const nobody = await lookedUp(org, 'Website\nnobody-knows.example\n', {
      as: 'companies',
      by: ['domain=Website'],
    })
    const none = await fromList(org, nobody)
    expect([none.status, none.body.message]).toEqual([409, expect.stringContaining('No row of this list')])
    expect((await ask(org, 'GET')).body.output.totalCount).toBe(0)
  })
})

test("createAudienceFromList 404 for another organization's and an unknown one alike", async () => {
  const [owner, other] = [await service.org(), await service.org()]
  const [staff] = await someStaff(1)
  const runId = await lookedUp(owner, `Website\n${staff!.domain}\n`, {
    as: 'companies',
    by: ['domain=Website'],
  })
  const answers = [await fromList(other, runId), await fromList(other, 'task_none')]
  for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  expect(answers[0]!.body.message).toBe(answers[1]!.body.message)
})

test('createAudienceFromList 401 without a key', async () => {
  const body = { name: 'Accounts', runId: 'task_none' }
  expect((await service.send('POST /v1/audiences/create-from-list', { body })).status).toBe(401)
})
