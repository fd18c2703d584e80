import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { firing } from '../fixtures/firing.ts'

const company = (members: object) => ({ company: members })
const isSilent = (type: string, before: object, after: object, members = {}) =>
  expect(firing(type, members, before, after)).toEqual([])
const kinds = (found: object[]) => found.map((data) => (data as { kind: string }).kind)

const round = (round_type: string, round_date: string | null, round_raised_usd: number | null = null) => ({
  round_type,
  round_date,
  round_raised_usd,
  investors: [],
})

describe('new_funding_round', () => {
  const none = company({ rounds: [] })
  const has = (...rounds: object[]) => company({ rounds })

  test('tells rounds of equity by default, and those of other types that are asked for', () => {
    verifies('tracker.new-funding-round', 'tracker.new-funding-round.default-types')
    const after = has(
      round('series_a', '2026-01-10'),
      round('grant', '2026-01-11'),
      round('debt_financing', null),
    )
    expect(firing('new_funding_round', {}, none, after)).toMatchObject([{ type: 'series_a' }])
    expect(firing('new_funding_round', { roundTypes: ['grant'] }, none, after)).toMatchObject([
      { type: 'grant' },
    ])
  })

  test('with a least amount passes over smaller ones and those not known', () => {
    verifies('tracker.new-funding-round.min-amount-usd')
    const after = has(
      round('seed', '2026-01-10', 5e6),
      round('angel', '2026-01-10', 4e6),
      round('series_a', '2026-01-10'),
    )
    expect(firing('new_funding_round', { minAmountUsd: 5e6 }, none, after)).toMatchObject([
      { amountUsd: 5e6 },
    ])
  })

  test('is silent on a round another source dates or values otherwise, on an old one, and on what was not known', () => {
    const before = has(round('seed', '2025-11-01', 2e6))
    isSilent('new_funding_round', before, has(round('seed', '2025-12-01', 2.1e6)))
    isSilent('new_funding_round', before, has(round('seed', null, 2e6)))
    isSilent('new_funding_round', before, has(round('seed', '2025-11-01', 2e6), round('angel', '2019-05-01')))
    isSilent('new_funding_round', company({ rounds: null }), before)
    expect(firing('new_funding_round', {}, before, has(round('seed', '2026-01-15')))).toHaveLength(1)
  })
})

describe('funding_stage_changed', () => {
  test('tells the stage with its round, and only of stages that are asked for', () => {
    verifies('tracker.funding-stage-changed')
    const after = company({ funding_stage: 'series_a', rounds: [round('series_a', '2026-01-10', 9e6)] })
    const before = company({ funding_stage: 'seed' })
    expect(firing('funding_stage_changed', {}, before, after)).toEqual([
      {
        kind: 'scalar',
        previous: 'seed',
        current: 'series_a',
        currentRoundDetails: { type: 'series_a', amountUsd: 9e6, date: '2026-01-10', investors: [] },
      },
    ])
    isSilent('funding_stage_changed', before, after, { toStages: ['series_b'] })
    isSilent('funding_stage_changed', company({ funding_stage: 'unknown' }), after)
    isSilent('funding_stage_changed', company({ funding_stage: null }), after)
  })
})

const posting = (job_id: string, more: object = {}) => ({
  job_id,
  title: 'Data Engineer',
  status: 'active',
  ...more,
})

