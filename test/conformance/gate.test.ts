import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditRequirements } from './audit.ts'
import { scanProject } from './citations.ts'
import { landedIssues, requirements } from './requirements.ts'
import { verifies } from './verifies.ts'

const { citations, refused } = scanProject(join(import.meta.dirname, '../..'))
const audit = auditRequirements({ requirements, citations, landedIssues })

describe('the specification is traced', () => {
  test('every requirement is either cited by a test or open with an issue', () => {
    expect(audit.uncited).toEqual([])
  })

  test('every citation names a requirement', () => {
    expect(audit.unknown).toEqual([])
  })

  test('no requirement is both open and cited', () => {
    expect(audit.openAndCited).toEqual([])
  })

  test('no requirement is open with an issue that has landed', () => {
    expect(audit.openPastIssue).toEqual([])
  })

  test('every citation stands in a test that runs, as a string literal', () => {
    expect(refused).toEqual([])
  })
})

describe('the requirements are well formed', () => {
  test('no id is given twice', () => {
    expect(audit.duplicated).toEqual([])
  })

  test('ids are dotted and their parts are kebab-case', () => {
    const part = '[a-z0-9]+(-[a-z0-9]+)*'
    const form = new RegExp(`^${part}(\\.${part})+$`)
    expect(requirements.filter(({ id }) => !form.test(id))).toEqual([])
  })

  test('each has a text and a source', () => {
    expect(
      requirements.filter(
        ({ text, source }) => !text.trim() || !/^(SPEC|SHAPES|DESIGN|issue) ?\S/.test(source),
      ),
    ).toEqual([])
  })
})

describe('verifies', () => {
  test('throws on an id that no requirement has, and does not compile', () => {
    // @ts-expect-error the id is misspelt on purpose
    expect(() => verifies('auth.key.requird')).toThrow("no requirement has the id 'auth.key.requird'")
  })

  test('accepts ids that exist', () => {
    expect(() => verifies('auth.key.required', 'auth.key.invalid-401')).not.toThrow()
  })
})
