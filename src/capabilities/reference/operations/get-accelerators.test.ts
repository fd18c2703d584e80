import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getAccelerators } from './get-accelerators.ts'

describeReference(getAccelerators)

interface Accelerators {
  accelerators: {
    acceleratorSlug: string
    numCompanies: number | null
    batches: { batch: string }[]
    years: { year: number }[]
    otherNames: string[]
  }[]
}

test('answers the 19 accelerators with years, batches and other names', async () => {
  verifies('op.get-accelerators', 'enum.accelerators')
  const { accelerators } = (await ask<Accelerators>(getAccelerators)).body.output
  expect(accelerators).toHaveLength(19)
  for (const entry of accelerators) {
    expect(entry.years.at(-1)?.year, entry.acceleratorSlug).toBe(2026)
    // Older programmes, too: clients refuse the whole list for an earlier year.
    expect(entry.years[0]?.year, entry.acceleratorSlug).toBeGreaterThanOrEqual(2000)
    expect(entry.otherNames.length).toBeGreaterThan(0)
  }
  const ycombinator = accelerators.find((entry) => entry.acceleratorSlug === 'ycombinator')
  expect(ycombinator?.batches).toContainEqual({ batch: 'Winter 2021', numCompanies: null })
})

test('counts companies where the corpus does, and says null where it does not', async () => {
  const tallies = new Map([['neo', { numCompanies: 4, batches: ['2019'], years: [2019] }]])
  const counted = await ask<Accelerators>(getAccelerators, {
    deps: { acceleratorTallies: async () => tallies },
  })
  const numbers = new Map(
    counted.body.output.accelerators.map((entry) => [entry.acceleratorSlug, entry.numCompanies]),
  )
  expect([numbers.get('neo'), numbers.get('antler')]).toEqual([4, 0])
  const uncounted = await ask<Accelerators>(getAccelerators)
  expect(uncounted.body.output.accelerators.every((entry) => entry.numCompanies === null)).toBe(true)
})
