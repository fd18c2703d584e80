import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser, visit } from './browser.ts'
import { allowedMs } from '../support/machine-pace.ts'

const rowCount = 10_000
const frameCount = 240
/** One of sixty a second. */
const frameMs = 17

const scene = consoleTests(sampleWorld, 30_000, visit)

// These run in the page. A frame is over when the next one begins.
const toEnd = "{ const box = document.querySelector('.grid'); box.scrollTop = box.scrollHeight }"
const toStart = "document.querySelector('.grid').scrollTop = 0"
const scrollOn = `(async () => {
  document.querySelector('.grid').scrollTop += 240
  const next = () => new Promise(requestAnimationFrame)
  await next()
  await next()
})()`

/** Rows that nobody is named by, no two alike. */
function longList() {
  const lines = Array.from({ length: rowCount }, (_, at) => `Zzqx ${at} Holdings,zzqx-${at}.example`)
  const buffer = Buffer.from(['Company,Website', ...lines, ''].join('\n'))
  return { name: 'long.csv', mimeType: 'text/csv', buffer }
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0

describe.skipIf(!hasBrowser)('a list of ten thousand rows', () => {
  test('scrolls with less work a frame than a frame lasts, and keeps the rows in sight alone', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/lists')
    await page.locator('input[type=file]').setInputFiles(longList())
    await page.getByRole('button', { name: /^Look up 10,000 rows/ }).click()
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    const grid = page.getByRole('grid')
    await grid.getByRole('row').nth(2).waitFor()
    await expect
      .poll(
        async () => {
          await page.evaluate(toEnd)
          return Number(await grid.getAttribute('aria-rowcount'))
        },
        { interval: 20 },
      )
      .toBe(rowCount + 1)
    await page.evaluate(toStart)
    const devTools = await page.context().newCDPSession(page)
    // Processor time of the page's thread: other programs of the machine do not count.
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
    /** Seconds of scripts, styles and layout since the page began, as ms. */
    const workMs = async () => {
      const { metrics } = await devTools.send('Performance.getMetrics')
      const seconds = metrics.filter(({ name }) =>
        ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].includes(name),
      )
      return seconds.reduce((sum, { value }) => sum + value * 1_000, 0)
    }
    const frames: number[] = []
    let before = await workMs()
    for (let frame = 0; frame < frameCount; frame += 1) {
      await page.evaluate(scrollOn)
      const after = await workMs()
      frames.push(after - before)
      before = after
    }
    const sorted = frames.toSorted((one, other) => one - other)
    expect(share(sorted, 0.5)).toBeGreaterThan(0)
    expect(share(sorted, 0.95)).toBeLessThanOrEqual(allowedMs(frameMs, 'processor'))
    await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(60)
    // It went through the rows, and stands where the frames lead.
    await grid.getByRole('row', { name: 'Zzqx 1200 Holdings' }).waitFor()
  })
})
