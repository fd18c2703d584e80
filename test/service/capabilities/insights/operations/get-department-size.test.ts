import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { alphaWorks, openInsightTest, unknownCompany, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

const ask = (departments: object[], company: object = alphaWorks) =>
  insight.ask('POST /v1/department-size', { company, departments })

describe('getDepartmentSize 200', () => {
  test('counts of titles, keywords and functions, that make up the headcount', async () => {
    verifies('op.get-department-size')
    verifies('insight.department-size')
    const { status, body, charged } = await ask([
      { name: 'Engineers', titles: ['Engineer', 'engineering'] },
      {
        name: 'Without interns',
        titles: {
          type: 'term',
          include: { titles: ['engineer', 'engineering'] },
          exclude: { titles: ['Intern'] },
        },
      },
      { name: 'Exactly', titles: { type: 'exact', include: { titles: ['senior engineer', 'engineer'] } } },
      { name: 'Words in any order', keywords: ['research head'] },
      { name: 'Selling', jobFunctions: ['Sales'] },
      { name: 'Nobody', titles: ['astronaut'] },
    ])
    expect(status, JSON.stringify(body)).toBe(200)
    const { output } = body
    // Without the member of the board and the one who advises.
    expect(output.headcount).toBe(7)
    const counts = Object.fromEntries(
      output.departments.map(({ name, count }: { name: string; count: number }) => [name, count]),
    )
    expect(counts).toEqual({
      Engineers: 3,
      'Without interns': 2,
      Exactly: 1,
      'Words in any order': 1,
      Selling: 1,
      Nobody: 0,
    })
    expect(output.departments[0].percentOfHeadcount).toBe(42.86)
    expect(output.inDepartmentsCount + output.unassignedCount).toBe(output.headcount)
    expect(output).toMatchObject({ inDepartmentsCount: 5, inSeveralCount: 2, unassignedCount: 2 })
    expect(charged).toBe(2)
  })

  test('who holds two titles at once is one person, in the department of either', async () => {
    const { body } = await ask([
      { name: 'Chiefs', titles: ['chief'] },
      { name: 'Heads', titles: ['head of'] },
    ])
    expect(body.output).toMatchObject({
      departments: [{ count: 1 }, { count: 1 }],
      inDepartmentsCount: 1,
      inSeveralCount: 1,
    })
  })

  test('an unknown company, and one without known staff, are free', async () => {
    const unknown = await ask([{ name: 'A', titles: ['a'] }], unknownCompany)
    expect(unknown.body.output).toMatchObject({ company: null, headcount: 0, departments: [{ count: 0 }] })
    const empty = await ask([{ name: 'A', titles: ['a'] }], { identifier: 'domain', value: 'twin-b.example' })
    expect(empty.body.output).toMatchObject({
      company: { name: 'Twin Works' },
      headcount: 0,
      method: expect.stringContaining('knows nobody who works or worked there'),
    })
    expect(unknown.body.output.method).toContain('does not know the company')
    expect([unknown, empty].map(({ body }) => body.chargeInfo.method)).toEqual(['free', 'free'])
  })
})

describe('getDepartmentSize 400', () => {
  test.each([
    [[{ name: 'A' }], 'departments[0]'],
    [
      [
        { name: 'A', titles: ['x'] },
        { name: 'B', titles: ['!'] },
      ],
      'departments[1]',
    ],
    [[{ name: 'A', jobFunctions: ['Piracy'] }], 'departments[0].jobFunctions[0]'],
    [[], 'departments'],
  ])('%j', async (departments, path) => {
    const { status, body } = await ask(departments)
    expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  })
})
