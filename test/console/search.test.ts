import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser, visit } from './browser.ts'
import { countClicks } from './clicks.ts'
import { allowedMs } from '../support/machine-pace.ts'

const scene = consoleTests(sampleWorld, 500, visit)

const count = async (type: string, searchParams: object) => {
  const body = { search: { type, searchParams }, facets: ['country3LetterCode'] }
  const answer = await scene.service.send('POST /v1/search/facets', { key: scene.org.rawKey, body })
  return answer.body.output.matching.toLocaleString('en') as string
}

describe.skipIf(!hasBrowser)('people, companies and jobs in the console', () => {
  test('two clicks tell how many directors live in Germany, for nothing', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people')
    const clicks = await countClicks(page)
    await page.getByRole('checkbox', { name: /^Director/ }).click()
    const home = page.getByRole('group', { name: 'Lives in' })
    await home.getByRole('checkbox', { name: /^Germany/ }).click()
    const filter = { seniority: { anyOf: ['Director'] }, country3LetterCode: { anyOf: ['DEU'] } }
    const people = await count('people', filter)
    await page.getByRole('heading', { name: `${people} people`, exact: true }).waitFor()
    expect(await clicks()).toBe(2)
    expect(page.url()).toContain('level=Director&country=DEU')
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
  })

  test('what a sentence costs is not said, nor paid, before it is known', async () => {
    const { page } = scene.visitor
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/v1/get-org-credits', async (call) => {
      await promise
      await call.continue()
    })
    await scene.visitor.open('/people')
    await page.getByRole('textbox', { name: /^Describe/ }).fill('directors in Germany')
    const button = page.getByRole('button', { name: /^Fill the filters/ })
    await expect.poll(() => button.textContent()).toBe('Fill the filters…')
    await expect.poll(() => button.isDisabled()).toBe(true)
    resolve()
    await page.getByRole('button', { name: /^Fill the filters.*credit/ }).waitFor()
    await page.getByRole('heading', { name: /people$/ }).waitFor()
  })

  test('sizes of companies stand from small to large', async () => {
    const { page } = scene.visitor
    for (const [path, name] of [
      ['/companies', 'Employees'],
      ['/people', 'Employer’s size'],
    ] as const) {
      await scene.visitor.open(path)
      const sizes = page.getByRole('group', { name, exact: true }).getByRole('checkbox')
      await sizes.nth(3).waitFor()
      const texts = await page.getByRole('group', { name, exact: true }).locator('.name').allTextContents()
      const least = texts.map((text) => Number(text.replace('over ', '').split('–')[0]?.replaceAll(',', '')))
      expect(least).toEqual(least.toSorted((one, other) => one - other))
    }
  })

  test('ten of them cost ten credits, once: a reload, and a colleague with the address, pay nothing', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people?level=Director&country=DEU')
    await page.getByRole('button', { name: 'Show 10 10 credits' }).click()
    await page.getByText('10 credits charged').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(11)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(10_000)
    await page.reload()
    await page.getByText('paid earlier, shown free').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(11)
    const colleague = await visit(scene)
    await colleague.page.goto(page.url())
    await colleague.page.getByText('paid earlier, shown free').waitFor()
    await colleague.close()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(10_000)
  })

  test("an address that somebody else's organization paid for shows the price and pays nothing", async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people?level=Director&rows=25')
    await page.getByText('nothing was charged for opening this address').waitFor()
    await page.getByRole('button', { name: 'Show 25 25 credits' }).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
  })

  test('where nothing fits, a click takes out the condition that is to blame', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people?country=DEU&title=zzqx')
    await page.getByText('Nothing fits all of this.').waitFor()
    const people = await count('people', { country3LetterCode: { anyOf: ['DEU'] } })
    await page.getByRole('button', { name: `without the job title ${people} people` }).click()
    await page.getByRole('heading', { name: `${people} people`, exact: true }).waitFor()
    expect(page.url()).toContain('/console/people?country=DEU')
  })

  test('more rows follow at the price on the button, and a row opens as it was paid for', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/companies?industry=Software')
    await page.getByRole('button', { name: 'Show 10 10 credits' }).click()
    await page.getByRole('button', { name: 'Show 10 more 10 credits' }).click()
    await page.getByText('20 credits charged').waitFor()
    await page.getByRole('row').nth(1).getByRole('button').click()
    await page.getByRole('dialog').getByText('Website').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText(/^20 of .* paid earlier, shown free/).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(20_000)
  })

  test('a sentence fills the filters, what was not understood is named, and what is too much goes by its chip', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people')
    const sentence = 'sales directors in Germany at software companies who like cats'
    await page.getByRole('textbox', { name: 'Describe who you look for' }).fill(sentence)
    await page.getByRole('button', { name: 'Fill the filters 1 credit' }).click()
    await page.getByText('Not understood: cats').waitFor()
    await page.getByRole('button', { name: 'Remove Lives in Germany' }).waitFor()
    await page.getByRole('button', { name: 'Remove From your words' }).click()
    await page.getByRole('button', { name: 'Remove Employer’s industry Software' }).click()
    const people = await count('people', { country3LetterCode: { anyOf: ['DEU'] } })
    await page.getByRole('heading', { name: `${people} people`, exact: true }).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(1_000)
  })

  test('titles and towns of a sentence become filters of their own', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people')
    await page
      .getByRole('textbox', { name: 'Describe who you look for' })
      .fill('engineers within 50 km of Oslo')
    await page.getByRole('button', { name: 'Fill the filters 1 credit' }).click()
    await page.getByRole('button', { name: 'Remove Job title engineer' }).waitFor()
    await page.getByRole('button', { name: 'Remove Near 50 km around Oslo' }).waitFor()
    await page.getByRole('combobox', { name: 'Distance' }).selectOption('within 10 km')
    await page.waitForURL(/near=Oslo\.NOR\.10/)
    await expect.poll(() => page.getByRole('button', { name: 'Remove From your words' }).count()).toBe(0)
  })

  test('a circle is pulled on the map, an area has a corner for each click, and numbers do the same', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people')
    const choose = (mode: string) => page.getByRole('radio', { name: mode }).check()
    const near = () => new URL(page.url()).searchParams.get('near') ?? ''
    const numbers = () => (near().match(/-?[\d.]+/g) ?? []).map(Number)
    const showsAll = async (place: object) => {
      const people = await count('people', { location: { unionAll: [place] } })
      expect(people).not.toBe('0')
      await page.getByRole('heading', { name: `${people} people`, exact: true }).waitFor()
    }
    await choose('Circle')
    const germany = await page.locator('[data-country=DEU]').boundingBox()
    const [x, y] = [germany!.x + germany!.width / 2, germany!.y + germany!.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 12, y, { steps: 3 })
    await page.mouse.up()
    await page.waitForURL(/near=circle/)
    const [latitude = 0, longitude = 0, quantity = 0] = numbers()
    expect([latitude, longitude].map(Math.round)).toEqual([expect.closeTo(51, -1), expect.closeTo(10, -1)])
    const radius = { unit: 'kilometers', quantity }
    await showsAll({ strategy: 'radial-distance', center: { latitude, longitude }, radius })
    await page.getByRole('button', { name: /^Remove Near \d+ km around/ }).click()
    await choose('Area')
    const ring = [
      [-14, -14],
      [14, -14],
      [14, 14],
      [-14, 14],
      [-14, -14],
    ] as const
    // One corner after the other.
    // oxlint-disable-next-line no-await-in-loop
    for (const [right, down] of ring) await page.mouse.click(x + right, y + down)
    await page.waitForURL(/near=area/)
    const corners = numbers()
    const vertices = [0, 2, 4, 6, 0].map((at) => ({ latitude: corners[at], longitude: corners[at + 1] }))
    await showsAll({ strategy: 'polygon', vertices })
    await page.getByRole('button', { name: 'Remove Near an area of 4 corners' }).click()
    await choose('Circle')
    await page.getByRole('textbox', { name: /^Or its middle/ }).fill('48.14, 11.58')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('near') === 'circle:48.14;11.58;300')
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
  })

  test('jobs are narrowed by a filter, taken out by its chip, and found again by going back', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/jobs')
    await page.getByRole('checkbox', { name: /^Remote/ }).click()
    await page.getByRole('button', { name: 'Remove Where Remote' }).click()
    await page.waitForURL(/\/jobs$/)
    await page.goBack()
    await page.getByRole('button', { name: 'Remove Where Remote' }).waitFor()
  })

  test('companies within 100 km of a town: a place, a suggestion, a distance, for nothing', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/companies')
    const clicks = await countClicks(page)
    const began = performance.now()
    await page.getByRole('combobox', { name: 'Near' }).click()
    await page.getByRole('combobox', { name: 'Near' }).pressSequentially('berl')
    await page.getByRole('option', { name: /^Berlin, / }).click()
    await page.getByRole('combobox', { name: 'Distance' }).selectOption('within 100 km')
    await page.getByRole('button', { name: 'Remove Near 100 km around Berlin' }).waitFor()
    const radius = { unit: 'kilometers', quantity: 100 }
    const city = { strategy: 'free-form-city', city: 'Berlin', countryCode: 'DEU', radius }
    const body = { searchParams: { headquartersLocation: { unionAll: [city] } } }
    const answer = await scene.service.send('POST /v1/company-count', { key: scene.org.rawKey, body })
    const companies = answer.body.output.count as number
    expect(companies).toBeGreaterThan(0)
    await page.getByRole('heading', { name: new RegExp(`^${companies} compan`) }).waitFor()
    expect(performance.now() - began).toBeLessThan(allowedMs(20_000))
    expect(await clicks()).toBeLessThanOrEqual(4)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
  })

  test('a country is chosen on the map, by the keyboard beside it, and taken out again', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people?level=Director')
    await page.locator('path[data-country=CAN]').click()
    await page.getByRole('button', { name: 'Remove Lives in Canada' }).waitFor()
    const country = page.getByRole('list', { name: 'By country' }).getByRole('button', { name: 'Germany' })
    await country.press('Enter')
    await page.waitForURL(/country=CAN,DEU/)
    await country.press('Enter')
    await page.waitForURL(/country=CAN$/)
  })

  test('a title is completed by the keyboard alone', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people')
    const field = page.getByRole('combobox', { name: 'Job title' })
    await field.pressSequentially('sales dir')
    await page.getByRole('option', { name: /sales/ }).first().waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await page.getByRole('button', { name: /^Remove Job title .*sales/ }).waitFor()
  })

  test('a search is saved for every week in three clicks, for nothing', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people?level=Director&country=DEU')
    await page.getByRole('heading', { name: /^\d+ people$/ }).waitFor()
    const clicks = await countClicks(page)
    const began = performance.now()
    await page.getByRole('button', { name: 'Save search' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('German directors')
    await page.getByText('A run costs 2 credits for each person').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as German directors.').waitFor()
    expect(performance.now() - began).toBeLessThan(allowedMs(10_000))
    expect(await clicks()).toBeLessThanOrEqual(3)
    const list = await scene.service.send('POST /v1/saved-search/list', { key: scene.org.rawKey, body: {} })
    expect(JSON.stringify(list.body.output)).toContain('German directors')
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
  })

  /** Shows ten people and ticks the first `count` of them. */
  async function choose(address: string, count: number): Promise<void> {
    const { page } = scene.visitor
    await scene.visitor.open(address)
    await page.getByRole('button', { name: 'Show 10 10 credits' }).click()
    for (let row = 1; row <= count; row += 1)
      await page.getByRole('row').nth(row).getByRole('checkbox').click()
  }

  test('chosen people go to an audience, a watchlist and a leave-out list', async () => {
    await choose('/people?level=Director', 2)
    const { page } = scene.visitor
    await page.getByText('2 people chosen').waitFor()
    const toAudience = page.getByRole('button', { name: 'Put them there at most 2 credits' })
    for (const sentence of ['2 added to Two directors.', '0 added to Two directors.']) {
      await page.getByRole('button', { name: 'Add to an audience' }).click()
      // The second time it is there, and whoever is in it is free.
      if (sentence.startsWith('2')) await page.getByRole('textbox', { name: 'Name' }).fill('Two directors')
      await toAudience.click()
      await page.getByText(sentence).waitFor()
    }
    const audiences = await scene.service.send('GET /v1/audiences', { key: scene.org.rawKey })
    expect(audiences.body.output.audiences).toMatchObject([
      { name: 'Two directors', prospectsCount: 2, status: 'NORMAL' },
    ])
    for (const [act, name] of [
      ['Add to a watchlist', 'Watched'],
      ['Leave out', 'Left out'],
    ] as const) {
      await page.getByRole('button', { name: act }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Put them there' }).click()
      await page.getByText(`2 added to ${name}.`).waitFor()
    }
    const lists = await scene.service.send('GET /v1/tracker/person-lists', { key: scene.org.rawKey })
    expect(lists.body.output.lists).toMatchObject([{ name: 'Watched', personCount: 2 }])
    expect(await scene.service.spent(scene.org.organizationId)).toBe(12_000)
  })

  test('contact details of a few are there at once, of ten when their task has ended', async () => {
    await choose('/people?level=Director', 2)
    const { page } = scene.visitor
    await page.getByRole('button', { name: 'Contact details' }).click()
    await page.getByRole('button', { name: 'Reveal At most 4 credits' }).click()
    const panel = page.getByRole('region', { name: 'Contact details' })
    await panel.getByRole('listitem').nth(1).waitFor()
    await page.getByRole('button', { name: 'Choose none' }).click()
    await page.getByRole('button', { name: 'Choose all 10' }).click()
    await page.getByRole('button', { name: 'Contact details' }).click()
    await page.getByRole('button', { name: 'Reveal At most 20 credits' }).click()
    await page.getByText(/^Being looked up/).waitFor()
    await scene.service.almanac.jobs.workNow()
    await expect.poll(() => panel.getByRole('listitem').count()).toBeGreaterThanOrEqual(10)
    expect(await scene.service.spent(scene.org.organizationId)).toBeLessThanOrEqual(34_000)
  })

  test.each([
    ['people', '/people?level=Director&country=DEU', /people found by a search/],
    ['companies', '/companies?country=DEU', /companies found by a search/],
    ['jobs', '/jobs?country=DEU', /jobs found by a search/],
  ])('all %s that a search finds are a file, at the price on the button', async (many, address, made) => {
    await scene.visitor.close()
    scene.org = await scene.service.org(20_000)
    scene.visitor = await visit(scene)
    const { page } = scene.visitor
    await scene.visitor.open(address)
    const button = page.getByRole('button', { name: /^Download all \d/ })
    const rows = Number((await button.textContent())?.replaceAll(/\D/g, ''))
    const shown = rows.toLocaleString('en')
    const clicks = await countClicks(page)
    await button.click()
    const form = page.getByRole('dialog', { name: `Download all ${shown} ${many}` })
    await form.getByText('At most 10,000 rows').waitFor()
    const sent = page.waitForRequest(/\/exports\/search\//)
    await form.getByRole('button', { name: `Write the file at most ${shown} credits` }).click()
    expect((await sent).headers()['x-max-credits']).toBe(String(rows))
    expect(await clicks()).toBe(2)
    await page.waitForURL(/\/exports$/)
    await page.getByText(made).waitFor()
    await scene.service.almanac.jobs.workNow()
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download search-/ }).click()
    const file = await readFile(await (await begun).path(), 'utf8')
    expect(file.trim().split('\n').length).toBeGreaterThan(rows)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(1_000 * rows)
  })

  test('a file that the credits do not reach is not begun', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people')
    await page.getByRole('button', { name: /^Download all \d/ }).click()
    const form = page.getByRole('dialog')
    await form.getByText('Your credits do not reach that far.').waitFor()
    await expect.poll(() => form.getByRole('button', { name: /^Write the file/ }).isDisabled()).toBe(true)
  })

  test('chosen rows are a file, in which nothing is a formula', async () => {
    await choose('/companies?industry=Software', 3)
    const { page } = scene.visitor
    const arrived = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const text = await readFile(await (await arrived).path(), 'utf8')
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFName,Headline,Website,Place,Industry,Employees,Founded,Status,Funding,E-mail,Phone',
    )
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(4)
    expect(text).not.toMatch(/(^|,|\n)[=+@]/)
  })
})
