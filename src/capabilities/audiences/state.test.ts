import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { audienceStates } from './list-kind.ts'
import { audienceStatuses, outOfOrder, showStatus, type AudienceAction, type OutOfOrder } from './state.ts'

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')

/** Rows of the table of the README: an action, and what it is answered in each state. */
const table = readme
  .split('\n')
  .filter((line) =>
    /^\| `(set-search-params|change-members|build|estimate|enrich|export|clone)` \|/.test(line),
  )
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )

describe('the order of operations', () => {
  test('is the table of the README', () => {
    expect(table.map(([action]) => action)).toEqual([
      'set-search-params',
      'change-members',
      'build',
      'estimate',
      'enrich',
      'export',
      'clone',
    ])
    const situations = [
      { state: 'DRAFT', hasSearch: false, hasMembers: false, isEnriching: false },
      { state: 'DRAFT', hasSearch: true, hasMembers: false, isEnriching: false },
      { state: 'BUILDING', hasSearch: true, hasMembers: false, isEnriching: false },
      { state: 'BUILDING', hasSearch: true, hasMembers: true, isEnriching: false },
      { state: 'NORMAL', hasSearch: true, hasMembers: true, isEnriching: false },
      { state: 'NORMAL', hasSearch: true, hasMembers: true, isEnriching: true },
      { state: 'FAILED', hasSearch: true, hasMembers: false, isEnriching: false },
      { state: 'FAILED', hasSearch: true, hasMembers: true, isEnriching: false },
    ] as const
    for (const [action, ...cells] of table)
      expect([action, ...situations.map((at) => outOfOrder(action as AudienceAction, at) ?? 'yes')]).toEqual([
        action,
        ...cells,
      ])
  })

  test('never lets two things change the members at a time', () => {
    const situation = fc.record({
      state: fc.constantFrom(...audienceStates),
      hasSearch: fc.boolean(),
      hasMembers: fc.boolean(),
      isEnriching: fc.boolean(),
    })
    fc.assert(
      fc.property(situation, (at) => {
        const expected: OutOfOrder | undefined = at.isEnriching ? 'audience-enriching' : undefined
        if (at.state === 'BUILDING') {
          expect(outOfOrder('build', at)).toBe('audience-building')
          expect(outOfOrder('enrich', at)).toBe('audience-building')
        } else if (expected !== undefined) expect(outOfOrder('build', at)).toBe(expected)
      }),
    )
  })
})

test('the status shown of a build only goes forward', () => {
  const order = {
    companiesFirst: ['BUILDING', 'SAVING_COMPANIES', 'SAVING_PROSPECTS', 'LINKING_PROSPECTS_WITH_COMPANIES'],
    prospectsFirst: ['BUILDING', 'SAVING_PROSPECTS', 'SAVING_COMPANIES', 'LINKING_PROSPECTS_WITH_COMPANIES'],
  } as const
  for (const [direction, stages] of Object.entries(order)) {
    const shown = Array.from({ length: 101 }, (_, percent) =>
      showStatus({ state: 'BUILDING', direction: direction as keyof typeof order }, percent),
    )
    expect([...new Set(shown)]).toEqual(stages)
    for (const status of shown) expect(audienceStatuses).toContain(status)
  }
  for (const state of ['DRAFT', 'NORMAL', 'FAILED'] as const)
    expect(showStatus({ state, direction: 'companiesFirst' }, 50)).toBe(state)
})
