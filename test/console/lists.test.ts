import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { ask, consoleTests, hasBrowser, visit } from './browser.ts'
import { countClicks } from './clicks.ts'

const scene = consoleTests(sampleWorld, 5_000, visit)

describe.skipIf(!hasBrowser)('a list in the console', () => {
  test('the example is looked up in two clicks, and costs what stands on the button at most', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: /example of five companies/ }).click()
    await page.getByRole('heading', { name: 'Are these columns right?' }).waitFor()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Use of Website' }).inputValue())
      .toBe('domain')
    await page.getByRole('button', { name: 'Look up 5 rows At most 10 credits' }).click()
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('heading', { name: '4 of 5 rows found' }).waitFor()
    await page.getByRole('row', { name: /Snaglilm Interactve/ }).waitFor()
    expect(await clicks()).toBe(2)
    // Two rows name one company, which is paid once.
    expect(await scene.service.spent(scene.org.organizationId)).toBe(6_000)
    await page.getByText('1 row repeats an earlier one, free').waitFor()
  })

  test('a semicolon list in Windows letters: a column is corrected, and the file comes back as it came', async () => {
    const { page } = scene.visitor
    const list =
      'Kunde;Seite;Betreuer\r\nBehusk Networks;be--husk.com;Jörg\r\nGetreqo Estates;ge--treqo.de;Zoë\r\n'
    const file = { name: 'kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') }
    await scene.visitor.open('/lists')
    await page.locator('input[type=file]').setInputFiles(file)
    const clicks = await countClicks(page)
    await page.getByText('semicolons between cells').waitFor()
    await page.getByRole('cell', { name: 'Jörg' }).waitFor()
    await page.getByRole('combobox', { name: 'Use of Kunde' }).selectOption('Company name')
    await page.getByRole('combobox', { name: 'Use of Seite' }).selectOption('Website')
    await page.getByRole('button', { name: 'Look up 2 rows At most 4 credits' }).click()
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('heading', { name: '2 of 2 rows found' }).waitFor()
    const arrived = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as it came' }).click()
    const download = await arrived
    const text = (await readFile(await download.path())).toString('latin1')
    expect(text.split('\r\n')[1]).toMatch(/^Behusk Networks;be--husk\.com;Jörg;matched;/)
    expect(await clicks()).toBeLessThanOrEqual(5)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(4_000)
  })

  /** A list of rows that are unsure, of three names, and one that is found. */
  const doubtful = (rows: number) => {
    const names = ['Slaglon', 'Cresvulm', 'Wakun']
    const lines = Array.from({ length: rows }, (_, index) => `${names[index % 3]},`)
    const buffer = Buffer.from(['Company,Website', 'Behusk Networks,be--husk.com', ...lines, ''].join('\n'))
    return { name: 'doubtful.csv', mimeType: 'text/csv', buffer }
  }

  async function lookUp(rows: number): Promise<void> {
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    await page.locator('input[type=file]').setInputFiles(doubtful(rows))
    await page.getByRole('button', { name: /^Look up/ }).click()
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('heading', { name: /^1 of / }).waitFor()
    await page.getByRole('link', { name: /^To check/ }).click()
    // Until they are read, the rows of all states stand there.
    await page.getByRole('row', { name: /Behusk/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Slaglon/ }).waitFor()
  }

  test('a thousand unsure rows of three names are settled with three keys, and a match is paid once', async () => {
    await lookUp(1_000)
    const { page } = scene.visitor
    const before = await scene.service.spent(scene.org.organizationId)
    await page.getByRole('row', { name: /Slaglon 334 rows/ }).waitFor()
    for (const [key, name] of [
      ['y', /Confirmed Slaglon/],
      ['y', /Confirmed Cresvulm/],
      ['x', /Rejected Wakun/],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('row', { name }).waitFor()
    }
    await page.getByRole('heading', { name: '668 of 1,001 rows found' }).waitFor()
    expect((await scene.service.spent(scene.org.organizationId)) - before).toBe(4_000)
    const arrived = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as it came' }).click()
    const file = await readFile(await (await arrived).path(), 'utf8')
    expect(file.split('\n').filter((line) => line.includes(',matched,'))).toHaveLength(668)
  })

  test('an answer can be taken back, and another candidate chosen at the price beside it', async () => {
    await lookUp(3)
    const { page } = scene.visitor
    const before = await scene.service.spent(scene.org.organizationId)
    await page.getByRole('row', { name: /Slaglon/ }).click()
    await page.keyboard.press('x')
    await page.getByRole('row', { name: /Rejected Slaglon/ }).click()
    await page.keyboard.press('u')
    await page.getByRole('row', { name: /To check 46 Slaglon/ }).waitFor()
    await page.keyboard.press('o')
    await page.getByRole('button', { name: 'This one 2 credits' }).click()
    await page.getByRole('row', { name: /Confirmed Slaglon/ }).waitFor()
    expect((await scene.service.spent(scene.org.organizationId)) - before).toBe(2_000)
    await page.getByText('4 credits charged, 2 credits of them for answers of yours').waitFor()
    await page.getByRole('link', { name: 'Lists' }).last().click()
    await page.getByRole('listitem').filter({ hasText: 'doubtful.csv' }).getByText('4 credits').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(4_000)
  })

  test('a list is found again by the name of its file', async () => {
    await lookUp(3)
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    await page.getByText('1 of 4 rows found, 3 to check').waitFor()
    await page.getByRole('link', { name: 'doubtful.csv' }).click()
    await page.getByRole('heading', { name: '1 of 4 rows found' }).waitFor()
  })

  test('who is kept as an audience and then watched is in one audience', async () => {
    await lookUp(3)
    const { page } = scene.visitor
    const address = page.url()
    await page.getByRole('button', { name: 'Make an audience' }).click()
    await page.waitForURL(/\/audiences\/[^/]+$/)
    await page.goto(address)
    await page.getByRole('button', { name: 'Watch them' }).click()
    await page.waitForURL(/\/trackers\/new\?.*audience=/)
    const { audiences } = await ask(scene, 'GET /v1/audiences')
    expect(audiences).toHaveLength(1)
    expect(page.url()).toContain(audiences[0].audienceId)
  })

  /** Presses the button at the address of a list; answers the audience that opens. */
  async function makeAt(list: string): Promise<string> {
    const { page } = scene.visitor
    await page.goto(list)
    await page.getByRole('button', { name: 'Make an audience' }).click()
    await page.waitForURL(/\/audiences\/[^/]+$/)
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }

  test('other answers make another audience, though as many rows are found', async () => {
    await lookUp(2)
    const list = scene.visitor.page.url()
    const runId = new URL(list).pathname.split('/').at(-1)
    const { rows } = await ask(scene, 'POST /v1/enrich/rows', { runId, state: 'unsure' })
    const [one, other] = rows as { rowId: string }[]
    await ask(scene, 'POST /v1/enrich/decide', { runId, rowId: one?.rowId, answer: 'likeliest' })
    const first = await makeAt(list)
    expect(await makeAt(list)).toBe(first)
    await ask(scene, 'POST /v1/enrich/undo-decision', { runId, rowId: one?.rowId })
    await ask(scene, 'POST /v1/enrich/decide', { runId, rowId: other?.rowId, answer: 'likeliest' })
    expect(await makeAt(list)).not.toBe(first)
  })

  test('after an audience was deleted, renamed or changed, one other is made', async () => {
    await lookUp(2)
    const list = scene.visitor.page.url()
    const refused: string[] = []
    scene.visitor.page.on('response', (answer) => answer.ok() || refused.push(answer.url()))
    const member = encodeURIComponent(JSON.stringify([{ domain: 'be--husk.com' }]))
    const changes = [
      (audienceId: string) => ask(scene, `DELETE /v1/audiences/${audienceId}`),
      (audienceId: string) => ask(scene, `PATCH /v1/audiences/${audienceId}`, { name: 'Ours' }),
      (audienceId: string) => ask(scene, `DELETE /v1/audiences/${audienceId}/companies?companies=${member}`),
    ]
    let before = await makeAt(list)
    for (const change of changes) {
      // Each change is of the audience that the one before led to.
      // oxlint-disable no-await-in-loop
      await scene.service.almanac.jobs.workNow()
      // Audiences of lists are ten a minute.
      scene.service.clock.advance(60_000)
      // Its page would ask for it once more when it hears of the change.
      await scene.visitor.page.goto(list)
      await change(before)
      const after = await makeAt(list)
      expect(after).not.toBe(before)
      expect(await makeAt(list)).toBe(after)
      before = after
    }
    expect((await ask(scene, 'GET /v1/audiences')).audiences).toHaveLength(3)
    expect(refused).toEqual([])
  })

  test('a list is cleaned at the price on the button, and the clean file downloaded', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    await page.getByRole('button', { name: /example of five companies/ }).click()
    const button = page.getByRole('button', { name: /^Clean this list At most \d+ credits$/ })
    const most = Number(/(\d+) credits/.exec((await button.textContent()) ?? '')?.[1])
    await button.click()
    await page.waitForURL(/\/lists\/clean\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('heading', { name: 'Cleaned list' }).waitFor()
    await page.getByText('Companies known').waitFor()
    const spent = await scene.service.spent(scene.org.organizationId)
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThanOrEqual(most * 1_000)
    const arrived = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the clean list' }).click()
    expect(await readFile(await (await arrived).path(), 'utf8')).toContain('Behusk Networks')
    await page.getByRole('link', { name: 'Lists' }).first().click()
    await page.getByRole('heading', { name: 'Cleaned lists' }).waitFor()
    await page.getByRole('link', { name: 'example.csv' }).waitFor()
  })

  test('what was found is exported with all that is known, for nothing more', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    await page.getByRole('button', { name: /example of five companies/ }).click()
    await page.getByRole('button', { name: /^Look up 5 rows/ }).click()
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    const before = await scene.service.spent(scene.org.organizationId)
    await page.getByRole('button', { name: 'Export matches, free' }).click()
    await page.waitForURL(/\/exports$/)
    await page.getByText('companies of a list that was looked up').waitFor()
    await scene.service.almanac.jobs.workNow()
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download example-companies/ }).click()
    const file = await readFile(await (await begun).path(), 'utf8')
    // Four rows were found, two of which name one company.
    expect(file.trim().split('\n').length).toBeGreaterThanOrEqual(4)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(before)
  })

  test('contact details of found people cost what stands on the button at most, and stay at their address', async () => {
    const { page } = scene.visitor
    const body = { searchParams: { country3LetterCode: { anyOf: ['DEU'] } }, pageSize: 12 }
    const answer = await scene.service.send('POST /v1/people-search', { key: scene.org.rawKey, body })
    const people = answer.body.output.data as { name: string; url: string }[]
    const lines = ['name,profile', ...people.map(({ name, url }) => `${name},${url}`)]
    await scene.visitor.open('/lists')
    const buffer = Buffer.from(lines.join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: /^Look up 12 rows/ }).click()
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('button', { name: 'Contact details' }).click()
    const before = await scene.service.spent(scene.org.organizationId)
    await page.getByRole('button', { name: 'Get them of 12 people At most 24 credits' }).click()
    await page.waitForURL(/contacts=task_/)
    await scene.service.almanac.jobs.workNow()
    const dialog = page.getByRole('dialog', { name: 'Contact details' })
    await dialog.getByRole('link', { name: /@/ }).first().waitFor()
    const charged = (await scene.service.spent(scene.org.organizationId)) - before
    expect(charged).toBeGreaterThan(0)
    expect(charged).toBeLessThanOrEqual(24_000)
    await page.reload()
    await dialog.getByRole('link', { name: /@/ }).first().waitFor()
    expect((await scene.service.spent(scene.org.organizationId)) - before).toBe(charged)
  })

  test('what cannot be read is refused in a sentence, and nothing is charged', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    const buffer = Buffer.from('%PDF-1.7 this is no list')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.pdf', mimeType: 'application/pdf', buffer })
    await page.getByRole('alert').getByText('This list could not be read.').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
  })

  test('with too few credits the button stays shut and says why', async () => {
    const poor = await scene.service.org(5)
    const other = await visit({ ...scene, org: poor })
    await other.open('/lists')
    await other.page.getByRole('button', { name: /example of five companies/ }).click()
    await other.page.getByText('You do not have enough credits.').waitFor()
    await expect.poll(() => other.page.getByRole('button', { name: /^Look up/ }).isDisabled()).toBe(true)
    await other.close()
  })
})
