import { beforeAll, describe, expect, test } from 'vitest'
import { trackersWorld } from '../worlds/trackers.ts'
import { ask, consoleTests, hasBrowser, visitToday } from './browser.ts'
import { countClicks } from './clicks.ts'
import { allowedMs } from '../support/machine-pace.ts'

const scene = consoleTests(trackersWorld, 500, visitToday)

const daysAgo = (days: number) => new Date(scene.service.clock.now() - days * 86_400_000).toISOString()

/** Two companies of which one grew over 100 people, and one that did not. */
const domains = [
  'grown.console-signals.example',
  'large.console-signals.example',
  'small.console-signals.example',
]
const company = (domain: string | undefined, employees: number) => ({
  preferred_name: `${domain?.split('.')[0]} of Console`,
  domains: [domain],
  employee_count_consensus: { gte: employees, lte: employees },
})

describe.skipIf(!hasBrowser)('watchlists and signals in the console', () => {
  beforeAll(async () => {
    const [grown, large, small] = domains
    await scene.service.write(
      'companies',
      [company(grown, 80), company(large, 90), company(small, 8)],
      daysAgo(90),
    )
    await scene.service.write(
      'companies',
      [company(grown, 120), company(large, 130), company(small, 9)],
      daysAgo(30),
    )
  })

  test('a list is watched for headcount over 100 and its past signals are seen in five clicks', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/trackers')
    const clicks = await countClicks(page)
    const begun = Date.now()
    await page.getByRole('link', { name: 'New watchlist' }).click()
    await page.getByRole('textbox', { name: /^Websites/ }).click()
    await page.getByRole('textbox', { name: /^Websites/ }).fill(domains.join('\n'))
    await page.getByRole('button', { name: /^Headcount crossed a threshold/ }).click()
    await expect.poll(() => page.getByRole('spinbutton', { name: /^Threshold/ }).inputValue()).toBe('100')
    await page.getByRole('heading', { name: 'Would have told 2 signals in the last year' }).waitFor()
    await page.getByRole('button', { name: 'Watch them about 26 credits a month' }).click()
    await page.getByRole('row', { name: /grown of Console/ }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    expect(await clicks()).toBeLessThanOrEqual(5)
    expect(Date.now() - begun).toBeLessThan(allowedMs(30_000))
    const { lists } = await ask(scene, 'GET /v1/tracker/company-lists')
    expect(lists).toMatchObject([
      {
        companyCount: 3,
        refreshIntervalDays: 7,
        trackingRules: [{ type: 'headcount_crossed_threshold', direction: 'above', threshold: 100 }],
      },
    ])
    expect((await ask(scene, 'GET /v1/tracker/signals')).signals).toHaveLength(2)
    expect(await scene.service.captured(scene.org)).toBe(0)
  })

  const headcount = (threshold = 100) => ({
    type: 'headcount_crossed_threshold',
    entityType: 'company',
    direction: 'above',
    threshold,
  })

  /** A list of the three companies, without its past signals. */
  async function aList(rules: readonly object[] = [headcount()], settings: object = {}): Promise<string> {
    const list = { name: 'Accounts', refreshIntervalDays: 7, trackingRules: rules, ...settings }
    const { id } = await ask(scene, 'POST /v1/tracker/company-lists', list)
    const companies = domains.map((domain) => ({ domain }))
    await ask(scene, `PUT /v1/tracker/company-lists/${id}/companies`, { companies })
    return id as string
  }

  const readList = async (id: string) => ask(scene, `GET /v1/tracker/company-lists/${id}`)

  test('the same is done with the keyboard alone', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/trackers')
    const reach = async (name: RegExp, role: 'link' | 'textbox' | 'button') => {
      const wanted = page.getByRole(role, { name }).first()
      await wanted.waitFor()
      for (let presses = 0; presses < 60; presses += 1) {
        if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`no Tab leads to ${name}`)
    }
    await reach(/New watchlist/, 'link')
    await page.keyboard.press('Enter')
    await reach(/^Websites/, 'textbox')
    await page.keyboard.insertText(domains.join('\n'))
    await reach(/^Headcount crossed/, 'button')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Would have told 2 signals/ }).waitFor()
    await reach(/^Watch them/, 'button')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /large of Console/ }).waitFor()
    const { companyLists } = await ask(scene, 'GET /v1/tracker/overview')
    expect(companyLists).toMatchObject([{ name: 'Headcount crossed a threshold' }])
  })

  test('each change of a rule is tried on the past, and what is wrong is said beside the form', async () => {
    const { page } = scene.visitor
    await scene.visitor.open(`/trackers/new?rule=headcount_crossed_threshold&members=${domains.join()}`)
    await page.getByRole('heading', { name: 'Would have told 2 signals' }).waitFor()
    const threshold = page.getByRole('spinbutton', { name: /^Threshold/ })
    await threshold.fill('125')
    await page.getByRole('heading', { name: 'Would have told 1 signal in' }).waitFor()
    await page.getByRole('blockquote').getByText('reached 125 employees').waitFor()
    await page.getByText('As JSON').click()
    await page.getByText('"summary": "Acme reached 125 employees."').waitFor()
    await threshold.fill('')
    await page.getByRole('alert').getByText('This is needed.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Watch them/ }).isDisabled()).toBe(true)
    await threshold.fill('0')
    // Beside the field, and there alone.
    const field = page.locator('label.field').filter({ has: threshold })
    await field.getByRole('alert').getByText('expected number to be >=1').waitFor()
    await page.getByText('What is wrong is said beside the form.').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(1)
  })

  test('rules are found by what they are for, and one of an unknown shape is filled in as JSON', async () => {
    const { page } = scene.visitor
    await scene.visitor.open(`/trackers/new?members=${domains.join()}`)
    await page.getByRole('searchbox', { name: /^Find by/ }).fill('anything a company search')
    await page.getByRole('button', { name: /^Started matching a search/ }).click()
    await page.getByText('cannot be tried on the past').waitFor()
    const search = page.getByRole('textbox', { name: /^Search/ })
    await search.fill('{"employeeCountV2":')
    await page.getByRole('alert').getByText('This is not JSON yet').waitFor()
    await search.fill('{"employeeCountV2":{"lowerBoundExclusive":100}}')
    await page.getByRole('button', { name: /^Watch them/ }).click()
    await page.waitForURL(/trackers\/tclist_/)
    const { lists } = await ask(scene, 'GET /v1/tracker/company-lists')
    expect(lists[0].trackingRules).toMatchObject([
      { type: 'custom_filter_matched', searchParams: { employeeCountV2: { lowerBoundExclusive: 100 } } },
    ])
  })

  test('a form of a rule has the names, units, order and defaults of its schema', async () => {
    const { companyRules } = await ask(scene, 'GET /v1/tracker/rules?rule=job_posting_with_keyword')
    const { properties, required } = companyRules[0].config.schema as {
      properties: Record<
        string,
        { title: string; deprecated?: boolean; 'x-order': number; 'x-unit'?: string }
      >
      required: string[]
    }
    const own = Object.entries(properties).filter(
      ([name, { deprecated }]) =>
        !['type', 'entityType', 'id', 'isDummy'].includes(name) && deprecated !== true,
    )
    const inOrder = own.toSorted(([, one], [, other]) => one['x-order'] - other['x-order'])
    const titles = [true, false].flatMap((isFirst) =>
      inOrder.filter(([name]) => required.includes(name) === isFirst).map(([, { title }]) => title),
    )
    const { page } = scene.visitor
    // The example fills in one that may be left out, so these are open.
    await scene.visitor.open('/trackers/new?rule=job_posting_with_keyword')
    const fewest = page.getByRole('spinbutton', { name: /^Fewest new postings/ })
    await expect.poll(() => fewest.getAttribute('placeholder')).toBe('1')
    const field = page.locator('label.field').filter({ has: fewest })
    await field.getByText('postings', { exact: true }).waitFor()
    await field.getByText('If empty: 1.').waitFor()
    const shown = await page.locator('.schema-form .field').allTextContents()
    expect(shown.map((text) => titles.find((title) => text.startsWith(title)))).toEqual(titles)
  })

  test('a check costs at most what stands on its button, and the first is free', async () => {
    const id = await aList([headcount(200)])
    const { page } = scene.visitor
    await scene.visitor.open(`/trackers/${id}`)
    await page.getByRole('button', { name: 'Check now free' }).click()
    await page.getByRole('button', { name: 'Checking…' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('button', { name: 'Check now at most 6 credits' }).waitFor()
    expect(await scene.service.captured(scene.org)).toBe(0)
    scene.service.clock.advance(3_600_000)
    await scene.service.write('companies', [company(domains[0], 220)])
    await page.getByRole('button', { name: 'Check now at most 6 credits' }).click()
    await page.getByRole('button', { name: 'Checking…' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('row', { name: /reached 200 employees/ }).waitFor()
    expect(await scene.service.captured(scene.org)).toBe(6_000)
  })

  test('a check by signals covers all whom a search may find, who join and who leave', async () => {
    // Companies of its own: what it writes would change the past of those of the other tests.
    const own = ['stays', 'follows', 'joins'].map((name) => `${name}.console-signals.example`)
    await scene.service.write(
      'companies',
      own.map((domain) => company(domain, 9)),
      daysAgo(30),
    )
    const companySearchParams = { domains: own.slice(0, 2) }
    const bySignal = { billingMethod: 'per_notification', companySearchParams, maxDynamicMembers: 3 }
    const list = { name: 'Found', refreshIntervalDays: 7, trackingRules: [headcount(500)], ...bySignal }
    const { id } = await ask(scene, 'POST /v1/tracker/company-lists', list)
    const { page } = scene.visitor
    // The first check finds the members, and tells nothing.
    await scene.visitor.open(`/trackers/${id}`)
    await scene.service.almanac.jobs.workNow()
    await page.reload()
    await page.getByText('2 companies · every week').waitFor()
    scene.service.clock.advance(3_600_000)
    await scene.service.write('companies', [company(own[0], 620), company(own[1], 630)])
    await ask(scene, `PATCH /v1/tracker/company-lists/${id}`, { companySearchParams: { domains: own } })
    // Two members that a rule tells of or that leave, and three that may join, each 2 credits.
    await page.getByRole('button', { name: /^Check now at most 10 credits/ }).click()
    await page.getByRole('button', { name: 'Checking…' }).waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('row', { name: /joins of Console/ }).waitFor()
    expect((await ask(scene, 'GET /v1/tracker/signals')).signals).toHaveLength(3)
  })

  test('a list is paused, sends a test signal, changes a rule and a member, and is removed after a question', async () => {
    const id = await aList()
    const { page } = scene.visitor
    await scene.visitor.open(`/trackers/${id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Go on' }).waitFor()
    expect(await readList(id)).toMatchObject({ isActive: false })
    await page.getByRole('button', { name: 'Send a test signal' }).click()
    await page.getByText('A test signal was sent').waitFor()
    await page.getByRole('row', { name: /Test/ }).waitFor()
    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('button', { name: 'Change' }).first().click()
    await page.getByRole('spinbutton', { name: /^Threshold/ }).fill('85')
    await page.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByText('Threshold: 85 employees').waitFor()
    await page.getByRole('button', { name: 'Remove' }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('for tests only').waitFor({ state: 'detached' })
    expect(await readList(id)).toMatchObject({ trackingRules: [{ threshold: 85, isDummy: false }] })
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Remove small of Console' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('row', { name: /small of Console/ }).waitFor({ state: 'detached' })
    await page.getByText('Add members').click()
    await page
      .getByRole('textbox', { name: /^Websites/ })
      .fill(`${domains[2]}\nnobody.console-signals.example`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('1 company added; 1 not known here').waitFor()
    await page.getByRole('row', { name: /small of Console/ }).waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.waitForURL(/\/trackers$/)
    expect(await readList(id)).toMatchObject({ isArchived: true })
  })

  test('the feed is narrowed by list, kind and day in the address, and a signal opens with who is told', async () => {
    const id = await aList()
    const other = await aList([headcount(50)], { name: 'Others' })
    const companies = domains.map((domain) => ({ domain }))
    for (const list of [id, other])
      await ask(scene, `PUT /v1/tracker/company-lists/${list}/companies`, { companies, initialSignals: true })
    const { page } = scene.visitor
    await scene.visitor.open('/signals')
    await page
      .getByRole('row', { name: /Accounts/ })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Watchlist' }).selectOption('Others')
    await page.getByText('No signals match').waitFor()
    await page.getByRole('combobox', { name: 'Watchlist' }).selectOption('Accounts')
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Headcount crossed a threshold')
    expect(page.url()).toContain(`list=${id}&type=headcount_crossed_threshold`)
    await page.getByRole('button', { name: /large of Console reached/ }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: 'large of Console' }).waitFor()
    await drawer.getByText('No webhook takes such signals.').waitFor()
    await page.reload()
    await drawer.getByRole('blockquote').getByText('List: Accounts').waitFor()
    const [signal] = (await ask(scene, `GET /v1/tracker/signals?listId=${id}`)).signals
    await page.route('**/v1/webhooks/deliveries?*', (route) => {
      expect(route.request().url()).toContain('signalId=')
      const sent = {
        deliveryId: 'whd_1',
        endpointId: 'whe_1',
        messageId: 'evt_1',
        eventType: 'tracker.signal_detected',
        payload: { eventId: signal.id },
        isTest: false,
        status: 'failed',
        createdAt: signal.foundAt,
        endedAt: signal.foundAt,
        nextAttemptAt: null,
        attempts: [],
      }
      const chargeInfo = { method: 'free', creditsCharged: 0 }
      return route.fulfill({ json: { output: { deliveries: [sent], nextCursor: null }, chargeInfo } })
    })
    await page.reload()
    await drawer.getByText('Failed').waitFor()
    await expect
      .poll(() => drawer.getByRole('link', { name: 'whe_1' }).getAttribute('href'))
      .toMatch(/\/webhooks\/whe_1\?signal=tsig_.*open=whd_1/)
    await page.unroute('**/v1/webhooks/deliveries?*')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Since').fill('2026-12-01')
    await page.getByText('No signals match').waitFor()
  })

  test('whoever a search finds is watched, and the list is called and checked as somebody says', async () => {
    const { page } = scene.visitor
    const search = { searchParams: { domains } }
    const address = new URLSearchParams({
      rule: 'headcount_crossed_threshold',
      search: JSON.stringify(search),
    })
    await scene.visitor.open(`/trackers/new?${address}`)
    await page.getByText('Those of the search that led here').waitFor()
    await page.getByRole('button', { name: 'Watch them 2 credits for each one checked' }).click()
    await page.waitForURL(/trackers\/tclist_/)
    await scene.service.almanac.jobs.workNow()
    await page.reload()
    await page.getByText('3 companies · every week').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: /^Name of the list/ }).fill('Key accounts')
    await page.getByRole('spinbutton', { name: /^Days between checks/ }).fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Key accounts' }).waitFor()
    await page.getByText('3 companies · every 3 days').waitFor()
    const { lists } = await ask(scene, 'GET /v1/tracker/company-lists')
    expect(lists).toMatchObject([
      {
        name: 'Key accounts',
        isDynamic: true,
        refreshIntervalDays: 3,
        companySearchParams: search.searchParams,
      },
    ])
  })

  test('those of an audience are watched, and a saved search finds whom to watch', async () => {
    const searchParams = { domains }
    const { audienceId } = await ask(scene, 'POST /v1/audiences/create', { name: 'Of the fair' })
    await ask(scene, `PATCH /v1/audiences/${audienceId}/search-params`, { companySearchParams: searchParams })
    await ask(scene, `POST /v1/audiences/${audienceId}/build`, {})
    await scene.service.almanac.jobs.workNow()
    const { page } = scene.visitor
    await scene.visitor.open('/trackers/new?rule=headcount_crossed_threshold')
    await page.getByText('An audience').click()
    await page.getByRole('combobox', { name: 'An audience' }).selectOption('Of the fair')
    await page.getByText('3 companies', { exact: true }).waitFor()
    await page.getByRole('heading', { name: /^Would have told 2 signals/ }).waitFor()
    await page.getByRole('button', { name: /^Watch them/ }).click()
    await page.getByText('3 companies added.').waitFor()
    await ask(scene, 'POST /v1/saved-search/create', {
      name: 'Fairs',
      spawnFrequencyDays: 7,
      searchParams: { type: 'companies', companySearchParams: searchParams, maxCompanies: 10 },
    })
    await scene.visitor.open('/trackers/new?rule=headcount_crossed_threshold')
    await page.getByText('A saved search').click()
    await page.getByRole('combobox', { name: 'A saved search' }).selectOption('Fairs')
    await page.getByRole('button', { name: /^Watch them/ }).click()
    await page.waitForURL(/trackers\/tclist_/)
    await scene.service.almanac.jobs.workNow()
    await page.reload()
    await page.getByText('3 companies · every week').waitFor()
    const { lists } = await ask(scene, 'GET /v1/tracker/company-lists')
    // Both were made at one moment of the clock, so neither is the newer.
    const counts = lists.map(({ isDynamic, companyCount }: Record<string, unknown>) => [
      isDynamic,
      companyCount,
    ])
    expect(counts).toHaveLength(2)
    expect(counts).toEqual(
      expect.arrayContaining([
        [true, 3],
        [false, 3],
      ]),
    )
  })

  test('people are watched by rules of their own, which take words a line each', async () => {
    const ada = { primary_slug: 'ada-console-signals', name: 'Ada of Console' }
    await scene.service.write('people', [{ ...ada, headline: 'Engineer' }], daysAgo(80))
    await scene.service.write('people', [{ ...ada, headline: 'Now building rockets' }], daysAgo(20))
    const { page } = scene.visitor
    await scene.visitor.open('/trackers/new?members=ada-console-signals')
    await page.getByText('People', { exact: true }).last().click()
    await page.getByRole('button', { name: /^Headline changed/ }).click()
    const keywords = page.getByRole('textbox', { name: /^Keywords/ })
    await expect.poll(() => keywords.inputValue()).toBe('building')
    await page.getByRole('heading', { name: /^Would have told 1 signal / }).waitFor()
    await keywords.fill('selling')
    await page.getByRole('heading', { name: /^Would have told 0 signals/ }).waitFor()
    await keywords.fill('selling\nbuilding')
    await page.getByRole('heading', { name: /^Would have told 1 signal / }).waitFor()
    await page.getByRole('button', { name: /^Watch them/ }).click()
    await page.getByRole('row', { name: /Ada of Console/ }).waitFor()
    const { lists } = await ask(scene, 'GET /v1/tracker/person-lists')
    expect(lists).toMatchObject([
      {
        personCount: 1,
        trackingRules: [{ type: 'person_headline_changed', keywords: ['selling', 'building'] }],
      },
    ])
  })
})
