import { describe, expect, test } from 'vitest'
import { firing } from '../fixtures/firing.ts'

const position = (more: object) => ({
  pnet_company_id: '1',
  company_name: 'Acme',
  title: 'Engineer',
  is_current: true,
  start_date: '2025-06-01',
  ...more,
})
const globex = { pnet_company_id: '2', company_name: 'Globex' }
const holds = (...experiences: object[]) => ({ person: { experiences } })
const person = (members: object) => ({ person: members })
const isSilent = (type: string, before: object, after: object, members = {}) =>
  expect(firing(type, members, before, after)).toEqual([])

describe('person_changed_company', () => {
  const rule = 'person_changed_company'
  const before = holds(position({}))
  const after = holds(
    position({
      ...globex,
      title: 'VP Sales',
      seniority: 'Executive',
      employment_type: ['Full-time'],
      start_date: '2026-01-05',
    }),
  )

  test('tells the new position and the one before', () => {
    expect(firing(rule, {}, before, after)).toMatchObject([
      {
        kind: 'experience',
        companyName: 'Globex',
        title: 'VP Sales',
        previousCompany: 'Acme',
        previousTitle: 'Engineer',
      },
    ])
  })

  test.each([
    [{ toCompanies: ['globex inc.'] }, 1],
    [{ toCompanies: ['2'] }, 1],
    [{ toCompanies: ['Initech'] }, 0],
    [{ fromCompanies: ['ACME'] }, 1],
    [{ fromCompanies: ['Initech'] }, 0],
    [{ toTitleKeywords: ['sales'] }, 1],
    [{ toTitleKeywords: ['engineer'] }, 0],
    [{ toSeniorityLevels: ['Executive'] }, 1],
    [{ toSeniorityLevels: ['Director'] }, 0],
    [{ toEmploymentTypes: ['Full-time'] }, 1],
    [{ toEmploymentTypes: ['Contract'] }, 0],
  ])('with %j: %i', (members, count) => {
    expect(firing(rule, members, before, after)).toHaveLength(count)
  })

  test('is silent on spelling, another title there, a second entry of one job, late completion and a first career', () => {
    isSilent(rule, before, holds(position({ company_name: 'ACME, Inc.' })))
    isSilent(rule, holds(position({ pnet_company_id: null })), holds(position({ company_name: 'Acme GmbH' })))
    isSilent(rule, before, holds(position({ title: 'Head of Engineering' })))
    isSilent(rule, before, holds(position({}), position({ ...globex, start_date: '2015-01-01' })))
    isSilent(rule, holds(), after)
    isSilent(rule, person({ experiences: null }), after)
    isSilent(rule, before, holds(position({ is_current: false }), position({ ...globex, is_current: false })))
  })
})

