import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { pages } from './pages.ts'
import { hasBrowser, openScene, visit, type Visitor } from './browser.ts'
import type { State } from './states/state.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** States that pages are looked at in; each folder of console/rooms has a file of them. */
const folder = join(import.meta.dirname, 'states')
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'state.ts')
const states = await Promise.all(
  files.map(async (name) => ((await import(join(folder, name))) as { states: State[] }).states),
)
const cases = states.flat().map((state) => [state.name, state] as const)

/** Which addresses a page has: the first that fits is the one that opens. */
const pathPattern = (path: string) => new RegExp(`^/console${path.replace(/\$\w+/g, '[^/]+')}$`)

const scene = openScene(sampleWorld)
let visitor: Visitor | undefined

/** Where each state was, to know which pages nobody looks at. */
const seen = new Set<string>()
const pageOf = (address: string) =>
  pages.find(({ path }) => pathPattern(path).test(new URL(address).pathname))?.path

/** Lets a person look at all states: `ALMANAC_CONSOLE_PICTURES=/tmp/pictures`. */
const pictures = process.env['ALMANAC_CONSOLE_PICTURES']

async function takePicture(page: Page, name: string, kind: string): Promise<void> {
  if (pictures === undefined) return
  await page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, '-')}.${kind}.png`) })
}

/** Findings that keep somebody from using the page: rule and the first place. */
async function findBarriers(page: Page): Promise<string[]> {
  const barriers = await page.evaluate<string>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes[0].html)))`,
  )
  return JSON.parse(barriers) as string[]
}

/**
 * What cannot be read or pressed at this width: a page that scrolls sideways, controls that are cut, and tables without a
 * row in sight. Controls within a part that scrolls by itself can be reached.
 */
const findCut = `(() => {
  const found = []
  const root = document.documentElement
  if (document.querySelector('dialog[open]:not(:has(button))')) found.push('no button closes the dialog')
  if (root.scrollWidth > innerWidth) found.push('the page is ' + root.scrollWidth + ' px wide')
  for (const main of document.querySelectorAll('main'))
    if (main.scrollWidth > main.clientWidth) found.push('main is ' + main.scrollWidth + ' px wide')
  const open = document.querySelector('dialog[open]') ?? document
  const controls = "button, .button, select, input:not([type='radio']), .segments label, textarea, summary"
  for (const control of open.querySelectorAll(controls)) {
    // Names in a table end in dots where they are long.
    if (!control.checkVisibility() || control.closest('.hidden, .skip') || control.matches('.grid-row .link')) continue
    const name = control.textContent || control.getAttribute('aria-label') || control.outerHTML.slice(0, 80)
    const isButton = control.matches('button, .button')
    if (isButton && control.scrollWidth > control.clientWidth + 1)
      found.push('its text is cut: ' + name)
    let { left, right } = control.getBoundingClientRect()
    for (let around = control.parentElement; around !== null; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around)
      if (overflowX === 'visible') continue
      const box = around.getBoundingClientRect()
      if (overflowX === 'hidden' && (left < box.left - 1 || right > box.right + 1)) found.push('it is cut: ' + name)
      ;({ left, right } = box)
    }
    if (left < -1 || right > innerWidth + 1) found.push('it lies outside: ' + name)
  }
  for (const grid of open.querySelectorAll('.grid'))
    if (grid.checkVisibility() && grid.clientHeight < Math.min(180, grid.scrollHeight))
      found.push(grid.getAttribute('aria-label') + ' is ' + grid.clientHeight + ' px high')
  return found
})()`

describe.skipIf(!hasBrowser)('the looks of the console', () => {
  beforeAll(async () => {
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
    scene.org = await scene.service.org(10_000)
  })
  afterEach(() => visitor?.close())

  test.each(cases)(
    '%s: no barrier in light and dark, nothing cut at 200 %%, and the policy blocks nothing',
    async (name, { reach }) => {
      visitor = await visit(scene, { colorScheme: 'light', reducedMotion: 'reduce' })
      const { page } = visitor
      await reach(page, visitor, scene.service)
      seen.add(pageOf(page.url()) ?? '')
      expect(visitor.complaints).toEqual([])
      // From outside, so that the policy of the page is not asked.
      await page.evaluate(axe)
      expect(await findBarriers(page)).toEqual([])
      await takePicture(page, name, 'wide-light')
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findBarriers(page)).toEqual([])
      await takePicture(page, name, 'wide-dark')
      // A window of 1440 px has half as many at twice the size.
      await page.setViewportSize({ width: 720, height: 450 })
      await takePicture(page, name, 'zoomed-dark')
      expect(await page.evaluate<string[]>(findCut)).toEqual([])
    },
  )

  test.each(cases)('%s: fits a telephone of 390 px, nothing cut', async (name, { reach }) => {
    visitor = await visit(scene, {
      viewport: { width: 390, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const { page } = visitor
    await reach(page, visitor, scene.service)
    await takePicture(page, name, 'phone-light')
    expect(await page.evaluate<string[]>(findCut)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await takePicture(page, name, 'phone-dark')
  })

  // After the others: it asks where they were.
  test('every page is looked at in some state', () => {
    expect(pages.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([])
  })
})
