import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

/** Misspelt, duplicated, blank, quoted, guarded, and half of it unknown; the last cell is who it is. */
const companies: [name: string, website: string, note: string, truth: string][] = [
  ['Acme Robotics Inc.', 'https://www.acme.example/about', 'first "line"', '1001'],
  ['Globex', 'globex.example', '=1+1', '1003'],
  ['Nobody Known', 'nobody.example', 'Zürich; "東京"', ''],
  ['', '', '', ''],
  ['Acme Robotics', 'acme.example', 'two\nlines', '1001'],
  ['Gazprom Neftt', '', '-5', '1007'],
  ['GLOBEX', '', '', '1003'],
  ['Qwertz Unheard Of', '', "'quoted'", ''],
  ['Unheard Zulu Holdings', 'zulu-unheard.example', '@home', ''],
  ['', 'acme-robots.example', '+49 30 1', '1001'],
]

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const messy =
  '\uFEFFFirma;Webseite;Notiz;truth\r\n' +
  companies.map((cells) => (cells.join('') === '' ? ';;;' : cells.map(quoted).join(';'))).join('\r\n')

describe('startEnrichList 200', () => {
  test('answers the rows as they came with who they are, and charges each company once', async () => {
    verifies('op.start-enrich-list')
    const org = await service.org()
    const { started, polled, rows } = await lists.run(org, { inlineCsv: messy, as: 'companies' })
    expect(started.body.output).toMatchObject({
      runId: expect.stringMatching(/^task_/),
      rowCount: companies.length,
      used: [
        { by: 'domain', column: 'Webseite' },
        { by: 'name', column: 'Firma' },
      ],
    })
    expect(started.body.chargeInfo.method).toBe('charging-later')
    // Cells that a spreadsheet would run have an apostrophe in front, and nothing else differs.
    const guarded = (cell: string) => (/^[=@]/.test(cell) ? `'${cell}` : cell)
    expect(rows.map((row) => [row['Firma'], row['Webseite'], row['Notiz'], row['truth']])).toEqual(
      companies.map((cells) => cells.map(guarded)),
    )
    expect(rows.map((row) => row['found_li_org_id'])).toEqual(companies.map(([, , , truth]) => truth))
    expect(rows.map((row) => row['match'])).toEqual(
      companies.map(([, , , truth]) => (truth === '' ? 'not_found' : 'matched')),
    )
    expect(rows[0]).toMatchObject({ match_by: 'domain', found_domains: 'acme.example; acme-robots.example' })
    expect(rows[5]).toMatchObject({ match_by: 'name', found_preferred_name: 'Gazprom Neft' })
    for (const row of rows.filter(({ match }) => match === 'matched')) {
      expect(Number(row['match_confidence'])).toBeGreaterThan(0.5)
      expect(row['match_reason']).not.toBe('')
    }
    expect(rows[3]?.['match_reason']).toBe('The row is empty.')
    expect(polled.body.output.run.stats).toEqual({
      matched: 6,
      duplicates: 3,
      unsure: 0,
      notFound: 3,
      unreadable: 0,
      blank: 1,
    })
    // Rows are counted below the header, as firstRow of listEnrichRows and the ids of rows are.
    const sameAs = rows.map((row) => /; the same as row (\d+)$/.exec(row['match_reason'] ?? '')?.[1] ?? '')
    expect(sameAs).toEqual(['', '', '', '', '1', '', '2', '', '', '1'])
    // Three companies, named by six rows.
    expect(await service.captured(org)).toBe(3 * 2_000)
    expect(await service.available(org)).toBe(100_000_000 - 3 * 2_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('an unsure row names its candidate, shows nothing of it and is free', async () => {
    const org = await service.org()
    const { rows } = await lists.run(org, { inlineCsv: 'name\nRobert Miller\nAda Lindqvist\n', as: 'people' })
    expect(rows[0]).toMatchObject({ match: 'unsure', match_candidate: 'Robert Miller', match_by: 'name' })
    expect(Number(rows[0]?.['match_confidence'])).toBeLessThan(0.5)
    const found = Object.entries(rows[0] ?? {}).filter(([name]) => name.startsWith('found_'))
    expect(found.length).toBeGreaterThan(5)
    expect(found.map(([, value]) => value).join('')).toBe('')
    expect(rows[1]).toMatchObject({ match: 'matched', found_primary_slug: 'ada-lindqvist' })
    expect(await service.captured(org)).toBe(2_000)
  })

  test('people are found by profile, address, and name with employer, whatever else is wrong', async () => {
    const list = [
      'profile,email,name,company',
      'https://pnet.example/in/ada-lindqvist/,,,',
      'https://elsewhere.example/ada,ada.lindqvist@acme.example,,',
      ',,Robert Miller,Globex Labs',
      ',not an address,,',
      ',,Nobody Unheard,Globex',
    ].join('\n')
    const { rows } = await lists.run(await service.org(), { inlineCsv: list, as: 'people' })
    expect(rows.map((row) => [row['match'], row['match_by'], row['found_primary_slug']])).toEqual([
      ['matched', 'url', 'ada-lindqvist'],
      ['matched', 'email', 'ada-lindqvist'],
      ['matched', 'name', 'robert-miller-3'],
      ['not_found', '', ''],
      ['not_found', '', ''],
    ])
  })

  test('adds the members asked for, and JSON lines come back as they were with them behind', async () => {
    const org = await service.org()
    const lines = ['{"id":12345678901234567890,"site":"acme.example","match":"mine"}', '{"site":null}']
    const upload = await lists.upload(org, lines.join('\n'))
    const { text } = await lists.run(org, {
      uploadId: upload.body.output.uploadId,
      as: 'companies',
      by: ['domain=site'],
      members: ['names', 'employee_count_consensus', 'location_consensus.city'],
    })
    const written = text.trimEnd().split('\n')
    expect(written[0]?.startsWith(lines[0]!.slice(0, -1))).toBe(true)
    // The list has a member match itself.
    expect(JSON.parse(written[0]!)).toMatchObject({
      match: 'mine',
      match_2: 'matched',
      found_names_2: ['Acme Robotics Inc.', 'Acme Automation'],
      found_employee_count_consensus_2: { gte: 500, lte: 500 },
      'found_location_consensus.city_2': null,
    })
    expect(JSON.parse(written[1]!)).toMatchObject({ site: null, match_2: 'not_found' })
  })

  test('a row cut apart, and a header repeated, are not looked up', async () => {
    const inlineCsv = 'company,domain\nAcme, Inc,acme.example\ncompany,domain\nGlobex,globex.example,\n'
    const { rows, started, polled } = await lists.run(await service.org(), { inlineCsv, as: 'companies' })
    expect(polled.body.output.run.stats).toMatchObject({ matched: 1, notFound: 0, unreadable: 2 })
    expect(rows.map(({ match, match_reason: reason }) => [match, reason])).toEqual([
      ['not_found', 'The row has more than 2 cells, so they cannot be assigned to columns.'],
      ['not_found', 'The row repeats the header.'],
      ['matched', expect.any(String)],
    ])
    expect(rows[0]).toMatchObject({ company: 'Acme', domain: ' Inc', column_3: 'acme.example' })
    expect(started.body.output.notes).toEqual([expect.stringMatching(/more than 2 cells/)])
  })

  test('one Idempotency-Key starts one run, and a dry run none', async () => {
    const org = await service.org()
    const body = { inlineCsv: messy, as: 'companies' }
    const dry = await lists.start(org, body, { 'x-dry-run': '1' })
    expect(dry.status).toBe(200)
    expect(await service.almanac.jobs.workNow()).toBe(0)
    const headers = { 'idempotency-key': 'enrich' }
    const first = await lists.start(org, body, headers)
    expect((await lists.start(org, body, headers)).text).toBe(first.text)
    expect(await service.almanac.jobs.workNow()).toBe(1)
    expect(await service.captured(org)).toBe(6_000)
  })
})

describe('startEnrichList 400', () => {
  const refused = async (body: object) => {
    const org = await service.org()
    const { status, body: answer } = await lists.start(org, { as: 'companies', ...body })
    expect(status).toBe(400)
    expect(await service.available(org)).toBe(100_000_000)
    expect(await service.almanac.jobs.workNow()).toBe(0)
    return answer.issues
  }

  test('without a list, and with two', async () => {
    expect(await refused({})).toMatchObject([{ path: 'uploadId' }])
    expect(await refused({ inlineCsv: 'a', uploadId: 'b' })).toMatchObject([{ path: 'uploadId' }])
  })

  test('for a list that is none, and columns that are in doubt', async () => {
    expect(await refused({ inlineCsv: '%PDF-1.7' })).toMatchObject([
      { path: 'inlineCsv', code: 'unreadable_list' },
    ])
    expect(await refused({ inlineCsv: 'note,amount\nx,1\ny,2\n' })).toMatchObject([
      {
        path: 'by',
        code: 'unclear_list',
        message: expect.stringMatching(/No column clearly identifies the companies/),
      },
    ])
    expect(await refused({ inlineCsv: 'company\nAcme\n', by: ['name', 'domain=Web'] })).toMatchObject([
      { path: 'by[1]', message: expect.stringMatching(/no column "Web"/) },
    ])
    expect(await refused({ inlineCsv: 'company\nAcme\n', by: ['phone'] })).toMatchObject([{ path: 'by[0]' }])
    expect(await refused({ inlineCsv: 'email\na@acme.example\n', as: undefined })).toMatchObject([
      { path: 'as', message: expect.stringMatching(/companies or people/) },
    ])
  })

  test('for members there are not, each with its path', async () => {
    const members = ['domains', 'prefered_name', 'location_consensus.town']
    expect(await refused({ inlineCsv: 'company\nAcme\n', members })).toMatchObject([
      { path: 'members[1]', message: expect.stringMatching(/Did you mean preferred_name/) },
      { path: 'members[2]' },
    ])
  })

  test('for an upload that is unknown, forged, expired, of repair or of another organization', async () => {
    const [org, other] = [await service.org(), await service.org()]
    const { uploadId } = (await lists.upload(org, messy)).body.output
    const repair = await service.send('PUT /v1/mosaic/upload', { key: org.rawKey, body: messy })
    const body = { as: 'companies' }
    const forged = uploadId.replace(/^upl_\d+/, 'upl_1')
    for (const id of ['upl_1_x', 'x', forged, repair.body.output.uploadId]) {
      const { status, body: answer } = await lists.start(org, { ...body, uploadId: id })
      expect([status, answer.issues[0].path, answer.issues[0].code]).toEqual([
        400,
        'uploadId',
        'unknown_upload',
      ])
    }
    expect((await lists.start(other, { ...body, uploadId })).status).toBe(400)
    expect((await lists.start(org, { ...body, uploadId })).status).toBe(200)
    await service.almanac.jobs.workNow()
    service.clock.advance(24 * 3_600_000)
    expect((await lists.start(org, { ...body, uploadId })).status).toBe(400)
  })
})

test('startEnrichList 401', async () => {
  const body = { inlineCsv: messy, as: 'companies' }
  expect((await service.send('POST /v1/enrich/start', { body })).status).toBe(401)
})

test('a dry run expects what a sample of the rows costs, and 20 of them in a minute are no starts', async () => {
  const org = await service.org()
  const names = Array.from({ length: 90 }, (_, index) => `nobody-${index}.example`)
  const sites = ['acme.example', ...names, 'globex.example', 'globex.example']
  const body = { inlineCsv: ['domain', ...sites].join('\n'), as: 'companies' }
  const quote = { 'x-dry-run': '1' }
  const dry = await lists.start(org, { inlineCsv: messy, as: 'companies' }, quote)
  expect(dry.body.output.dryRun).toMatchObject({ maxCredits: 18, expectedCredits: 6 })
  const sparse = await lists.start(org, body, quote)
  expect(sparse.body.output.dryRun.maxCredits).toBe(93 * 2)
  expect(sparse.body.output.dryRun.expectedCredits).toBeLessThan(20)
  for (let count = 0; count < 20; count++)
    expect(
      (await lists.start(org, { inlineCsv: 'domain\nacme.example\n', as: 'companies' }, quote)).status,
    ).toBe(200)
  await lists.run(org, { inlineCsv: messy, as: 'companies' })
  // What is paid for is not expected to cost anything.
  const again = await lists.start(org, { inlineCsv: messy, as: 'companies' }, quote)
  expect(again.body.output.dryRun.expectedCredits).toBe(0)
  expect(await service.captured(org)).toBe(6_000)
})

test('startEnrichList 402 unless what the dry run names is covered; one credit less starts nothing', async () => {
  const body = { inlineCsv: messy, as: 'companies' }
  // A row that says nothing can match nobody, so nothing is set aside for it.
  const findable = companies.filter(([name, site]) => name !== '' || site !== '').length
  const dry = await lists.start(await service.org(), body, { 'x-dry-run': '1' })
  expect(dry.body.output.dryRun.maxCredits).toBe(findable * 2)
  const short = await service.org(findable * 2 - 1)
  const { status, body: answer } = await lists.start(short, body)
  expect([status, answer.outOfCreditsAlert.availableCredits]).toEqual([402, findable * 2 - 1])
  expect(await service.almanac.jobs.workNow()).toBe(0)
  const enough = await service.org(findable * 2)
  const guarded = await lists.start(enough, body, { 'x-max-credits': '3' })
  expect([guarded.status, guarded.body.code]).toEqual([402, 'spend_guard'])
  expect((await lists.start(enough, body)).status).toBe(200)
  await service.almanac.jobs.workNow()
  expect(await service.captured(enough)).toBe(6_000)
})
