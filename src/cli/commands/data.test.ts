import { beforeAll, describe, expect, test } from 'vitest'
import { jsonLines, openDataRoom, type DataRoom } from '../../../test/support/datasets/data-room.ts'

let room: DataRoom
beforeAll(async () => {
  room = await openDataRoom()
})

const rows = (from: number, to: number, more: object = {}) =>
  Array.from({ length: to - from }, (_, index) => ({
    id: `n${from + index}`,
    name: `Firm number ${from + index}`,
    site: `https://firm-${from + index}.example`,
    country: 'DE',
    ...more,
  }))

/** Rows of companies that no other register of this file has. */
const rowsOf = (name: string, count: number) =>
  rows(0, count).map((row, index) => ({
    ...row,
    name: `${name} ${index}`,
    site: `https://${name}-${index}.example`,
  }))

/** A register with its first publication loaded. */
async function added(name: string, publication: object[], entry: object = {}, options: string[] = []) {
  const folder = await room.register({ name, entry: { complete: 'source', ...entry } })
  const file = await room.file(`${name}-1.jsonl`, jsonLines(publication))
  const outcome = await room.data('add', folder, '--yes', '--from', file, '--as-of', '2026-02-01', ...options)
  return { folder, outcome }
}

const next = async (name: string, publication: object[], day: string, ...options: string[]) => {
  const file = await room.file(`${name}-${day}.jsonl`, jsonLines(publication))
  return room.data('update', name, '--from', file, '--as-of', day, ...options)
}

test('lists what there is and shows licence, size and what it brings; without an answer nothing is added', async () => {
  expect((await room.data('list')).text).toMatch(/ror .*Research Organization Registry .*CC0-1\.0/)
  expect((await room.data('show', 'gleif')).text).toMatch(/LEI[\s\S]*2,000,000 to 6,000,000 rows/)
  const { text, code } = await room.data('add', 'starter')
  expect(text).toMatch(/gleif: [\s\S]*ror: [\s\S]*licence CC0-1\.0[\s\S]*repeat the command with --yes/)
  expect(code).toBe(1)
  expect((await room.data('show', 'nothing-such')).text).toMatch(/almanac data list/)
})