describe('titles', () => {
  const from = (title: string) => holds(position({ title }))

  test('another title with the same employer is told, one spelled otherwise is not', () => {
    expect(firing('person_title_changed', {}, from('Engineer'), from('Head of Engineering'))).toMatchObject([
      { title: 'Head of Engineering', previousTitle: 'Engineer', previousCompany: 'Acme' },
    ])
    isSilent('person_title_changed', from('Sr. Engineer'), from('senior ENGINEER'))
    isSilent('person_title_changed', from('Vice President, Sales'), from('VP Sales'))
    isSilent('person_title_changed', from('Engineer'), holds(position({ ...globex, title: 'CTO' })))
    isSilent('person_title_changed', from('Engineer'), from('CTO'), { titleKeywords: ['sales'] })
    isSilent('person_title_changed', from('Sales Manager'), from('Manager, Sales'))
    isSilent('person_title_changed', from('Head of Sales and Marketing'), from('Head of Sales & Marketing'))
    isSilent('person_title_changed', from('CEO'), from('Chief Executive Officer'))
    expect(firing('person_title_changed', {}, from('CPO'), from('Chief People Officer'))).toHaveLength(1)
  })

  test('a later title beside one that was left open is told, a second entry of the same job is not', () => {
    const [manager, director] = [
      position({ title: 'Sales Manager' }),
      { title: 'Director', start_date: '2026-01-05' },
    ]
    const both = holds(manager, position(director))
    for (const type of ['person_title_changed', 'person_got_promoted'])
      expect(firing(type, {}, holds(manager), both)).toMatchObject([
        { title: 'Director', previousTitle: 'Sales Manager' },
      ])
    isSilent('person_title_changed', both, both)
    isSilent('person_title_changed', holds(manager), holds(manager, position({ title: 'Area Manager' })))
    isSilent(
      'person_title_changed',
      holds(manager),
      holds(manager, position({ title: 'Area Manager', start_date: null })),
    )
    const mentor = position({ title: 'Mentor', start_date: '2026-01-05' })
    isSilent('person_got_promoted', holds(manager), holds(manager, mentor))
    isSilent('person_got_demoted', holds(manager), holds(manager, mentor))
  })

  test.each([
    ['Engineer', 'Senior Engineer', 'up'],
    ['Sales Intern', 'Account Executive', 'up'],
    ['Sales Manager', 'Sales Director', 'up'],
    ['Director of Sales', 'VP Sales', 'up'],
    ['VP Sales', 'SVP Sales', 'up'],
    ['Vice President', 'President', 'up'],
    ['Senior Engineer', 'CTO', 'up'],
    ['Associate Director', 'Director', 'up'],
    ['Head of Sales', 'Sales Manager', 'down'],
    ['CEO', 'VP Sales', 'down'],
    ['Engineer', 'Designer', 'level'],
    ['Sales Manager', 'Marketing Manager', 'level'],
  ])('%s to %s is %s', (before, after, way) => {
    const fires = (type: string) => firing(type, {}, from(before), from(after)).length === 1
    expect([fires('person_got_promoted'), fires('person_got_demoted')]).toEqual([
      way === 'up',
      way === 'down',
    ])
  })

  test('a founder of a new employer started a company, a title of an old one is none', () => {
    const founder = position({ ...globex, title: 'Co-Founder & CEO', start_date: '2026-01-02' })
    expect(firing('person_started_company', {}, from('Engineer'), holds(position({}), founder))).toHaveLength(
      1,
    )
    isSilent('person_started_company', holds(founder), holds({ ...founder, title: 'Founder' }))
    isSilent(
      'person_started_company',
      from('Engineer'),
      holds(position({ ...globex, title: 'CTO', start_date: null })),
    )
  })
})

describe('stealth', () => {
  const open = holds(position({}))
  const stealth = holds(
    position({ pnet_company_id: null, company_name: 'Stealth AI Startup', title: 'Founder' }),
  )
  test.each([
    ['entered', 1, 0],
    ['exited', 0, 1],
    ['either', 1, 1],
  ])('%s: %i in, %i out', (direction, into, out) => {
    const rule = ['person_stealth_changed', { direction }] as const
    expect(firing(...rule, open, stealth)).toHaveLength(into)
    expect(firing(...rule, stealth, open)).toHaveLength(out)
    expect(firing(...rule, stealth, stealth)).toEqual([])
    expect(firing(...rule, holds(), stealth)).toEqual([])
  })
})

describe.each([
  ['person_open_to_work', 'open_to_work'],
  ['person_is_hiring', 'is_hiring'],
  ['person_became_premium', 'premium'],
  ['person_became_influencer', 'influencer'],
  ['person_became_top_voice', 'top_voice'],
])('%s', (type, member) => {
  test.each([
    ['started', false, true, 1],
    ['started', true, false, 0],
    ['stopped', true, false, 1],
    ['stopped', false, true, 0],
    ['either', true, false, 1],
    ['either', true, true, 0],
    ['either', null, true, 0],
  ])('%s from %s to %s: %i', (direction, before, after, count) => {
    expect(
      firing(type, { direction }, person({ [member]: before }), person({ [member]: after })),
    ).toHaveLength(count)
  })
})

test('who becomes verified is told, who loses it is not', () => {
  const of = (verified: boolean | null) => person({ verified })
  expect(firing('person_became_verified', {}, of(false), of(true))).toHaveLength(1)
  isSilent('person_became_verified', of(true), of(false))
  isSilent('person_became_verified', of(null), of(true))
})

