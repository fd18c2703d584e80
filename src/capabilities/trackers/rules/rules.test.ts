import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { departments } from '../../../corpus/records/index.ts'
import { earlier, firing, later, makeState } from '../fixtures/firing.ts'
import { companyRules } from './company-rules.ts'
import type { RuleConfig } from './define-rule.ts'
import { makeFormSchema } from './member-forms.ts'
import { personRules } from './person-rules.ts'
import { allRules, companyRuleConfig, configOfType, personRuleConfig, findRule } from './rule-config.ts'

interface FormSchema {
  properties: Record<
    string,
    { title: string; 'x-order': number; 'x-unit'?: string; default?: unknown; $ref?: string }
  >
  required: string[]
}

const company = (members: object) => ({ company: members })

test('the service advertises 52 rule types, 25 of companies and 27 of people', () => {
  verifies('tracker.rule.total-52', 'tracker.person-rules-27')
  expect([companyRules.length, personRules.length]).toEqual([25, 27])
  expect(new Set([...companyRules, ...personRules].map(({ type }) => type)).size).toBe(52)
  expect(new Set(allRules.map(({ type }) => type)).size).toBe(56)
})

describe.each(allRules.map((rule) => [rule.type, rule] as const))('%s', (_, rule) => {
  const schema = configOfType[rule.entityType]

  test('fires between the two states of its sample, says so by its schema, and not again afterwards', () => {
    verifies('tracker.transition-only', 'tracker.signal.change-data')
    fc.assert(
      fc.property(configsOf(rule.type), (members) => {
        const given = { ...rule.example, ...members }
        const read = schema.safeParse(given)
        fc.pre(read.success)
        const { config } = rule.upgrade(read.data as RuleConfig)
        const sample = rule.sample(config)
        const [before, after] = [makeState(earlier, sample.before), makeState(later, sample.after)]
        const changes = rule.evaluate(before, after, config)
        expect(changes.length).toBeGreaterThanOrEqual(Math.min(rule.least(config), 100))
        z.array(rule.change).parse(changes.map(({ data }) => data))
        expect(rule.summary(changes as never, config)).not.toMatch(/undefined|null|NaN|\[object/)
        const still = makeState('2026-02-01T00:00:00.000Z', sample.after)
        if (!rule.isByClock) expect(rule.evaluate(after, still, config)).toEqual([])
        expect(rule.evaluate(makeState(earlier, {}), makeState(later, {}), config)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('tells a form everything by its schema: titles, units, order and defaults', () => {
    const made = makeFormSchema(rule) as unknown as FormSchema
    const members = Object.entries(made.properties)
    const orders = members.map(([, member]) => member['x-order']).toSorted((a, b) => a - b)
    expect(orders).toEqual(members.map((_each, index) => index + 1))
    for (const [name, member] of members) {
      expect(member.title, name).toMatch(/^[A-Z][a-z]/)
      expect('default' in member, name).toBe(!made.required.includes(name))
      const isNumber = /"type":"(integer|number)"/.test(JSON.stringify({ ...member, items: undefined }))
      expect(member['x-unit'] !== undefined, name).toBe(isNumber && member.$ref === undefined)
    }
    // What the defaults say is what the rule does: with them it is the same rule.
    const defaults = Object.fromEntries(
      members.flatMap(([name, member]) => ('default' in member ? [[name, member.default]] : [])),
    )
    const sample = rule.sample(schema.parse(rule.example) as RuleConfig)
    const [before, after] = [makeState(earlier, sample.before), makeState(later, sample.after)]
    const evaluate = (config: object) => {
      const read = schema.parse(config) as RuleConfig
      return [rule.evaluate(before, after, read), rule.least(read)]
    }
    expect(evaluate({ ...defaults, ...rule.example })).toEqual(evaluate(rule.example))
  })

  test('says of what it is, and takes the members all rules have', () => {
    verifies('tracker.rule.type-required', 'tracker.rule.entity-type', 'tracker.rule.lookback-days')
    expect(schema.safeParse(rule.example).error).toBeUndefined()
    const other = rule.entityType === 'company' ? 'person' : 'company'
    for (const wrong of [
      { type: undefined },
      { type: 'no_such_rule' },
      { entityType: undefined },
      { entityType: other },
      { lookbackDays: 0 },
      { lookbackDays: 91 },
      { lookbackDays: 1.5 },
      { isDummy: 'yes' },
      { cooldownDays: 0 },
    ])
      expect(schema.safeParse({ ...rule.example, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
    // What a search found some days ago is not kept.
    const looksBack = rule.asks === undefined
    for (const [right, isTaken] of [
      [{ lookbackDays: 1, isDummy: true }, looksBack],
      [{ lookbackDays: 90, isDummy: false }, looksBack],
      [{ lookbackDays: null, isDummy: null, cooldownDays: 365 }, true],
    ] as const)
      expect(schema.safeParse({ ...rule.example, ...right }).success).toBe(isTaken)
  })
})

/** The directions that a rule takes. */
function listDirections(type: string): string[] {
  if (type === 'headcount_growth_percent') return ['grew', 'either']
  if (type.includes('stealth')) return ['entered', 'exited', 'either']
  return /threshold|milestone/.test(type) ? ['above', 'below'] : ['started', 'stopped', 'either']
}

/** Members that a rule may have in addition to those of its example. */
function configsOf(type: string): fc.Arbitrary<object> {
  const word = fc.constantFrom('robots', 'VP Sales', 'Zürich', 'données', 'C++')
  const words = fc.array(word, { minLength: 1, maxLength: 3 })
  const whole = fc.integer({ min: 1, max: 5_000 })
  const of = (...values: unknown[]) => fc.constantFrom(...values)
  const members: Record<string, fc.Arbitrary<unknown>> = {
    direction: of(...listDirections(type)),
    threshold: whole,
    milestone: whole,
    minPercentChange: fc.double({ min: 0.5, max: 1_000, noNaN: true }),
    minStartingHeadcount: whole,
    keywords: words,
    titleKeywords: words,
    toTitleKeywords: words,
    seniorityKeywords: of(undefined, ['manager'], ['director', 'head of']),
    certificationKeywords: words,
    skills: words,
    technologies: words,
    investorNames: words,
    cities: words,
    minPostings: fc.integer({ min: 1, max: 20 }),
    minArticles: fc.integer({ min: 1, max: 20 }),
    minNewHires: fc.integer({ min: 1, max: 20 }),
    minReactions: fc.integer({ min: 0, max: 500 }),
    minAmountUsd: whole,
    minPriceUsd: whole,
    sentiment: of('positive', 'negative', null),
    department: of(...departments),
    thresholdMonths: fc.integer({ min: 1, max: 600 }),
    locationTypes: of(undefined, ['remote'], ['on_site', 'hybrid']),
    jobFunctions: of(['Sales', 'Design'], null),
    countries: of(undefined, ['DEU']),
    regions: of(undefined, ['X-EMEA']),
    toCountries: of(undefined, ['FRA']),
    fromCountries: of(undefined, ['JPN']),
    toStatuses: of(undefined, ['operating'], ['ipo'], ['subsidiary'], ['closed']),
    toStages: of(undefined, ['seed'], ['public'], ['acquired']),
    roundTypes: of(undefined, ['grant'], ['debt_financing', 'seed']),
    toSeniority: of(undefined, ['Executive']),
    toTypes: of(undefined, ['Contract'], ['Part-time']),
  }
  const own = findRule(type)!.schema.shape
  const known = Object.entries(members).filter(([member]) => member in own)
  return fc.record(Object.fromEntries(known), { requiredKeys: [] })
}

describe('headcount', () => {
  const of = (gte: number, lte = gte) => company({ employee_count_consensus: { gte, lte } })
  test.each([
    ['above', 100, 99, 100, true],
    ['above', 100, 99, 99, false],
    ['above', 100, 100, 120, false],
    ['above', 100, 101, 99, false],
    ['below', 100, 100, 99, true],
    ['below', 100, 101, 100, false],
    ['below', 100, 99, 98, false],
    ['above', 1, 0, 1, true],
  ])('%s %i from %i to %i: %s', (...[direction, threshold, before, after, fires]) => {
    verifies(
      'tracker.headcount-crossed-threshold',
      'tracker.headcount-crossed-threshold.direction',
      'tracker.headcount-crossed-threshold.threshold',
      'tracker.employee-count-milestone',
      'tracker.employee-count-milestone.milestone',
      'tracker.employee-count-milestone.direction',
    )
    const found = firing('headcount_crossed_threshold', { direction, threshold }, of(before), of(after))
    expect(found.length).toBe(fires ? 1 : 0)
    const milestone = { direction, milestone: threshold }
    expect(firing('employee_count_milestone', milestone, of(before), of(after))).toEqual(found)
  })

  test('tells previous, current, direction and both changes', () => {
    expect(
      firing('headcount_crossed_threshold', { direction: 'above', threshold: 100 }, of(80), of(120)),
    ).toEqual([
      {
        kind: 'numeric',
        previous: 80,
        current: 120,
        direction: 'increased',
        absoluteChange: 40,
        percentChange: 50,
      },
    ])
    expect(
      firing('headcount_crossed_threshold', { direction: 'above', threshold: 1 }, of(0), of(4)),
    ).toMatchObject([{ percentChange: null }])
  })

  test('a count that only became more exact crosses nothing, a range above another does', () => {
    const rule = ['headcount_crossed_threshold', { direction: 'above', threshold: 150 }] as const
    expect(firing(...rule, of(51, 200), of(180))).toEqual([])
    expect(firing(...rule, of(51, 200), of(201, 500))).toHaveLength(1)
    expect(firing(...rule, company({ employee_count_consensus: null }), of(180))).toEqual([])
    expect(firing(...rule, company({}), of(180))).toEqual([])
  })

  test.each([
    ['grew', 20, 100, 120, 1],
    ['grew', 20, 100, 119, 0],
    ['grew', 7, 100, 107, 1],
    ['shrank', 20, 100, 80, 1],
    ['shrank', 20, 100, 81, 0],
    ['grew', 20, 100, 70, 0],
    ['either', 20, 100, 70, 1],
    ['grew', 20, 9, 90, 0],
    ['grew', 1_000, 10, 110, 1],
  ])('%s by %i %% from %i to %i: %i', (...[direction, minPercentChange, before, after, count]) => {
    verifies(
      'tracker.headcount-growth-percent',
      'tracker.headcount-growth-percent.direction',
      'tracker.headcount-growth-percent.min-starting-headcount',
    )
    const members = { direction, minPercentChange, minStartingHeadcount: 10 }
    expect(firing('headcount_growth_percent', members, of(before), of(after))).toHaveLength(count)
  })
})

describe('members and bounds', () => {
  const takes = (type: string, members: object) => {
    const rule = findRule(type)!
    return configOfType[rule.entityType].safeParse({ ...rule.example, ...members }).success
  }
  test.each([
    ['headcount_crossed_threshold', { threshold: 0 }, { threshold: 1 }],
    ['headcount_crossed_threshold', { direction: undefined }, { direction: 'below' }],
    ['headcount_crossed_threshold', { direction: 'up' }, { hysteresisPercent: 0 }],
    ['headcount_crossed_threshold', { threshold: 1.5 }, { threshold: 1_000_000 }],
    ['headcount_growth_percent', { minPercentChange: 0 }, { minPercentChange: 0.1 }],
    ['headcount_growth_percent', { minPercentChange: 1_001 }, { minPercentChange: 1_000 }],
    ['headcount_growth_percent', { minStartingHeadcount: 0 }, { minStartingHeadcount: null }],
    ['headcount_growth_percent', { direction: 'shrank', minPercentChange: 101 }, { direction: 'shrank' }],
    ['new_funding_round', { minAmountUsd: -1 }, { minAmountUsd: 0 }],
    ['new_funding_round', { roundTypes: [] }, { roundTypes: null }],
    ['new_funding_round', { roundTypes: ['series_h'] }, { roundTypes: ['corporate_round', 'undisclosed'] }],
    ['funding_stage_changed', { toStages: [] }, { toStages: null }],
    ['funding_stage_changed', { toStages: ['ipo'] }, { toStages: ['public', 'acquired'] }],
    ['job_posting_with_keyword', { keywords: undefined }, { keywords: ['a'] }],
    ['job_posting_with_keyword', { keywords: [] }, { minPostings: null }],
    ['job_posting_with_keyword', { keywords: [' '] }, { seniorityLevels: ['Executive'] }],
    ['job_posting_with_keyword', { seniorityLevels: ['Senior'] }, { seniorityLevels: null }],
    ['job_posting_with_keyword', { modalities: ['remote'] }, { modalities: ['On-site'] }],
    ['job_posting_with_keyword', { locationTypes: ['Remote'] }, { locationTypes: ['on_site'] }],
    ['job_posting_with_keyword', { minPostings: 0 }, { minPostings: 1 }],
    ['job_posting_in_function', { jobFunctions: undefined }, { jobFunctions: null }],
    ['job_posting_in_function', { jobFunctions: ['Operations'] }, { jobFunctions: [...departments] }],
    ['job_posting_in_function', { minPostings: 0 }, { minPostings: null }],
    ['news_with_keyword', { keywords: undefined }, { keywords: ['a'] }],
    ['news_with_keyword', { sentiment: 'good' }, { sentiment: null }],
    ['company_news', { sentiment: 'good' }, { sentiment: 'neutral' }],
    ['company_news', { minArticles: 0 }, { minArticles: null }],
    ['company_status_changed', { toStatuses: [] }, { toStatuses: null }],
    ['company_status_changed', { toStatuses: ['active'] }, { toStatuses: ['operating', 'subsidiary'] }],
    ['technology_added', { technologies: [] }, { technologies: null }],
    ['technology_added', { technologies: [''] }, { technologies: ['x'] }],
    ['company_posted', { minReactions: -1 }, { minReactions: 0 }],
    ['company_posted_with_keyword', { keywords: [''] }, { keywords: null }],
    ['company_posted_with_keyword', { minReactions: -1 }, { minReactions: null }],
    ['follower_count_growth', { minAbsoluteGrowth: -1 }, { minAbsoluteGrowth: 0 }],
    ['follower_count_growth', { minPercentGrowth: 0 }, { minPercentGrowth: null }],
    ['follower_count_growth', { minStartingFollowerCount: 0 }, { minStartingFollowerCount: 1 }],
    ['company_description_changed', { keywords: [''] }, { keywords: null }],
    ['employee_count_milestone', { milestone: 0 }, { milestone: 1 }],
    ['employee_count_milestone', { direction: undefined }, { direction: 'below' }],
    ['new_office_location', { countries: ['deu'] }, { countries: ['DEU'] }],
    ['new_office_location', { countries: ['DE'] }, { countries: null }],
    ['new_office_location', { regions: ['EMEA'] }, { regions: ['X-EMEA'] }],
    ['new_office_location', { cities: [''] }, { cities: null }],
    ['new_office_location', { states: [''] }, { states: ['CA'] }],
    ['acquired_company', { minPriceUsd: -1 }, { minPriceUsd: 0 }],
    ['new_investor', { investorNames: [''] }, { investorNames: null }],
    ['recently_hired_with_title', { titleKeywords: [] }, { titleKeywords: ['a'] }],
    ['recently_hired_with_title', { minNewHires: 0 }, { minNewHires: null }],
    ['department_size_threshold', { department: 'Operations' }, { department: 'Writing / Editing' }],
    ['department_size_threshold', { threshold: 0 }, { threshold: 1 }],
    ['department_size_threshold', { direction: undefined }, { direction: 'below' }],
    ['person_changed_company', { toEmploymentTypes: ['Other'] }, { toEmploymentTypes: ['Volunteer'] }],
    ['person_stealth_changed', { direction: undefined }, { direction: 'either' }],
    ['person_open_to_work', { direction: 'entered' }, { direction: 'stopped' }],
    ['person_tag_gained', { tags: undefined }, { tags: ['phd'] }],
    ['person_tag_gained', { tags: [] }, { tags: ['student', 'board-member'] }],
    ['person_location_changed', { toCountries: ['de'] }, { regions: ['X-DACH'] }],
    ['person_reacted_to_post', { reactionTypes: ['like'] }, { reactionTypes: ['FUNNY'] }],
    ['person_connections_milestone', { threshold: 0 }, { threshold: 1 }],
    ['person_stuck_in_role', { thresholdMonths: 0 }, { thresholdMonths: 1 }],
  ])('%s takes not %j, and takes %j', (type, wrong, right) => {
    verifies(
      'tracker.headcount-growth-percent.min-percent-change',
      'tracker.new-funding-round.round-types',
      'tracker.funding-stage-changed.to-stages',
      'tracker.job-posting-with-keyword.keywords',
      'tracker.job-posting-with-keyword.seniority-levels',
      'tracker.job-posting-with-keyword.modalities',
      'tracker.job-posting-in-function.job-functions',
      'tracker.news-with-keyword.sentiment',
      'tracker.company-news.sentiment',
      'tracker.company-status-changed.to-statuses',
      'tracker.technology-added.technologies',
      'tracker.follower-count-growth.min-starting-count',
      'tracker.new-office-location.countries',
      'tracker.recently-hired-with-title.title-keywords',
      'tracker.department-size-threshold.department',
      'tracker.rule.functions-40',
    )
    expect([takes(type, wrong), takes(type, right)]).toEqual([false, true])
  })

  test('rules of people are none of companies', () => {
    const { example } = findRule('person_posted')!
    expect([
      companyRuleConfig.safeParse(example).success,
      personRuleConfig.safeParse(example).success,
    ]).toEqual([false, true])
  })
})