describe('job postings', () => {
  const found = (members: object, ...postings: object[]) =>
    firing(
      'job_posting_with_keyword',
      { keywords: ['data engineer'], ...members },
      { postings: [] },
      { postings },
    )

  test('match whole words of the title, accents and case aside', () => {
    verifies('tracker.job-posting-with-keyword')
    const titles = [
      'Senior DATA-Engineer (m/f)',
      'Data Engineering Lead',
      'Ingénieur données',
      'Engineer, Data',
    ]
    const all = titles.map((title, index) => posting(String(index), { title }))
    expect(found({}, ...all)).toMatchObject([{ jobId: '0' }])
    expect(found({ keywords: ['donnees'] }, ...all)).toMatchObject([{ jobId: '2' }])
  })

  test('match the description where that is asked for', () => {
    const one = posting('1', { title: 'Wizard', description: 'You are a data engineer.' })
    expect(found({}, one)).toEqual([])
    expect(found({ searchFields: ['description'] }, one)).toHaveLength(1)
  })

  test('are of the levels and modalities asked for; locationTypes is taken as modalities', () => {
    verifies('tracker.job-posting-with-keyword.location-types')
    const all = [
      posting('1', { job_location_type: 'Remote', seniority_level: 'Director' }),
      posting('2', { job_location_type: 'On-site', seniority_level: 'Associate' }),
      posting('3'),
    ]
    const ids = (members: object) => found(members, ...all).map((data) => (data as { jobId: string }).jobId)
    expect(ids({ modalities: ['Remote'] })).toEqual(['1'])
    expect(ids({ locationTypes: ['on_site'] })).toEqual(['2'])
    expect(ids({ locationTypes: ['on_site'], modalities: ['Remote'] })).toEqual(['1', '2'])
    expect(ids({ seniorityLevels: ['Director'] })).toEqual(['1'])
    expect(ids({})).toEqual(['1', '2', '3'])
  })

  test('fire from so many new ones of a check on, and not for those that were there or are closed', () => {
    verifies('tracker.job-posting-with-keyword.min-postings', 'tracker.job-posting-in-function.min-postings')
    const members = { keywords: ['engineer'], minPostings: 2 }
    const two = [posting('1'), posting('2')]
    const rule = ['job_posting_with_keyword', members] as const
    expect(firing(...rule, { postings: [] }, { postings: two })).toHaveLength(2)
    expect(firing(...rule, { postings: [posting('1')] }, { postings: two })).toEqual([])
    expect(
      firing(...rule, { postings: [] }, { postings: [posting('1'), posting('2', { status: 'closed' })] }),
    ).toEqual([])
    const inFunction = { jobFunctions: ['Engineering'], minPostings: 2 }
    const engineers = two.map((each) => ({ ...each, job_function: ['Engineering'] }))
    expect(
      firing('job_posting_in_function', inFunction, { postings: [] }, { postings: engineers }),
    ).toHaveLength(2)
    expect(
      firing('job_posting_in_function', inFunction, { postings: [] }, { postings: engineers.slice(1) }),
    ).toEqual([])
  })

  test('are of the functions asked for', () => {
    verifies('tracker.job-posting-in-function')
    const postings = [
      posting('1', { job_function: ['Sales', 'Marketing'] }),
      posting('2', { job_function: null }),
    ]
    const of = (jobFunctions: string[] | null) =>
      firing('job_posting_in_function', { jobFunctions }, { postings: [] }, { postings }).length
    expect([of(['Marketing']), of(['Design']), of(null)]).toEqual([1, 0, 2])
  })
})

const article = (article_id: string, more: object = {}) => ({
  article_id,
  title: 'News',
  published_at: '2026-01-10T00:00:00Z',
  ...more,
})

describe('news', () => {
  const news = [
    article('1', { title: 'Acme opens in Paris', sentiment: 'positive' }),
    article('2', { summary: 'A fine, in PARIS.', sentiment: 'negative' }),
    article('3', { title: 'Comparison of widgets' }),
  ]
  const ids = (type: string, members: object) =>
    firing(type, members, { news: [] }, { news }).map((data) => (data as { title: string }).title)

  test('match title or summary, and the tone asked for', () => {
    verifies('tracker.news-with-keyword', 'tracker.news-with-keyword.keywords')
    expect(ids('news_with_keyword', { keywords: ['paris'] })).toEqual(['Acme opens in Paris', 'News'])
    expect(ids('news_with_keyword', { keywords: ['paris'], sentiment: 'negative' })).toEqual(['News'])
  })

  test('of a company fire from so many articles on', () => {
    verifies('tracker.company-news', 'tracker.company-news.min-articles')
    expect(ids('company_news', { minArticles: 3 })).toHaveLength(3)
    expect(ids('company_news', { minArticles: 4 })).toEqual([])
    expect(ids('company_news', { sentiment: 'positive' })).toHaveLength(1)
  })

  test('of layoffs tell how many and what part, and each event once', () => {
    verifies('tracker.recent-layoffs')
    const layoffs = [
      article('1', {
        title: 'Acme lays off 1,200 workers',
        event_date: '2026-01-09',
        url: 'https://a.example',
      }),
      article('2', { title: 'Layoffs at Acme', topic: 'layoffs', event_date: '2026-01-09' }),
      article('3', { title: 'Acme cuts jobs', summary: 'About 12.5 percent go.', event_date: '2026-01-12' }),
      article('4', { title: 'Acme cuts prices by 20%' }),
    ]
    expect(firing('recent_layoffs', {}, { news: [] }, { news: layoffs })).toEqual([
      {
        kind: 'layoff',
        date: '2026-01-09',
        numLaidOff: 1_200,
        percentLaidOff: null,
        source: 'https://a.example',
      },
      { kind: 'layoff', date: '2026-01-12', numLaidOff: null, percentLaidOff: 12.5, source: null },
    ])
  })
})

