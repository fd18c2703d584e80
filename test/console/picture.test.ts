import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { hasBrowser, openScene, visit } from './browser.ts'

/** Shown by the README; `npm run generate:picture` takes it again. */
const file = join(import.meta.dirname, '../../docs/pictures/console.png')
const isRecorded = process.env['ALMANAC_RECORD_PICTURE'] === '1'
const maxBytes = 120_000

const scene = openScene(sampleWorld)

/**
 * Mean difference of two pictures, 0 to 1, each drawn small: fonts and edges differ from one machine to the next, what stands
 * where does not.
 */
function differ(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const sources = [one, other].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`)
  return page.evaluate<number>(`(async () => {
    const draw = async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 36 })
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, 60, 36)
      return context.getImageData(0, 0, 60, 36).data
    }
    const [one, other] = await Promise.all(${JSON.stringify(sources)}.map(draw))
    return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length / 255
  })()`)
}

describe.skipIf(!hasBrowser)('the picture of the README', () => {
  test('is small, and shows what the people page shows', async () => {
    scene.org = await scene.service.org(500)
    const visitor = await visit(scene, {
      viewport: { width: 1200, height: 720 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const { page } = visitor
    await visitor.open('/people?level=Director&country=DEU')
    await page.getByRole('button', { name: /^Show 10 / }).click()
    await page.getByRole('row').nth(3).waitFor()
    // The foot of the page would make it a third larger.
    const now = await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 540 } })
    if (isRecorded) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, now)
    }
    const picture = await readFile(file)
    expect(picture.byteLength).toBeLessThan(maxBytes)
    const blank = await (await scene.browser.newContext()).newPage()
    expect(await differ(blank, picture, now)).toBeLessThan(0.08)
    await blank.setContent('<body style="background: #fff">')
    expect(await differ(blank, picture, await blank.screenshot()), 'an empty page differs').toBeGreaterThan(
      0.02,
    )
    await blank.context().close()
    await visitor.close()
  })
})
