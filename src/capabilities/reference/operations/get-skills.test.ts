import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getSkills } from './get-skills.ts'

describeReference(getSkills)

test('answers at least 2,500 skills of all professions', async () => {
  verifies('op.get-skills', 'enum.skills')
  const { skills } = (await ask<{ skills: string[] }>(getSkills)).body.output
  expect(skills.length).toBeGreaterThanOrEqual(2_500)
  expect(skills).toEqual(
    expect.arrayContaining(['Kubernetes', 'Contract Negotiation', 'Phlebotomy', 'Bricklaying']),
  )
})
