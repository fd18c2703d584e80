import { beforeAll, expect, test } from 'vitest'
import { sampleWorld, type SampledAlmanac } from '../../../worlds/sample.ts'
import { createWorld, generatePeople, sampleSize } from '../../../../src/corpus/sample/index.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

/** Somebody's time with one employer, as the sample makes careers: whole months, no employer twice. */
interface Stint {
  employer: string
  start: string
  /** null while it goes on. */
  end: string | null
}

const sideTitles = new Set(['Board Member', 'Advisor', 'Freelance Consultant', 'Independent Consultant'])

/** The careers of the sample read in the plainest way: no code of the search rows. */
function careers(): Stint[][] {
  const world = createWorld({ people: 0, ...sampleSize('small'), seed: 1, asOf: '2026-11-01' })
  return [...generatePeople(world)].map(({ experiences }) => {
    const stints = new Map<string, Stint>()
    for (const each of experiences ?? []) {
      if (sideTitles.has(each.title ?? '')) continue
      const employer = each.pnet_company_id ?? `name ${each.company_name}`
      const known = stints.get(employer)
      const end = each.is_current === true ? null : (each.end_date ?? '')
      const start = each.start_date ?? ''
      if (known === undefined) stints.set(employer, { employer, start, end })
      else {
        if (start < known.start) known.start = start
        if (known.end !== null && (end === null || end > known.end)) known.end = end
      }
    }
    return [...stints.values()]
  })
}

test('joiners, leavers and headcounts of the largest companies of the sample are those of a plain count', async () => {
  const people = careers()
  const counts = new Map<string, number>()
  for (const stint of people.flat()) counts.set(stint.employer, (counts.get(stint.employer) ?? 0) + 1)
  const largest = [...counts]
    .filter(([employer]) => /^\d+$/.test(employer))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([employer]) => employer)
  const { rawKey: key } = await service.org(10_000)
  const window = { after: '2016-01-01', before: '2024-01-01' }
  const inWindow = (day: string | null) => day !== null && day >= window.after && day < window.before
  let found = 0
  for (const employer of largest) {
    const company = { identifier: 'pnetOrgId', value: employer }
    const ask = async (route: string, body: object) =>
      (await service.send(`POST /v1/${route}`, { key, body: { company, ...body } })).body.output
    const [joiners, leavers, rivals, staff] = await Promise.all([
      ask('talent-flow', { direction: 'joiners', dateRange: window }),
      ask('talent-flow', { direction: 'leavers', dateRange: window }),
      ask('talent-flow/rivals', { dateRange: window }),
      ask('department-size', {
        departments: [{ name: 'All', titles: { exclude: { titles: ['nothing'] } } }],
      }),
    ])
    const stints = people.flatMap((each) => each.filter((stint) => stint.employer === employer))
    const expected = {
      joined: stints.filter(({ start }) => inWindow(start)).length,
      left: stints.filter(({ end }) => inWindow(end)).length,
      staff: stints.filter(({ end }) => end === null).length,
    }
    expect({ joined: joiners.peopleCount, left: leavers.peopleCount, staff: staff.headcount }).toEqual(
      expected,
    )
    expect([rivals.joinersCount, rivals.leaversCount]).toEqual([expected.joined, expected.left])
    expect(staff.departments[0].count).toBe(expected.staff)
    for (const flow of [joiners, leavers])
      for (const [name, parts] of Object.entries<{ count: number }[]>(flow.breakdowns))
        if (name !== 'bySchool')
          expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(flow.peopleCount)
    found += expected.joined + expected.left
  }
  expect(found).toBeGreaterThan(100)
})