describe('status', () => {
  const of = (status: string | null, more: object = {}) => company({ status_consensus: status, ...more })
  test.each([
    [of('active'), of('acquired'), 'acquired'],
    [of('active'), of('closed'), 'closed'],
    [of('active'), of('active', { funding_stage: 'public' }), 'ipo'],
    [of('active'), of('active', { is_subsidiary: true }), 'subsidiary'],
    [of('closed'), of('active'), 'operating'],
  ])('%j to %j is %s', (before, after, current) => {
    verifies('tracker.company-status-changed')
    expect(firing('company_status_changed', {}, before, after)).toMatchObject([{ current }])
    isSilent('company_status_changed', before, after, {
      toStatuses: [current === 'closed' ? 'ipo' : 'closed'],
    })
    isSilent('company_status_changed', of(null), after)
    isSilent('company_status_changed', after, after)
  })

  test('a company that closes went inactive, one that is bought did not', () => {
    verifies('tracker.company-went-inactive')
    expect(firing('company_went_inactive', {}, of('active'), of('closed'))).toHaveLength(1)
    isSilent('company_went_inactive', of('active'), of('acquired'))
    isSilent('company_went_inactive', of(null), of('closed'))
  })
})

describe('names, texts and lists', () => {
  const of = (member: string) => (value: unknown) => company({ [member]: value })
  test.each([
    ['Acme', 'ACME, Inc.'],
    ['Acme Robotics', 'Acme-Robotics GmbH'],
    ['OpenSea', 'Open Sea'],
    ['E C S A', 'ECSA'],
    ['Société Générale', 'SOCIETE GENERALE S.A.'],
    ['Acme', null],
    [null, 'Acme'],
  ])('%j and %j are one name', (before, after) => {
    const name = of('preferred_name')
    isSilent('company_name_changed', name(before), name(after))
    isSilent('company_name_changed', name(after), name(before))
  })

  test('another name is told', () => {
    verifies('tracker.company-name-changed')
    const name = of('preferred_name')
    expect(firing('company_name_changed', {}, name('Acme'), name('Globex'))).toEqual([
      { kind: 'scalar', previous: 'Acme', current: 'Globex' },
    ])
  })

  test('another description is told, white space and what was not there aside', () => {
    verifies('tracker.company-description-changed', 'tracker.company-description-changed.keywords')
    const text = of('long_description')
    const rule = 'company_description_changed'
    expect(firing(rule, {}, text('We sell.'), text('We rent.'))).toHaveLength(1)
    isSilent(rule, text('We  sell.\n'), text('We sell.'))
    isSilent(rule, text(null), text('We sell.'))
    expect(firing(rule, { keywords: ['rent'] }, text('We sell.'), text('We RENT.'))).toHaveLength(1)
    isSilent(rule, text('We sell.'), text('We are different.'), { keywords: ['rent'] })
    const page = of('li_description')
    expect(firing(rule, {}, page('We sell.'), page('We rent.'))).toHaveLength(1)
    isSilent(rule, text('We sell.'), page('We rent.'))
    const both = (long_description: string, li_description: string | null) =>
      company({ long_description, li_description })
    // Of a text that only came to be known, or that history did not keep, nothing is known to have changed.
    isSilent(rule, both('We sell.', null), both('We sell.', 'We rent.'))
    isSilent(rule, text('We sell.'), both('We sell.', 'We rent.'))
    expect(firing(rule, {}, both('We sell.', 'Sales.'), both('We sell.', 'Rents.'))).toMatchObject([
      { previous: 'Sales.', current: 'Rents.' },
    ])
    expect(firing(rule, {}, both('We sell.', 'Sales.'), both('We rent.', 'Rents.'))).toHaveLength(1)
    const rents = { keywords: ['rents'] }
    expect(firing(rule, rents, both('We sell.', 'Sales.'), both('We let.', 'Rents.'))).toHaveLength(1)
    const short = of('short_description')
    expect(firing(rule, {}, short('One'), short('Two'))).toHaveLength(1)
    isSilent(rule, short('One'), company({ short_description: 'One', long_description: 'Now more' }))
  })

  test.each([
    ['https://a.example/logo.png', 'http://www.a.example/logo.png/'],
    ['https://a.example/logo.png?Expires=1&Signature=x', 'https://a.example/logo.png?Expires=2&Signature=y'],
    ['https://a.example/logo.png', null],
  ])('%s and %s are one logo', (before, after) => {
    isSilent('company_logo_changed', of('logo_url')(before), of('logo_url')(after))
  })

  test('another logo is told', () => {
    verifies('tracker.company-logo-changed')
    const logo = of('logo_url')
    expect(
      firing('company_logo_changed', {}, logo('https://a.example/1.png'), logo('https://a.example/2.png')),
    ).toHaveLength(1)
  })

  test('technologies are told once, whatever their order and spelling', () => {
    verifies('tracker.technology-added')
    const uses = of('technologies')
    const rule = 'technology_added'
    expect(firing(rule, {}, uses(['Go']), uses(['Rust', 'go', 'RUST']))).toEqual([
      { kind: 'named_item', name: 'Rust' },
    ])
    isSilent(rule, uses(['Go', 'Rust']), uses(['rust', 'GO']))
    isSilent(rule, uses(null), uses(['Go']))
    isSilent(rule, uses(['Java']), uses(['Java', 'Go']), { technologies: ['Rust'] })
    expect(firing(rule, { technologies: ['go'] }, uses(['Java']), uses(['Java', 'Go']))).toHaveLength(1)
    expect(
      firing(rule, { technologies: ['NodeJS'] }, uses(['Java']), uses(['Java', 'Node.js'])),
    ).toHaveLength(1)
    isSilent(rule, uses(['Node.js', 'React', 'C']), uses(['NodeJS', 'React.js', 'C']))
    expect(firing(rule, {}, uses(['C']), uses(['C', 'C#', 'C++', 'JS']))).toHaveLength(3)
  })

  test('technologies and offices that only became known are not told', () => {
    isSilent('technology_added', company({ technologies: [] }), company({ technologies: ['Go', 'Rust'] }))
    const offices = [{ city: 'Vienna', state_name: null, country_code: 'AUT', coordinates: null }]
    isSilent('new_office_location', company({ offices: [] }), company({ offices }))
  })

  test('investors and purchases are told by name, legal forms aside', () => {
    verifies(
      'tracker.new-investor',
      'tracker.new-investor.investor-names',
      'tracker.acquired-company',
      'tracker.acquired-company.min-price-usd',
    )
    const by = (...names: string[]) =>
      company({ investors: names.map((investor_name) => ({ investor_name, investor_types: null })) })
    expect(firing('new_investor', {}, by('A Capital'), by('B Fund', 'A Capital LLC'))).toEqual([
      { kind: 'investor', name: 'B Fund', type: [] },
    ])
    expect(firing('new_investor', { investorNames: ['b FUND'] }, by(), by('B Fund'))).toHaveLength(1)
    isSilent('new_investor', by(), by('B Fund'), { investorNames: ['B'] })
    const bought = (...of: [string, number | null][]) =>
      company({
        acquisitions: of.map(([acquiree_name, price_usd]) => ({
          acquiree_name,
          price_usd,
          acquisition_date: null,
        })),
      })
    expect(
      firing('acquired_company', {}, bought(['A', null]), bought(['A Inc', 1], ['B', null])),
    ).toMatchObject([{ acquireeName: 'B', priceUsd: null }])
    isSilent('acquired_company', bought(), bought(['B', null], ['C', 4]), { minPriceUsd: 5 })
    const on = (acquisition_date: string) =>
      company({ acquisitions: [{ acquiree_name: 'D', price_usd: 1, acquisition_date }] })
    isSilent('acquired_company', bought(), on('2019-05-01'))
    expect(firing('acquired_company', {}, bought(), on('2025-12-01'))).toHaveLength(1)
    const sampleOf = { round_type: 'seed', round_raised_usd: 1e6 }
    const round = (round_date: string) =>
      company({
        rounds: [{ ...sampleOf, round_date, investors: [{ investor_name: 'B Fund', investor_type: null }] }],
      })
    isSilent('new_investor', company({ rounds: [] }), round('2019-05-01'))
    expect(firing('new_investor', {}, company({ rounds: [] }), round('2025-12-01'))).toHaveLength(1)
    expect(kinds(firing('acquired_company', { minPriceUsd: 5 }, bought(), bought(['C', 5])))).toEqual([
      'acquisition',
    ])
  })
})

