import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { ask, hasBrowser, openScene, type Visitor } from './browser.ts'
import { visitAs } from './person.ts'

const scene = openScene(sampleWorld)

describe.skipIf(!hasBrowser)('whoever only reads is told so, and asked nothing', () => {
  let visitor: Visitor
  beforeAll(async () => {
    scene.org = await scene.service.org(500)
    visitor = await visitAs('read-only', scene)
  })
  afterAll(() => visitor.close())

  test('a search says that its rows cost what the role may not spend', async () => {
    const { page } = visitor
    await visitor.open('/people?level=Director')
    await page.getByText('which your role may not spend').waitFor()
    await expect.poll(() => page.getByText('each person shown costs').count()).toBe(0)
  })

  test('a record that the role may not read is one refusal without tabs', async () => {
    const { page } = visitor
    await visitor.open('/company/be--husk.com')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(1)
    await expect.poll(() => page.getByRole('navigation', { name: 'Parts of the record' }).count()).toBe(0)
  })

  test('unsure rows of a list ask for no answer', async () => {
    const { page } = visitor
    const inlineCsv = 'Company,Website\nBehusk Networks,be--husk.com\nSlaglon,\n'
    const { runId } = await ask(scene, 'POST /v1/enrich/start', { inlineCsv, as: 'companies' })
    await scene.service.almanac.jobs.workNow()
    await visitor.open(`/lists/${runId}`)
    await page.getByRole('row', { name: /Slaglon/ }).waitFor()
    await expect.poll(() => page.getByText('your answer is needed').count()).toBe(0)
    const { audienceId } = await ask(scene, 'POST /v1/audiences/create-from-list', { runId, name: 'Found' })
    await scene.service.almanac.jobs.workNow()
    await visitor.open('/audiences')
    await page.getByRole('row', { name: /Found/ }).waitFor()
    await expect.poll(() => page.locator('main').getByRole('checkbox').count()).toBe(0)
    await visitor.open(`/audiences/${audienceId}?tab=companies`)
    await page.getByRole('grid', { name: 'Companies' }).getByText('be--husk.com').waitFor()
    await expect.poll(() => page.locator('main').getByRole('checkbox').count()).toBe(0)
    await visitor.open(`/audiences/${audienceId}?tab=enrich`)
    await page.getByText('which your role or key may not spend').waitFor()
    await expect.poll(() => page.locator('main input').count()).toBe(0)
  })
})
