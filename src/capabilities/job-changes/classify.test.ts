import { describe, expect, test } from 'vitest'
import { classifyMovement, movementKinds, type Position } from './classify.ts'
import { cases, parsePositions } from './fixtures/cases.ts'

describe('classifyMovement', () => {
  test.each(cases)('$name: $truth', ({ before, after, truth }) => {
    expect(classifyMovement(parsePositions(before), parsePositions(after)).movement).toBe(truth)
  })

  test('each kind has cases, and there are many', () => {
    expect(new Set(cases.map(({ truth }) => truth))).toEqual(new Set(movementKinds))
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })

  test('the order in which positions are listed decides nothing', () => {
    const kindOf = (before: Position[], after: Position[]) => classifyMovement(before, after).movement
    for (const { name, before, after, truth } of cases) {
      const [one, other] = [parsePositions(before).toReversed(), parsePositions(after).toReversed()]
      expect([name, kindOf(one, other)]).toEqual([name, truth])
    }
  })

  test('who is compared with themselves has not moved', () => {
    for (const { after } of cases)
      expect(classifyMovement(parsePositions(after), parsePositions(after)).movement).toBe('no-change')
  })

  test('a movement names the positions it led from and to', () => {
    const moved = classifyMovement(
      parsePositions('Engineer @ Acme #1 2020-01; Mentor @ Zeta #9 2021-01'),
      parsePositions('Mentor @ Zeta #9 2021-01; CTO @ Beta #2 2026-01'),
    )
    expect(moved).toMatchObject({
      movement: 'new-role',
      from: { title: 'Engineer', company_name: 'Acme' },
      to: { title: 'CTO', company_name: 'Beta' },
    })
  })

  test('of two moves alike the one to the main role is told, however they are listed', () => {
    const before = parsePositions('Conference Vice Chair @ Senate #1 2019-01')
    const after = parsePositions(
      'Member, Joint Committee on Taxation @ Senate #1 2023-02; Policy Committee Chair @ Senate #1 2023-01',
    )
    for (const positions of [after, after.toReversed()])
      expect(classifyMovement(before, positions)).toMatchObject({
        movement: 'lateral-move',
        to: { title: 'Policy Committee Chair' },
      })
    const returned = parsePositions(
      'Member of a Joint Committee @ Senate #1 2023-02; Representative @ House #2 2023-01; Secretary @ Interior #3 2017-03..2019-01',
    )
    for (const positions of [returned, returned.toReversed()])
      expect(
        classifyMovement(parsePositions('Secretary @ Interior #3 2017-03..2019-01'), positions),
      ).toMatchObject({
        movement: 'new-role',
        to: { title: 'Representative' },
      })
  })
})
