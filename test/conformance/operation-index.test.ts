import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operationIndex } from './operation-index.ts'
import { requirements } from './requirements.ts'

const specification = join(import.meta.dirname, '../../../shared/SPEC.md')
const specificationAbsent = !existsSync(specification)
const index = operationIndex()

describe('operationIndex', () => {
  test('operation ids and routes are unique', () => {
    expect(new Set(index.map(({ operationId }) => operationId)).size).toBe(index.length)
    expect(new Set(index.map(({ method, path }) => `${method} ${path}`)).size).toBe(index.length)
  })

  test('the requirement id is the operation id in kebab case', () => {
    for (const { requirementId, operationId } of index) {
      expect(requirementId.replaceAll('-', '')).toBe(`op.${operationId.toLowerCase()}`)
    }
  })

  test('every text under op. is a row of the index', () => {
    const ids = requirements.map(({ id }) => id).filter((id) => id.startsWith('op.'))
    expect(index.map(({ requirementId }) => requirementId)).toEqual(ids)
  })
})

describe.skipIf(specificationAbsent)('against SPEC.md (skipped where ../shared is absent)', () => {
  const text = specificationAbsent ? '' : readFileSync(specification, 'utf8')
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))

  test('every row of its operation index is indexed, with its path and method', () => {
    const known = new Map(index.map((operation) => [operation.operationId, operation]))
    const listed = rows.flatMap(([, id = '', ...cells]) => {
      const path = cells.map((cell) => cell.split(' ')[0] ?? '').find((cell) => cell.startsWith('/v1/'))
      return path && /^[A-Za-z]+$/.test(id)
        ? [{ id, path, method: cells.find((cell) => /^[A-Z]{3,6}$/.test(cell)) }]
        : []
    })
    expect(listed.length).toBeGreaterThan(170)
    for (const { id, path, method } of listed) {
      expect(known.get(id), id).toMatchObject({ path, ...(method ? { method } : {}) })
    }
  })

  test('every company tracker rule type has a requirement', () => {
    const ids = new Set(requirements.map(({ id }) => id))
    const start = rows.findIndex(([, type]) => type === 'headcount_crossed_threshold')
    const end = rows.findIndex(([, type]) => type === 'recent_layoffs')
    const types = rows.slice(start, end + 1).map(([, type = '']) => type)
    expect(types.length).toBe(25)
    expect(types.filter((type) => !ids.has(`tracker.${type.replaceAll('_', '-')}` as never))).toEqual([])
  })
})