describe('the life of a register', () => {
  test('is added from a folder of the operator, and a publication that is the same to the byte costs nothing', async () => {
    const { outcome } = await added('life', rows(0, 10))
    expect(outcome).toMatchObject({ code: 0 })
    expect(outcome.text).toMatch(/life: 10 rows: 10 created/)
    expect((await room.read('ext:life/n3'))?.members).toMatchObject({ preferred_name: 'Firm number 3' })
    expect((await next('life', rows(0, 10), '2026-02-02')).text).toMatch(/nothing new was published/)
  })

  test('a later publication changes what changed, and closes what it no longer has; an earlier one changes nothing', async () => {
    const [first, ...others] = rows(0, 9)
    const { text } = await next('life', [{ ...first, name: 'Renamed' }, ...others], '2026-02-03')
    expect(text).toMatch(/9 rows: 0 created, 1 changed, 8 unchanged, 1 ended/)
    expect((await room.read('ext:life/n9'))?.members).toMatchObject({
      preferred_name: 'Firm number 9',
      status_consensus: 'closed',
    })
    expect((await next('life', rows(0, 10), '2026-02-01')).text).toMatch(/later publication is loaded/)
    // What has ended does not end again.
    expect((await next('life', rows(0, 9), '2026-02-04')).text).not.toMatch(/ended/)
  })

  test('a publication that halves overnight, or lies outside the bounds, is refused before a row is written', async () => {
    const { text, code } = await next('life', rows(0, 4, { name: 'Wrong' }), '2026-02-05')
    expect(code).toBe(1)
    expect(text).toMatch(/4 rows, and the one before had 9\. Nothing was changed/)
    expect((await room.read('ext:life/n1'))?.members).toMatchObject({ preferred_name: 'Firm number 1' })
    expect((await room.data('status')).text).toMatch(/life .* 4 rows, and the one before had 9/)
    expect((await next('life', rows(0, 4), '2026-02-05', '--accept')).text).toMatch(/4 rows: .* 5 ended/)
  })

  test('a record goes on under its number, whatever else of it changes, comes or goes', async () => {
    const ours = rowsOf('moves', 10)
    await added('moves', ours)
    const moved = (day: number, site: (index: number) => string | null) =>
      next(
        'moves',
        ours.map((row, index) => ({ ...row, site: site(index) })),
        `2026-02-0${day}`,
      )
    for (const [day, site] of [
      [2, (index: number) => `https://moved-${index}.example`],
      [3, () => null],
      [4, (index: number) => `https://moves-${index}.example`],
    ] as const) {
      const { text } = await moved(day, site)
      expect([day, /ended/.test(text)]).toEqual([day, false])
    }
    expect((await room.read('ext:moves/n3'))?.members).not.toMatchObject({ status_consensus: 'closed' })
  })

  test('rows that are records no more end nothing and are told, with the reason of the first', async () => {
    const ours = rowsOf('renames', 10)
    await added('renames', ours)
    const renamed = ours.map(({ id, site: _site, ...row }) => ({ ...row, number: id }))
    const { text, code } = await next('renames', renamed, '2026-02-02')
    expect(code).toBe(1)
    expect(text).toMatch(
      /none of 10 rows became a record \(10 rows were rejected.*the first rejected row: line 1/,
    )
    expect((await room.data('status')).text).toMatch(/renames .*none of 10 rows became a record/)
    const some = ours.map((row, index) => (index < 3 ? row : { ...row, id: null, site: null }))
    expect((await next('renames', some, '2026-02-03')).text).toMatch(
      /only 3 of 10 companies that were loaded/,
    )
    expect((await room.read('ext:renames/n7'))?.members).not.toMatchObject({ status_consensus: 'closed' })
    expect((await next('renames', ours.slice(0, 9), '2026-02-04')).text).toMatch(/9 rows: .* 1 ended/)
  })

  test('one that was never loaded is not fetched by itself', async () => {
    const folder = await room.register({ name: 'never', entry: {} })
    expect((await room.data('add', folder, '--yes', '--from', '/nowhere.jsonl')).code).toBe(1)
    const status = JSON.parse((await room.data('status', '--format', 'json')).text) as object[]
    expect(status).toContainEqual(expect.objectContaining({ name: 'never', next: 'by hand' }))
  })

  test('removal takes what it alone says, and it can be added again', async () => {
    expect((await room.data('remove', 'life', '--yes')).text).toMatch(/removed; 10 records/)
    expect(await room.read('ext:life/n3')).toBeUndefined()
    expect((await room.data('status')).text).not.toMatch(/life/)
    const { outcome } = await added('life', rows(0, 10))
    expect(outcome.text).toMatch(/10 created/)
    await room.data('remove', 'life', '--yes')
  })
})

describe('removal leaves exactly what the others said', () => {
  test('of an import: a name, a site and an id that it gave stay although the register repeated them', async () => {
    await room.write('crm', {
      preferred_name: 'Acme',
      domains: ['acme-crm.example'],
      external_ids: { crm: '1' },
    })
    const before = await room.read('dom:acme-crm.example')
    const row = {
      id: 'a',
      name: 'Acme Aktiengesellschaft',
      site: 'acme-crm.example',
      founded: '1950',
      country: 'AT',
    }
    await added('beside', [row])
    const both = await room.read('ext:beside/a')
    expect(both).toMatchObject({ id: before?.id, sources: ['beside', 'crm'] })
    expect(both?.members).toMatchObject({ founded_on_consensus: '1950' })
    await room.data('remove', 'beside', '--yes')
    const after = await room.read('dom:acme-crm.example')
    expect(after).toMatchObject({ id: before?.id, sources: ['crm'] })
    expect(after?.members['founded_on_consensus']).toBeNull()
    expect(after?.members).toMatchObject({ preferred_name: 'Acme', domains: ['acme-crm.example'] })
    expect(await room.read('ext:beside/a')).toBeUndefined()
  })

  test('of another register: what was covered comes back, and the record keeps its number', async () => {
    const row = {
      id: 'x',
      name: 'Two Registers',
      site: 'two-registers.example',
      status: 'active',
      founded: '2001',
    }
    await added('first', [row])
    const before = await room.read('ext:first/x')
    await added('second', [{ ...row, id: 'y', founded: '2002', status: 'closed' }], {}, [
      '--as-of',
      '2026-03-01',
    ])
    const both = await room.read('ext:second/y')
    expect(both?.id).toBe(before?.id)
    expect(both?.members).toMatchObject({ founded_on_consensus: '2002', status_consensus: 'closed' })
    await room.data('remove', 'second', '--yes')
    const after = await room.read('dom:two-registers.example')
    expect(after).toMatchObject({ id: before?.id, sources: ['first'] })
    expect(after?.members).toEqual(before?.members)
    await room.data('remove', 'first', '--yes')
    expect(await room.read('dom:two-registers.example')).toBeUndefined()
  })
})

test.each([
  ['registered', 'owned', 'crm'],
  ['crm', 'owned', 'registered'],
  ['owned', 'crm', 'registered'],
])('members of its own from each source stay beside one another: %s, %s, %s', async (...order) => {
  const site = `${order.join('-')}.example`
  const record = (custom_data: object) => ({
    preferred_name: 'name',
    domains: { list: ['site'], do: ['domain', 'unique'] },
    custom_data: { object: custom_data },
  })
  const sources: Record<string, () => Promise<unknown>> = {
    registered: () => register('registered', '2026-02-01', { legal_form: 'form', number: 'number' }),
    owned: () => register('owned', '2026-03-01', { parent: 'parent', number: 'number' }),
    crm: () =>
      room.write('crm', { preferred_name: 'Three Sources', domains: [site], custom_data: { tier: 'A' } }),
  }
  const row = { name: 'Three Sources', site, form: 'AG', parent: 'Holding' }
  async function register(name: string, day: string, custom: object) {
    const folder = await room.register({ name, record: record(custom), entry: { where: undefined } })
    const file = await room.file(`${name}.jsonl`, jsonLines([{ ...row, number: `of ${name}` }]))
    return room.data('add', folder, '--yes', '--from', file, '--as-of', day)
  }
  for (const source of order) await sources[source]?.()
  const read = async () => (await room.read(`dom:${site}`))?.members['custom_data']
  expect(await read()).toEqual({ legal_form: 'AG', parent: 'Holding', number: 'of owned', tier: 'A' })

  const file = await room.file('owned-2.jsonl', jsonLines([{ ...row, parent: undefined, number: '7' }]))
  await room.data('update', 'owned', '--from', file, '--as-of', '2026-03-02')
  expect(await read()).toEqual({ legal_form: 'AG', number: '7', tier: 'A' })
  await room.data('remove', 'owned', '--yes')
  expect(await read()).toEqual({ legal_form: 'AG', number: 'of registered', tier: 'A' })
  await room.data('remove', 'registered', '--yes')
  expect(await read()).toEqual({ tier: 'A' })
})

describe('what is chosen', () => {
  test('countries, a box and a number of rows leave the others out, and a limit ends nothing', async () => {
    const places = [
      { id: 'de', name: 'Alpha', country: 'DE', lat: 52.5, lon: 13.4 },
      { id: 'fr', name: 'Beta', country: 'FR', lat: 48.8, lon: 2.3 },
      { id: 'no', name: 'Gamma', country: 'NO', lat: 59.9, lon: 10.7 },
    ]
    const country = await added('by-country', places, {}, ['--where', 'country=DE,France'])
    expect(country.outcome.text).toMatch(/3 rows: 2 created.* 1 left out/)
    const box = await added('by-box', places, {}, ['--where', 'box=0,45,15,55'])
    expect(box.outcome.text).toMatch(/1 left out/)
    expect(await room.read('ext:by-box/no')).toBeUndefined()
    const few = await added('by-limit', places, {}, ['--limit', '2'])
    expect(few.outcome.text).toMatch(/2 rows: /)
    const refused = await room.data('add', 'gleif', '--yes', '--where', 'box=0,1,2,3')
    expect(refused.text).toMatch(/gleif does not say where its rows have coordinates/)
    expect((await room.data('status')).text).not.toMatch(/gleif/)
  })

  test('another choice reads the same publication again; what is no longer chosen is withdrawn, not closed', async () => {
    const places = [
      { id: 'de', name: 'Delta', country: 'DE', site: 'delta-choice.example' },
      { id: 'fr', name: 'Foxtrot', country: 'FR', site: 'foxtrot-choice.example' },
    ]
    await added('rechosen', places)
    const { outcome } = await added('rechosen', places, {}, ['--where', 'country=DE'])
    expect(outcome.text).toMatch(/2 rows: 0 created, 0 changed, 1 unchanged, 1 ended, 1 left out/)
    expect(await room.read('ext:rechosen/fr')).toBeUndefined()
    expect((await room.read('ext:rechosen/de'))?.members).toMatchObject({ status_consensus: null })
    expect((await added('rechosen', places)).outcome.text).toMatch(
      /2 rows: 1 created, 0 changed, 1 unchanged/,
    )
  })

  test('a licence that is not for charged answers is refused unless the operator allows it', async () => {
    const licence = { id: 'CC-BY-NC-4.0', attribution: 'Data of marked.', non_commercial: true }
    const { outcome } = await added('marked', rows(0, 2), { licence })
    expect(outcome.text).toMatch(/forbids commercial use[\s\S]*ALMANAC_MARKED_DATASETS/)
    room.settings.allowsMarked = true
    expect((await added('marked', rows(0, 2), { licence })).outcome.code).toBe(0)
    room.settings.allowsMarked = false
  })
})
