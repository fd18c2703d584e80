import type { Page } from 'playwright-core'

/** Runs in the page. A click on a label is followed by one on its field, so presses are counted; a field of choices is one. */
const begin = `
  window.clicks = 0
  const count = (event) => {
    if (event.type === 'pointerdown' || event.target.tagName === 'SELECT') window.clicks += 1
  }
  for (const name of ['pointerdown', 'change']) addEventListener(name, count, true)
`

/** Counts what a person does with the mouse or a field from now on; lasts as long as the page stays loaded. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(begin)
  return () => page.evaluate<number>('window.clicks')
}
