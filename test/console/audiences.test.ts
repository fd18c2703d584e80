import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { milli } from '../../src/lib/credits.ts'
import { sampleWorld } from '../worlds/sample.ts'
import { ask, consoleTests, hasBrowser, visit } from './browser.ts'
import { countClicks } from './clicks.ts'
import { allowedMs } from '../support/machine-pace.ts'

const scene = consoleTests(sampleWorld, 5_000, visit)

describe.skipIf(!hasBrowser)('audiences in the console', () => {
  const audiences = async () => {
    const { body } = await scene.service.send('GET /v1/audiences', { key: scene.org.rawKey })
    return body.output.audiences as {
      audienceId: string
      name: string
      companiesCount: number
      status: string
    }[]
  }
  /** An audience of directors and their employers in Germany, built. */
  async function buildOne(name: string, country = 'DEU'): Promise<string> {
    const { audienceId } = await ask(scene, 'POST /v1/audiences/create', { name })
    await ask(scene, `PATCH /v1/audiences/${audienceId}/search-params`, {
      companySearchParams: { headquartersCountryCode: { anyOf: [country] } },
      prospectSearchParams: { seniority: { anyOf: ['Director'] } },
      maxCompanies: 20,
      maxProspects: 12,
    })
    await ask(scene, `POST /v1/audiences/${audienceId}/build`, {})
    await scene.service.almanac.jobs.workNow()
    return audienceId as string
  }

  test('the found rows of a list are an audience after one click, and nothing is charged for that', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    await page.getByRole('button', { name: /example of five companies/ }).click()
    await page.getByRole('button', { name: /^Look up 5 rows/ }).click()
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('button', { name: 'Make an audience' }).waitFor()
    const before = await scene.service.spent(scene.org.organizationId)
    const clicks = await countClicks(page)
    const began = performance.now()
    await page.getByRole('button', { name: 'Make an audience' }).click()
    await page.waitForURL(/\/audiences\/aud_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('heading', { name: 'example.csv' }).waitFor()
    await page.getByRole('row', { name: /Behusk Networks/ }).waitFor()
    expect(performance.now() - began).toBeLessThan(allowedMs(5_000))
    expect(await clicks()).toBeLessThanOrEqual(2)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(before)
    expect(await audiences()).toEqual([
      expect.objectContaining({ name: 'example.csv', companiesCount: 3, status: 'NORMAL' }),
    ])
  })

  test('an audience is counted free and built at the price on the button', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/audiences')
    await page.getByRole('textbox', { name: 'New audience' }).fill('Germany')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/tab=build/)
    const companies = page.getByRole('region', { name: 'Companies' })
    await companies.getByRole('checkbox').check()
    await companies.getByRole('combobox', { name: 'Country, value' }).fill('Germany')
    await companies.getByRole('button', { name: 'Add', exact: true }).click()
    await companies.getByRole('spinbutton', { name: 'Most companies' }).fill('15')
    await page.getByRole('button', { name: 'Count, free' }).click()
    await page.getByText('A build would find now: 15 companies, 0 people').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
    const sent = page.waitForRequest(/\/build$/)
    await page.getByRole('button', { name: 'Build 15 credits' }).click()
    expect((await sent).headers()['x-max-credits']).toBe('15')
    await page.getByRole('progressbar', { name: 'Building' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('link', { name: 'Companies 15' }).click()
    await page.getByRole('row').nth(1).getByText('New').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(15_000)
    await page.getByRole('link', { name: 'Changes' }).click()
    await page.getByRole('link', { name: /^15/ }).click()
    await page.waitForURL(/tab=companies&movement=joined/)
  })

  test('conditions that the service refuses are shown in its sentence, and what was stored stays', async () => {
    const audienceId = await buildOne('Refused')
    const { page } = scene.visitor
    await scene.visitor.open(`/audiences/${audienceId}?tab=build`)
    const companies = page.getByRole('region', { name: 'Companies' })
    await companies.getByRole('button', { name: 'Take out Country' }).click()
    await companies.getByRole('combobox', { name: 'Country, value' }).fill('nowhere')
    await companies.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Count, free' }).click()
    await page.getByRole('alert').waitFor()
    const { body } = await scene.service.send(`GET /v1/audiences/${audienceId}`, { key: scene.org.rawKey })
    expect(body.output.companySearchParams).toEqual({ headquartersCountryCode: { anyOf: ['DEU'] } })
  })

  test('the price of an enrichment is that of its switches, and no more is charged', async () => {
    const audienceId = await buildOne('Enriched')
    const before = await scene.service.spent(scene.org.organizationId)
    const { page } = scene.visitor
    // Of an audience that was never enriched no progress is asked, which the service would refuse.
    const refused: string[] = []
    page.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())))
    await scene.visitor.open(`/audiences/${audienceId}?tab=enrich`)
    await page.getByRole('button', { name: 'Enrich 12 people at most 24 credits' }).waitFor()
    expect(refused).toEqual([])
    await page.getByRole('checkbox', { name: 'Phone numbers' }).check()
    await page.getByRole('checkbox', { name: 'Phone numbers' }).uncheck()
    await page.getByRole('button', { name: 'Enrich 12 people at most 24 credits' }).click()
    await page.getByRole('progressbar', { name: 'Enriching' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByText(/people with contact details · \d+ credits charged/).waitFor()
    const charged = (await scene.service.spent(scene.org.organizationId)) - before
    expect(charged).toBeGreaterThan(0)
    expect(charged).toBeLessThanOrEqual(24_000)
    // Once more: what was delivered is set aside until the end, and free.
    scene.service.clock.advance(1_000)
    await page.getByRole('button', { name: 'Enrich 12 people sets aside 24 credits' }).click()
    await page.getByRole('progressbar', { name: 'Enriching' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByText('0 credits charged').waitFor()
    expect((await scene.service.spent(scene.org.organizationId)) - before).toBe(charged)
  })

  test('an enrichment at a price of 0 is started free', async () => {
    const audienceId = await buildOne('Free of charge')
    const { prices } = scene.service.almanac.ledger
    await prices.setPrice(scene.org.organizationId, 'workEmailReveal', milli(0))
    const before = await scene.service.spent(scene.org.organizationId)
    const { page } = scene.visitor
    await scene.visitor.open(`/audiences/${audienceId}?tab=enrich`)
    await page.getByRole('button', { name: 'Enrich 12 people free' }).click()
    await page.getByRole('progressbar', { name: 'Enriching' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByText(/people with contact details · 0 credits charged/).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(before)
  })

  test('an export is downloaded where it was begun and from all exports, with a new link', async () => {
    const audienceId = await buildOne('To a file')
    const { page } = scene.visitor
    await scene.visitor.open(`/audiences/${audienceId}?tab=export`)
    await page.getByRole('button', { name: 'Export 20 rows' }).click()
    await page.getByText('may still be exported this month').waitFor()
    await scene.service.almanac.jobs.workNow()
    const first = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await readFile(await (await first).path(), 'utf8')
    expect(file.trim().split('\n').length).toBeGreaterThan(20)
    await page.getByRole('link', { name: 'All exports' }).click()
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download to-a-file-companies/ }).click()
    expect(await readFile(await (await again).path(), 'utf8')).toBe(file)
  })

  test('two are merged, one is copied, left out and deleted: free', async () => {
    const first = await buildOne('First')
    await buildOne('Second', 'FRA')
    const before = await scene.service.spent(scene.org.organizationId)
    const { page } = scene.visitor
    await scene.visitor.open('/audiences')
    await page.getByRole('checkbox', { name: 'Merge First' }).check()
    await page.getByRole('checkbox', { name: 'Merge Second' }).check()
    await page.getByRole('textbox', { name: /^Name of the merged/ }).fill('Both')
    await page.getByRole('button', { name: 'Merge 2 audiences' }).click()
    await page.getByRole('heading', { name: 'Both' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('link', { name: /^Companies 40/ }).waitFor()
    await scene.visitor.open(`/audiences/${first}`)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('heading', { name: 'First (copy)' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('link', { name: 'Companies 20' }).waitFor()
    await page.getByRole('button', { name: 'Leave out' }).click()
    await page.getByRole('button', { name: 'Leave them out' }).click()
    await page.getByText(/Left out from now on: 32/).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByRole('heading', { name: 'Audiences' }).waitFor()
    const left = (await audiences()).map(({ name }) => name)
    expect(left.toSorted()).toEqual(['Both', 'First', 'Second'])
    expect(await scene.service.spent(scene.org.organizationId)).toBe(before)
  })

  test('Enter that is held on Delete deletes nothing', async () => {
    const { audienceId } = await ask(scene, 'POST /v1/audiences/create', { name: 'Kept' })
    const { page } = scene.visitor
    await scene.visitor.open(`/audiences/${audienceId}`)
    await page.getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.down('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete this audience?' })
    await dialog.waitFor()
    // Keys that are down already repeat.
    await page.keyboard.down('Enter')
    await dialog.getByRole('button', { name: 'Delete it' }).focus()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await audiences()).toMatchObject([{ name: 'Kept' }])
  })

  test('an audience gets another name', async () => {
    const { audienceId } = await ask(scene, 'POST /v1/audiences/create', { name: 'Before' })
    const { page } = scene.visitor
    await scene.visitor.open(`/audiences/${audienceId}`)
    await page.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Another name' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('After')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'After' }).waitFor()
    expect(await audiences()).toEqual([expect.objectContaining({ audienceId, name: 'After' })])
  })

  test('companies are added by hand at the price on the button, and chosen ones are taken out', async () => {
    const { audienceId } = await ask(scene, 'POST /v1/audiences/create', { name: 'By hand' })
    const { page } = scene.visitor
    await scene.visitor.open(`/audiences/${audienceId}?tab=companies`)
    await page.getByRole('button', { name: 'Add by hand' }).click()
    const lines = page.getByRole('textbox', { name: /^Websites/ })
    await lines.fill('be--husk.com\nhttps://nobody.example/about\nbe--husk.com')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Add 2 companies at most 2 credits' }).click()
    expect((await sent).headers()['x-max-credits']).toBe('2')
    await page.getByText('1 company added.').waitFor()
    await page.getByText('https://nobody.example/about: No company has this identifier.').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(1_000)
    await page.getByRole('row', { name: /Behusk Networks/ }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose Behusk Networks' }).check()
    await page.getByRole('button', { name: 'Take out 1 company' }).click()
    await page.getByRole('button', { name: 'Take them out' }).click()
    await page.getByText('1 company taken out.').waitFor()
    await page.getByText('Nobody here.').waitFor()
    expect(await audiences()).toEqual([expect.objectContaining({ audienceId, companiesCount: 0 })])
    // Who was in it before comes back for nothing.
    await page.getByRole('button', { name: 'Add by hand' }).click()
    await lines.fill('be--husk.com')
    await page.getByRole('button', { name: 'Add 1 company at most 1 credit' }).click()
    await page.getByText('1 company added, 1 of them free').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(1_000)
  })

  test('the audience of somebody else is not there', async () => {
    const audienceId = await buildOne('Ours')
    const other = await visit({ ...scene, org: await scene.service.org(10) })
    await other.open(`/audiences/${audienceId}`)
    await other.page.getByRole('alert').waitFor()
    await expect.poll(() => other.page.getByText('Ours').count()).toBe(0)
    await other.close()
  })
})