describe('posts and followers', () => {
  const post = (num_reactions: number | null, caption = 'We are hiring') => ({
    post_id: 'p',
    num_reactions,
    caption,
  })

  test('a post is told when it has the reactions asked for, also later', () => {
    verifies(
      'tracker.company-posted',
      'tracker.company-posted.min-reactions',
      'tracker.company-posted-with-keyword',
      'tracker.company-posted-with-keyword.keywords',
      'tracker.company-posted-with-keyword.min-reactions',
    )
    const found = (type: string, members: object, before: object[], after: object[]) =>
      firing(type, members, { posts: before }, { posts: after }).length
    expect(found('company_posted', {}, [], [post(null)])).toBe(1)
    expect(found('company_posted', { minReactions: 5 }, [], [post(4)])).toBe(0)
    expect(found('company_posted', { minReactions: 5 }, [post(4)], [post(5)])).toBe(1)
    expect(found('company_posted', { minReactions: 5 }, [post(5)], [post(6)])).toBe(0)
    const keyword = 'company_posted_with_keyword'
    expect(found(keyword, { keywords: ['hiring'], minReactions: 5 }, [], [post(5)])).toBe(1)
    expect(found(keyword, { keywords: ['hire'] }, [], [post(5)])).toBe(0)
    expect(found(keyword, {}, [], [post(5)])).toBe(1)
    expect(found(keyword, { keywords: ['hiring'], minReactions: 5 }, [], [post(4)])).toBe(0)
  })

  test.each([
    [{}, 100, 101, 1],
    [{}, 100, 100, 0],
    [{}, 100, 99, 0],
    [{ minAbsoluteGrowth: 10 }, 100, 110, 1],
    [{ minAbsoluteGrowth: 10 }, 100, 109, 0],
    [{ minPercentGrowth: 10 }, 100, 110, 1],
    [{ minPercentGrowth: 10 }, 100, 109, 0],
    [{ minAbsoluteGrowth: 5, minPercentGrowth: 10 }, 100, 107, 0],
    [{ minStartingFollowerCount: 101 }, 100, 200, 0],
  ])('followers with %j from %i to %i: %i', (members, before, after, count) => {
    verifies(
      'tracker.follower-count-growth',
      'tracker.follower-count-growth.min-absolute-growth',
      'tracker.follower-count-growth.min-percent-growth',
    )
    const of = (li_follower_count: number) => company({ li_follower_count })
    expect(firing('follower_count_growth', members, of(before), of(after))).toHaveLength(count)
  })
})