test('headline and summary are told when they say something else', () => {
  const headline = (text: string | null) => person({ headline: text })
  expect(firing('person_headline_changed', {}, headline('Sales at Acme'), headline('Founder'))).toHaveLength(
    1,
  )
  isSilent('person_headline_changed', headline('Sales at Acme'), headline('SALES at: Acme!'))
  isSilent('person_headline_changed', headline(null), headline('Founder'))
  isSilent('person_headline_changed', headline('a'), headline('b'), { keywords: ['c'] })
  const summary = (text: string) => person({ summary: text })
  expect(
    firing('person_summary_changed', { keywords: ['new'] }, summary('old'), summary('a new one')),
  ).toHaveLength(1)
  isSilent('person_summary_changed', summary('a\n b'), summary('a b '))
})

describe('person_location_changed', () => {
  const lives = (city: string, country_code: string) =>
    person({ location: { city, state_name: null, country_code, coordinates: null } })
  test.each([
    [{}, 1],
    [{ toCountries: ['DEU'] }, 1],
    [{ toCountries: ['AUT'] }, 0],
    [{ toCountries: ['AUT'], regions: ['X-DACH'] }, 1],
    [{ regions: ['X-NORDICS'] }, 0],
    [{ fromCountries: ['FRA'] }, 1],
    [{ fromCountries: ['DEU'] }, 0],
  ])('with %j: %i', (members, count) => {
    expect(
      firing('person_location_changed', members, lives('Paris', 'FRA'), lives('Munich', 'DEU')),
    ).toHaveLength(count)
    isSilent('person_location_changed', lives('München', 'DEU'), lives('Munich', 'DEU'), members)
  })
})

test('tags, skills and certifications are told when they come, whatever their order', () => {
  const tags = (...of: string[]) => person({ tags: of })
  expect(firing('person_tag_gained', { tags: ['phd'] }, tags('student'), tags('phd', 'student'))).toEqual([
    { kind: 'named_item', name: 'phd' },
  ])
  isSilent('person_tag_gained', tags('student'), tags('c-suite'), { tags: ['phd'] })
  const days = (more: object) =>
    person({ tags: [], tag_days: { studies: null, joined: [], promoted: [], earned: {}, ...more } })
  const rise = { tags: ['recently-promoted'] }
  const risen = days({ promoted: ['2025-12-10'] })
  expect(firing('person_tag_gained', rise, days({}), risen)).toHaveLength(1)
  isSilent('person_tag_gained', risen, risen, rise)
  // History of before did not keep the days: nothing but time is known to have changed.
  isSilent('person_tag_gained', tags(), risen, rise)
  expect(firing('person_tag_gained', rise, tags(), days({ promoted: ['2026-01-10'] }))).toHaveLength(1)
  // A label that was already true of a line that did not say it is no new one.
  isSilent('person_tag_gained', risen, person({ ...risen.person, tags: ['recently-promoted'] }), rise)
  isSilent('person_tag_gained', person({ ...days({}).person, tags: ['recently-promoted'] }), risen, rise)
  // An education that only became known.
  isSilent('person_tag_gained', days({}), days({ studies: [['2024-09-01', null]] }), { tags: ['student'] })
  const skills = (...of: string[]) => person({ skills: of })
  expect(firing('person_skills_added', {}, skills('Go', 'SQL'), skills('sql', 'Rust', 'go'))).toEqual([
    { kind: 'named_item', name: 'Rust' },
  ])
  isSilent('person_skills_added', skills('SQL'), skills('SQL', 'Go'), { skills: ['Rust'] })
  isSilent('person_skills_added', skills(), skills('Go'))
  isSilent('person_skills_added', skills('Node.js'), skills('NodeJS'))
  const knownAs = { tags: ['decision-maker'], experiences: [position({})] }
  const tag = { tags: ['decision-maker'] }
  isSilent('person_tag_gained', person({ tags: [], experiences: [] }), person(knownAs), tag)
  expect(firing('person_tag_gained', tag, person({ ...knownAs, tags: [] }), person(knownAs))).toHaveLength(1)
  const earned = (...of: [string, string][]) =>
    person({ certifications: of.map(([title, company_name]) => ({ title, company_name })) })
  const certified = firing(
    'person_new_certification',
    { certificationKeywords: ['aws'] },
    earned(),
    earned(['Architect', 'AWS'], ['CPA', 'AICPA']),
  )
  expect(certified).toEqual([
    { kind: 'certification', title: 'Architect', company: 'AWS', credentialId: null, issueDate: null },
  ])
  isSilent('person_new_certification', earned(['CPA', 'AICPA']), earned(['cpa', 'aicpa']))
  const old = person({ certifications: [{ title: 'CPA', company_name: 'AICPA', date: '2019-05-01' }] })
  isSilent('person_new_certification', earned(), old)
})

