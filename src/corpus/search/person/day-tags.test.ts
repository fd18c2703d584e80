import { expect, it } from 'vitest'
import { completePerson, type NativePerson } from '../../records/index.ts'
import { dayNumber, personRow } from '../../search-index/index.ts'
import type { Condition } from '../condition.ts'
import { hasTag } from './day-tags.ts'

const facetsOf = (line: NativePerson) =>
  new Set(personRow(completePerson({ ...line, primary_slug: 'a' })).facets.split(' '))

/** Whether the tokens of a row satisfy a condition that asks for nothing but tokens. */
function finds(condition: Condition, facets: ReadonlySet<string>): boolean {
  if (condition.kind === 'or') return condition.parts.some((part) => finds(part, facets))
  if (condition.kind !== 'tokens') throw new Error(condition.kind)
  const has = (token: string) => facets.has(token)
  return condition.mode === 'all' ? condition.tokens.every(has) : condition.tokens.some(has)
}

const on = (day: string, tag: string, facets: ReadonlySet<string>) =>
  finds(hasTag(tag, dayNumber(day)), facets)
const position = (title: string, start_date: string, end_date?: string) => ({
  company_name: 'Zeta',
  title,
  start_date,
  end_date,
  is_current: end_date === undefined,
})

it('calls a rise at one employer recent for six months from its day, whenever it was written', () => {
  const rise = facetsOf({
    experiences: [
      position('Sales Director', '2026-04-15'),
      position('Sales Analyst', '2020-01', '2026-04-14'),
    ],
  })
  const days = ['2026-04-14', '2026-04-15', '2026-10-15', '2026-10-16']
  expect(days.map((day) => on(day, 'recently-promoted', rise))).toEqual([false, true, true, false])
  const fall = facetsOf({
    experiences: [
      position('Sales Analyst', '2026-04-15'),
      position('Sales Director', '2020-01', '2026-04-14'),
    ],
  })
  expect(on('2026-04-20', 'recently-promoted', fall)).toBe(false)
  expect(on('2026-04-20', 'recently-promoted', facetsOf({ tags: ['recently-promoted'] }))).toBe(true)
})

it('calls an executive experienced from the month ten years of such posts are full, each day counted once', () => {
  const facets = facetsOf({
    experiences: [
      position('Chief Executive Officer', '2018-01-01'),
      position('Chief Operating Officer', '2014-01-01', '2016-01-01'),
      position('Vice President', '2014-06-01', '2016-01-01'),
    ],
  })
  const days = ['2025-11-30', '2026-01-01', '2040-01-01']
  expect(days.map((day) => on(day, 'experienced-executive', facets))).toEqual([false, true, true])
  expect(on('2040-01-01', 'deep-technical-background', facets)).toBe(false)
})

it('says nothing of positions without days', () => {
  const facets = facetsOf({
    experiences: [{ title: 'Chief Engineer', is_current: true, company_name: 'Zeta' }],
  })
  expect([...facets].filter((each) => /^(prom|since):/.test(each))).toEqual([])
})