describe('staff', () => {
  test('hires are told by title from so many on', () => {
    verifies('tracker.recently-hired-with-title', 'tracker.recently-hired-with-title.min-new-hires')
    const hire = (primarySlug: string, title: string) => ({
      primarySlug,
      title,
      userId: null,
      name: null,
      startDate: null,
    })
    const hires = [hire('a', 'VP Sales'), hire('b', 'VP, Sales EMEA'), hire('c', 'Engineer')]
    const rule = ['recently_hired_with_title', { titleKeywords: ['vp sales'] }] as const
    expect(firing(...rule, { hires: [] }, { hires })).toMatchObject([
      { primarySlug: 'a' },
      { primarySlug: 'b' },
    ])
    expect(firing(...rule, { hires: [hires[0]] }, { hires })).toHaveLength(1)
    expect(firing(rule[0], { ...rule[1], minNewHires: 2 }, { hires: [hires[0]] }, { hires })).toEqual([])
  })

  test('a department crosses a size by the counts of the record', () => {
    verifies(
      'tracker.department-size-threshold',
      'tracker.department-size-threshold.threshold',
      'tracker.department-size-threshold.direction',
    )
    const of = (current_count: number) =>
      company({
        employee_trends: [
          { functions: 'sales', current_count: 1 },
          { functions: 'engineering', current_count },
        ],
      })
    const rule = (direction: string) => ({ department: 'Engineering', threshold: 50, direction })
    expect(firing('department_size_threshold', rule('above'), of(49), of(50))).toMatchObject([
      { department: 'Engineering', count: 50, previous: 49 },
    ])
    expect(firing('department_size_threshold', rule('below'), of(50), of(49))).toHaveLength(1)
    isSilent('department_size_threshold', of(50), of(51), rule('above'))
    isSilent('department_size_threshold', company({ employee_trends: null }), of(51), rule('above'))
  })
})
