import { describe, expect, it } from 'vitest'
import { jobFunctions } from './job-functions.ts'
import { seniorities } from './person-enums.ts'
import functionTable from '../../../data/records/title-functions.json' with { type: 'json' }
import titleCases from '../../../data/records/title-cases.json' with { type: 'json' }
import seniorityTable from '../../../data/records/title-seniority.json' with { type: 'json' }
import { titleClasses } from './title-classes.ts'

/**
 * `title | level | function` as a reader would say, by language; `-` where a reader would not. Levels: I internship, E entry,
 * A associate, M mid-senior, D director, X executive.
 */
const levels: Record<string, string | null> = {
  I: 'Internship',
  E: 'Entry level',
  A: 'Associate',
  M: 'Mid-Senior level',
  D: 'Director',
  X: 'Executive',
  '-': null,
}

interface Case {
  title: string
  level: string | null
  named: string
}

const casesOf = (lines: readonly string[]): Case[] =>
  lines.map((line) => {
    const [title = '', level = '', named = ''] = line.split(' | ')
    return { title, level: levels[level] ?? null, named }
  })

describe('titleClasses', () => {
  it.each(Object.entries(titleCases))('reads %s titles', (_, lines) => {
    const cases = casesOf(lines)
    const wrongLevel = cases.filter(
      ({ title, level }) => level !== null && titleClasses(title).seniority !== level,
    )
    const wrongFunction = cases.filter(
      ({ title, named }) => named !== '-' && !titleClasses(title).functions.some((name) => name === named),
    )
    const told = wrongLevel.map((each) => [each, titleClasses(each.title).seniority])
    const missed = wrongFunction.map((each) => [each, titleClasses(each.title).functions])
    // At least 95 of 100 titles; a failure shows those that are read otherwise.
    expect(wrongLevel.length > cases.length * 0.05 ? told : []).toEqual([])
    expect(wrongFunction.length > cases.length * 0.05 ? missed : []).toEqual([])
  })

  it.each(['', '!?', 'Ninja', 'Чемпион', '部長'])('says nothing of %j', (title) => {
    expect(titleClasses(title)).toEqual({ seniority: null, functions: [] })
  })

  it('gives two functions at most, the more telling first', () => {
    expect(titleClasses('Sales Engineer & Product Marketing Recruiter').functions).toEqual([
      'Human Resources',
      'Marketing',
    ])
  })

  it('knows levels and functions of the closed lists only', () => {
    for (const [name] of seniorityTable) expect(seniorities).toContain(name)
    for (const [name] of functionTable) expect(jobFunctions).toContain(name)
  })
})
