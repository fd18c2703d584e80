import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headerParameters } from '../../src/surfaces/openapi/headers.ts'
import { registry } from './registry.ts'

const capabilities = join(import.meta.dirname, '../../src/capabilities')

/** Sources that begin work which charges after their answer. */
const beginnings = readdirSync(capabilities, { recursive: true, encoding: 'utf8' })
  .filter((path) => /operations[\\/][\w-]+\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(capabilities, path), 'utf8'))
  .filter((text) => text.includes("charging: 'later'"))

test('whatever charges later takes X-Max-Credits: it has a price, or says that it charges later', () => {
  const ids = beginnings.flatMap((text) => [...text.matchAll(/\bid: '(\w+)'/g)].map(([, id]) => id))
  const begun = registry.operations.filter(({ id }) => ids.includes(id))
  expect(begun.length).toBeGreaterThan(4)
  const without = begun.filter(
    (operation) =>
      !headerParameters(operation).some(({ $ref }) => $ref === '#/components/parameters/MaxCredits'),
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

test('only free operations say that they charge later', () => {
  const saying = registry.operations.filter(({ chargesLater }) => chargesLater === true)
  expect(saying.map(({ id, price }) => [id, price.kind])).toEqual([['manuallySpawnSavedSearchRun', 'free']])
})
