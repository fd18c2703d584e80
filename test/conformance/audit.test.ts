import { describe, expect, test } from 'vitest'
import { auditRequirements, type Citation } from './audit.ts'
import type { Requirement } from './requirements.ts'

const cite = (id: string): Citation => ({ id, file: 'planted.test.ts', line: 1 })
const planted = (id: string, open?: Requirement['open']): Requirement => ({
  id,
  text: 'planted',
  source: 'here',
  open,
})
const clean = { uncited: [], unknown: [], openAndCited: [], openPastIssue: [], duplicated: [] }

describe('auditRequirements', () => {
  test('finds nothing where each id is either cited or open', () => {
    const requirements = [planted('a.cited'), planted('a.open', 3), planted('a.later', 'later: tracker')]
    expect(
      auditRequirements({ requirements, citations: [cite('a.cited'), cite('a.cited')], landedIssues: [2] }),
    ).toEqual(clean)
  })

  test('catches an id that is neither cited nor open', () => {
    const requirements = [planted('a.cited'), planted('a.forgotten')]
    expect(auditRequirements({ requirements, citations: [cite('a.cited')] })).toEqual({
      ...clean,
      uncited: ['a.forgotten'],
    })
  })

  test('catches a citation of an id that does not exist', () => {
    const citations = [cite('a.cited'), cite('a.misspelt')]
    expect(auditRequirements({ requirements: [planted('a.cited')], citations })).toEqual({
      ...clean,
      unknown: [cite('a.misspelt')],
    })
  })

  test('catches an id that is open and cited', () => {
    const requirements = [planted('a.open', 'later: tracker')]
    expect(auditRequirements({ requirements, citations: [cite('a.open')] })).toEqual({
      ...clean,
      openAndCited: [cite('a.open')],
    })
  })

  test('catches an id that is open with an issue that has landed', () => {
    const requirements = [planted('a.late', 2), planted('a.open', 3)]
    expect(auditRequirements({ requirements, citations: [], landedIssues: [2] })).toEqual({
      ...clean,
      openPastIssue: ['a.late'],
    })
  })

  test('catches an id that two requirements share', () => {
    const requirements = [planted('a.twin', 3), planted('a.twin', 4)]
    expect(auditRequirements({ requirements, citations: [] })).toEqual({ ...clean, duplicated: ['a.twin'] })
  })
})
