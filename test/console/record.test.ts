import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser, visit } from './browser.ts'
import { countClicks } from './clicks.ts'
import { allowedMs } from '../support/machine-pace.ts'

const scene = consoleTests(sampleWorld, 500, visit)

/** Somebody of the sample whose addresses its sources know. */
const slug = 'ramon-santos-xq6yt1-example'
const more = JSON.stringify({ searchParams: { exactProfile: { anyOf: [{ primary_slug: slug }] } } })

describe.skipIf(!hasBrowser)('records in the console', () => {
  const spent = () => scene.service.spent(scene.org.organizationId)

  async function showOne(): Promise<void> {
    await scene.visitor.open(`/people?${new URLSearchParams({ more })}`)
    await scene.visitor.page.getByRole('button', { name: 'Show 1 1 credit' }).click()
    await scene.visitor.page.getByRole('row').nth(1).waitFor()
  }

  test('two clicks tell where a field of a row is from, for nothing', async () => {
    await showOne()
    const { page } = scene.visitor
    const before = await spent()
    const clicks = await countClicks(page)
    const began = performance.now()
    await page.getByRole('row').nth(1).getByRole('button').click()
    await page.getByRole('dialog').getByText('Sources', { exact: true }).click()
    await page.getByRole('row', { name: 'Headline sample 2026-11-01 100%' }).waitFor()
    expect(performance.now() - began).toBeLessThan(allowedMs(5_000))
    expect(await clicks()).toBe(2)
    expect(await spent()).toBe(before)
  })

  test('two clicks reveal an address at the price that was on the button', async () => {
    await showOne()
    const { page } = scene.visitor
    const before = await spent()
    const clicks = await countClicks(page)
    const began = performance.now()
    await page.getByRole('row').nth(1).getByRole('button').click()
    await page.getByRole('button', { name: 'Reveal 2 credits' }).click()
    await page.getByRole('link', { name: /@/ }).first().waitFor()
    expect(performance.now() - began).toBeLessThan(allowedMs(5_000))
    expect(await clicks()).toBe(2)
    await page.getByText('2 credits charged').waitFor()
    expect((await spent()) - before).toBe(2_000)
    await page.getByText('Who was asked').click()
  })

  test('a page by the id is paid by a click, once for 30 days, and its address never pays', async () => {
    await showOne()
    const { page } = scene.visitor
    const before = await spent()
    await page.getByRole('row').nth(1).getByRole('button').click()
    await page.getByRole('link', { name: 'Open the page' }).click()
    await page.waitForURL(/\/person\/\d+$/)
    await page.getByText('Opening this address charged nothing').waitFor()
    expect(await spent()).toBe(before)
    await page.getByRole('button', { name: 'Read the record 2 credits' }).click()
    await page.getByRole('heading', { name: 'Positions' }).waitFor()
    await page.reload()
    await page.getByText('paid within 30 days, shown free').waitFor()
    await page.getByRole('link', { name: 'Sources' }).click()
    await page.getByRole('row', { name: /^Headline sample/ }).waitFor()
    expect((await spent()) - before).toBe(2_000)
  })

  test('an address of a profile waits for a click, too, and says who is unknown', async () => {
    const { page } = scene.visitor
    await scene.visitor.open(`/person/${slug}`)
    await page.getByRole('button', { name: 'Read the record 2 credits' }).click()
    await page.getByRole('heading', { name: 'Positions' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Positions' }).waitFor()
    expect(await spent()).toBe(2_000)
    await scene.visitor.open('/person/999999999999')
    await page.getByRole('button', { name: 'Read the record 2 credits' }).click()
    await page.getByRole('alert').waitFor()
    expect(await spent()).toBe(2_000)
  })

  test('people and jobs of a company are counted free and lead to the searches', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/company/he--plunt.no?tab=people')
    await page.getByRole('link', { name: 'See them in People' }).click()
    await page.waitForURL(/\/people\?employer=he--plunt\.no$/)
    await page.getByRole('button', { name: 'Remove Employer he--plunt.no' }).waitFor()
    await page.getByRole('heading', { name: /^\d+ people$|^1 person$/ }).waitFor()
    await scene.visitor.open('/company/he--plunt.no?tab=jobs')
    await page.getByRole('heading', { name: /jobs?$/ }).waitFor()
    expect(await spent()).toBe(0)
  })

  test('insights, similar companies and history cost what their buttons say, once', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/company/he--plunt.no?tab=insights')
    const report = page.getByRole('region', { name: 'Scouting report' })
    await report.getByRole('button', { name: 'Show 10 credits' }).click()
    await report.getByText('10 credits charged').waitFor()
    await page.reload()
    await report.getByText('paid earlier, shown free').waitFor()
    await page.getByRole('link', { name: 'Similar' }).click()
    await page.getByRole('button', { name: 'Find ten like it 10 credits' }).click()
    await page.getByText(/^\d+ credits charged$/).waitFor()
    await expect
      .poll(() => page.getByRole('listitem').getByRole('link', { name: /./ }).count())
      .toBeGreaterThan(0)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText(/There is no history|The corpus has/).waitFor()
    expect(await spent()).toBe(20_000)
  })

  test('what watchlists told about a record stands on its page', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/company/he--plunt.no?tab=signals')
    await page.getByText('None of your watchlists has reported anything about it.').waitFor()
    await page.route('**/v1/tracker/signals?*', (route) => {
      const signal = {
        id: 's1',
        listId: 'l1',
        listName: 'Nordics',
        type: 'headcount',
        summary: 'It grew',
        isDummy: false,
      }
      const of = { entityId: '1', pnetSlug: null, eventDate: null, observedAt: '2026-10-01T00:00:00Z' }
      const signals = [
        { ...signal, ...of, domain: 'he--plunt.no' },
        { ...signal, ...of, id: 's2', domain: 'other.example', summary: 'Another one' },
      ]
      const chargeInfo = { method: 'free', creditsCharged: 0 }
      return route.fulfill({ json: { output: { signals, hasMore: false, nextCursor: null }, chargeInfo } })
    })
    await page.reload()
    await page.getByText('It grew').waitFor()
    await expect.poll(() => page.getByText('Another one').count()).toBe(0)
    expect(await spent()).toBe(0)
  })
})
