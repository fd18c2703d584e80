import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readings =
  'count|isVisible|isDisabled|isEnabled|isChecked|inputValue|textContent|innerText|allTextContents|allInnerTexts|getAttribute'
/** What a page shows at one moment, compared: the page may still be the one before. `expect.poll` looks until it is so. */
const oneLook = new RegExp(
  `expect\\(\\s*await (?:(?!expect|\\)\\s*\\.(?:not\\.)?to)[^])*?\\.(?:${readings})\\([^()]*\\)\\s*\\)\\s*\\.`,
  'g',
)

test('what a page shows is looked at until it is so, never once', () => {
  const found = ['console', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(join(root, folder, name), 'utf8').matchAll(oneLook)].map(
          ([text]) => `${folder}/${name}: ${text}`,
        ),
      ),
  )
  expect(found).toEqual([])
  expect("expect(await page.getByRole('row').count()).toBe(1)").toMatch(oneLook)
})
