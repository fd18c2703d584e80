import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unwrap } from '../../../operation/index.ts'
import { makeSampleSignal } from '../signal.ts'
import type { RuleConfig } from './define-rule.ts'
import { allRules, anyRuleConfig } from './rule-config.ts'

/** Every member of every rule that takes words, phrases or names of anybody's choice. */
const wordMembers = allRules.flatMap((rule) =>
  Object.entries(rule.schema.shape).flatMap(([member, schema]) => {
    const list = unwrap(schema as z.ZodType)
    return list instanceof z.ZodArray && unwrap(list.element as z.ZodType) instanceof z.ZodString
      ? [[`${rule.type}.${member}`, rule, member] as const]
      : []
  }),
)

test('there are such members', () => expect(wordMembers.length).toBeGreaterThan(20))

/** Words that samples say themselves, that stand for a level, that are left out of names, and of other scripts. */
const spokenWords = [
  'Manager',
  'Director',
  'chief',
  'Senior',
  'of',
  'the',
  'Inc',
  'js',
  '.js',
  'C++',
  '1',
  'ß',
  'é',
  '北京',
  'robots',
  'Something new.',
  'Well said.',
  'x"y',
  'Head of Sales',
  'Acme',
  'USA',
  'Berlin',
  'Ünï',
  'Intern',
  'Globex',
  'Founder',
]

describe.each(wordMembers)('%s', (_name, rule, member) => {
  const configWith = (word: string) => ({ ...rule.example, [member]: [word] })

  test.each(['"', '(', '...', '™', '🚀', '—', '\u0301'])('has to hold a word: %j', (word) => {
    const { success, error } = anyRuleConfig.safeParse(configWith(word))
    // Lists of codes and of categories refuse it in their own way.
    expect(success).toBe(false)
    expect(error?.issues[0]?.path.slice(0, 2)).toEqual([member, 0])
  })

  test.each(spokenWords)('tells of a made-up signal: %j', (word) => {
    const { data } = anyRuleConfig.safeParse(configWith(word))
    if (data !== undefined) expect(makeSampleSignal(rule, data as RuleConfig).summary).not.toBe('')
  })
})

test('a rule cannot wait for somebody to leave a company for itself', () => {
  const config = (fromCompanies: string[], toCompanies: string[]) =>
    anyRuleConfig.safeParse({
      type: 'person_changed_company',
      entityType: 'person',
      fromCompanies,
      toCompanies,
    })
  expect(config(['Acme Inc.'], ['Acme']).error?.issues[0]?.path).toEqual(['toCompanies'])
  for (const [from, to] of [
    [['Acme', 'Globex'], ['Acme']],
    [['Acme'], ['Acme', 'Globex']],
  ] as const) {
    const { data } = config([...from], [...to])
    const rule = allRules.find(({ type }) => type === 'person_changed_company')
    expect(makeSampleSignal(rule!, data as RuleConfig).changeData).toHaveLength(1)
  }
})
