import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Runs in the page. */
const countPresses = `
  window.presses = 0
  addEventListener('pointerdown', () => (window.presses += 1), true)
`

/** What has the focus, as a person sees it: a ring, on it or on the part that is drawn in its place, and within the window. */
const look = `(() => {
  const element = document.activeElement
  const hasRing = (each) => {
    const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(each)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || each.matches('.drop:focus-within')
  }
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return {
    isAnywhere: element !== document.body,
    hasRing: [element, element.closest('label')].some((each) => each !== null && hasRing(each)),
    isInSight: right > 0 && left < innerWidth && bottom > 0 && top < innerHeight,
    name: (element.textContent || element.getAttribute('aria-label') || element.outerHTML).slice(0, 80),
  }
})()`

interface Look {
  isAnywhere: boolean
  hasRing: boolean
  isInSight: boolean
  name: string
}

const mostTabs = 90

/** Somebody who has no mouse. */
export async function takeKeyboard(page: Page) {
  await page.addInitScript(countPresses)
  const isAt = (wanted: Locator) =>
    wanted.evaluate((element) => element === element.ownerDocument.activeElement)
  return {
    /** Presses Tab until it has the focus; each place on the way shows that it has it. */
    async go(wanted: Locator): Promise<void> {
      await wanted.waitFor()
      for (let tabs = 0; tabs < mostTabs; tabs += 1) {
        if (await isAt(wanted)) return
        await page.keyboard.press('Tab')
        const { isAnywhere, name, ...seen } = await page.evaluate<Look>(look)
        if (isAnywhere) expect(seen, name).toEqual({ hasRing: true, isInSight: true })
      }
      throw new Error(`no Tab leads to ${wanted.toString()}`)
    },
    isAt,
    async press(wanted: Locator, key = 'Enter'): Promise<void> {
      await this.go(wanted)
      await page.keyboard.press(key)
    },
    /** How often the mouse was used since the page was loaded. */
    presses: () => page.evaluate<number>('window.presses'),
  }
}