test('the kind of employment with an employer is told when it changes', () => {
  const works = (...employment_type: string[]) => holds(position({ employment_type }))
  expect(firing('person_employment_type_changed', {}, works('Contract'), works('Full-time'))).toMatchObject([
    { employmentType: ['Full-time'] },
  ])
  isSilent('person_employment_type_changed', works('Contract'), works('Full-time'), {
    toTypes: ['Part-time'],
  })
  isSilent('person_employment_type_changed', works(), works('Full-time'))
})

test.each([
  ['person_connections_milestone', 'connection_count'],
  ['person_follower_milestone', 'follower_count'],
])('%s is crossed both ways', (type, member) => {
  const of = (count: number) => person({ [member]: count })
  expect(firing(type, { threshold: 500, direction: 'above' }, of(499), of(500))).toHaveLength(1)
  expect(firing(type, { threshold: 500, direction: 'below' }, of(500), of(499))).toHaveLength(1)
  isSilent(type, of(500), of(501), { threshold: 500, direction: 'above' })
})

describe('tenure', () => {
  // The two states are of 1 and 20 January 2026.
  const held = (start_date: string, more: object = {}) => holds(position({ start_date, ...more }))
  test.each([
    ['2024-01-10', 24, 1],
    ['2024-01-01', 24, 0],
    ['2024-01-25', 24, 0],
    ['2025-12-15', 1, 1],
  ])('since %s, %i months: %i', (start, thresholdMonths, count) => {
    for (const type of ['person_stuck_in_role', 'person_tenure_milestone'])
      expect(firing(type, { thresholdMonths }, held(start), held(start))).toHaveLength(count)
  })

  test('of an employer counts earlier titles, of a position does not', () => {
    const career = holds(
      position({ title: 'Lead', start_date: '2025-06-01' }),
      position({ is_current: false, start_date: '2024-01-10' }),
    )
    expect(firing('person_tenure_milestone', { thresholdMonths: 24 }, career, career)).toMatchObject([
      { companyName: 'Acme', current: 24 },
    ])
    isSilent('person_stuck_in_role', career, career, { thresholdMonths: 24 })
  })
})

test('posts, comments and reactions are told when they appear', () => {
  const post = { post_id: 'p', caption: 'On data quality', num_reactions: 3 }
  const posts = (members: object, type = 'person_posted') =>
    firing(type, members, { posts: [] }, { posts: [post] }).length
  expect([posts({}), posts({ minReactions: 3 }), posts({ minReactions: 4 })]).toEqual([1, 1, 0])
  expect([
    posts({ keywords: ['data'] }, 'person_posted_with_keyword'),
    posts({ keywords: ['dat'] }, 'person_posted_with_keyword'),
  ]).toEqual([1, 0])
  const comments = [{ comment_id: 'c', post_id: 'p', text: 'What is the pricing?' }]
  const commented = (keywords: string[]) =>
    firing('person_commented_on_post', { keywords }, { comments: [] }, { comments }).length
  expect([commented(['pricing']), commented(['price'])]).toEqual([1, 0])
  const reactions = [
    { reaction_id: null, post_id: 'p', reaction_type: 'LOVE', post_caption: 'On data quality' },
  ]
  const reacted = (members: object, before: object[] = []) =>
    firing('person_reacted_to_post', members, { reactions: before }, { reactions }).length
  expect([
    reacted({}),
    reacted({ reactionTypes: ['LIKE'] }),
    reacted({ keywords: ['data'] }),
    reacted({ keywords: ['x'] }),
  ]).toEqual([1, 0, 1, 0])
  expect(reacted({}, reactions)).toBe(0)
})
