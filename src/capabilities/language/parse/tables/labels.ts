import type { Meaning } from '../mention.ts'

const early = ['pre_seed', 'seed', 'series_a'] as const
const late = [
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'series_h',
  'series_i',
  'series_j',
] as const
const growth = ['series_b', ...late] as const

/** Phrases that stand for one value of a closed list. */
export const labels: readonly (readonly [phrases: string, is: Meaning])[] = [
  [
    'early stage, earlystage, early-stage, frühphase, en amorçage, en fase inicial, em estágio inicial',
    { kind: 'stage', stages: early },
  ],
  ['late stage, later stage, late-stage', { kind: 'stage', stages: late }],
  ['growth stage, growth-stage, wachstumsphase', { kind: 'stage', stages: growth }],
  [
    'bootstrapped, self funded, unfunded, no funding, not funded, never raised, no outside funding, without funding, no external funding, without external funding, without vc funding, no vc funding, without vc money, no vc money, without venture funding, no venture funding, without venture capital, no venture capital, no venture capital funding, without outside investors, no outside investors, ohne finanzierung, ohne risikokapital, sans levée de fonds, sans financement, sin financiación, sem financiamento, senza finanziamenti, zonder financiering, have not raised, have never raised, haven t raised, eigenfinanziert',
    { kind: 'stage', stages: ['no_funding_yet'] },
  ],
  [
    'public, publicly traded, publicly listed, listed, stock listed, ipo d, post ipo, börsennotierte, börsennotiert, cotées en bourse, cotées, que cotizan en bolsa, de capital aberto, listadas em bolsa, quotate in borsa, quotate, beursgenoteerde',
    { kind: 'stage', stages: ['public'] },
  ],
  [
    'private equity backed, pe backed, private equity owned, pe owned, owned by private equity',
    { kind: 'stage', stages: ['private_equity'] },
  ],
  [
    'acquired, got acquired, were acquired, that were acquired, übernommen, rachetées, adquiridas, acquisite, overgenomen',
    { kind: 'status', status: 'acquired' },
  ],
  [
    'closed, defunct, shut down, out of business, dead, bankrupt, closed down, geschlossen, fermées, cerradas, fechadas, chiuse',
    { kind: 'status', status: 'closed' },
  ],
  ['operating, still operating, still in business, still active', { kind: 'status', status: 'active' }],
  [
    'venture backed, vc backed, venture funded, vc funded, venture capital backed',
    { kind: 'company-tag', tag: 'venture-backed-startup' },
  ],
  [
    'backed by top vcs, backed by a top vc, backed by top tier vcs, top vc backed, funded by top vcs, raised from top vcs, raised from a top vc, tier 1 vc backed, backed by tier 1 vcs, backed by top investors',
    { kind: 'company-tag', tag: 'raised-from-top-vc' },
  ],
  [
    'government agencies, government bodies, government organizations',
    { kind: 'company-tag', tag: 'is-government' },
  ],
  [
    'schools, universities, colleges, high schools, private schools, public schools, business schools, privatschulen, écoles, escuelas, escolas, scuole',
    { kind: 'company-tag', tag: 'is-school' },
  ],
  ['subsidiaries, subsidiary, tochtergesellschaften, filiales', { kind: 'flag', flag: 'is-subsidiary' }],
  ['investors, investor firms', { kind: 'flag', flag: 'is-investor' }],
  [
    'went through an accelerator, accelerator backed, accelerator alumni, in an accelerator, accelerator graduates',
    { kind: 'flag', flag: 'in-accelerator' },
  ],
  [
    'have made acquisitions, made acquisitions, have acquired other companies, acquired other companies, have acquired companies, serial acquirers',
    { kind: 'flag', flag: 'has-acquired' },
  ],
  ['have raised outside funding', { kind: 'flag', flag: 'has-raised-funding' }],
  ['with a website, have a website, has a website', { kind: 'flag', flag: 'has-website' }],
  ['with a phone number, with phone number, with phone numbers', { kind: 'flag', flag: 'has-phone-number' }],
  [
    'doubled, has doubled, have doubled, more than doubled, doubled in size, verdoppelt, a doublé, ont doublé, duplicaron, han duplicado, dobraram, raddoppiato, verdubbeld',
    { kind: 'multiple', cue: 'grew', share: 1 },
  ],
  ['tripled, has tripled, have tripled, tripled in size', { kind: 'multiple', cue: 'grew', share: 2 }],
  ['quadrupled', { kind: 'multiple', cue: 'grew', share: 3 }],
  ['halved, has halved, have halved, halved in size', { kind: 'multiple', cue: 'shrank', share: 0.5 }],
  [
    'students, student, studenten, étudiants, estudiantes, estudantes, studenti',
    { kind: 'person-tag', tag: 'student' },
  ],
  [
    'ivy league, top us university, top us universities, top american university, elite us university',
    { kind: 'person-tag', tag: 'attended-top-us-university' },
  ],
  [
    'top university, top universities, top school, top schools, top global university, elite university, elite universities, world class university',
    { kind: 'person-tag', tag: 'attended-top-global-university' },
  ],
  [
    'second time founder, second time founders, repeat founder, repeat founders, serial founder, serial founders, serial entrepreneur, serial entrepreneurs',
    { kind: 'person-tag', tag: 'second-time-founder' },
  ],
  [
    'deep technical background, deeply technical, technical background, strong technical background',
    { kind: 'person-tag', tag: 'deep-technical-background' },
  ],
  [
    'big tech experience, big tech, faang, faang experience, major tech company experience, maang, big tech background',
    { kind: 'person-tag', tag: 'major-tech-company-experience' },
  ],
  [
    'fortune 500 executive, fortune 500 executives, fortune 500 execs',
    { kind: 'person-tag', tag: 'fortune-500-executive' },
  ],
  [
    'recently changed jobs, changed jobs recently, recently changed companies, changed companies recently, switched companies recently, recently switched companies, moved companies recently, changed employers recently, recently changed employers, recently switched jobs, recently joined, new hires, newly hired, recently hired, just changed jobs, job changers, recently moved jobs',
    { kind: 'person-tag', tag: 'recently-changed-companies' },
  ],
  [
    'recently promoted, promoted recently, just promoted, got promoted, newly promoted, recently got promoted',
    { kind: 'person-tag', tag: 'recently-promoted' },
  ],
  [
    'decision makers, decision maker, decisionmakers, entscheider, entscheidungsträger, décideurs, tomadores de decisiones, tomadores de decisão, decisori, beslissers',
    { kind: 'person-tag', tag: 'decision-maker' },
  ],
  [
    'phd, phds, ph d, ph ds, doctorate, doctorates, with a phd, promoviert, doctorat, doctorado, doutorado, dottorato',
    { kind: 'person-tag', tag: 'phd' },
  ],
  ['influencers, influencer, with a large following, influential', { kind: 'person-tag', tag: 'influencer' }],
  [
    'experienced executives, experienced executive, seasoned executives',
    { kind: 'person-tag', tag: 'experienced-executive' },
  ],
  [
    'in stealth, stealth mode, stealth, in stealth mode, currently in stealth, still in stealth',
    { kind: 'stealth', isLeft: false },
  ],
  [
    'left stealth, leave stealth, leaving stealth, out of stealth, emerged from stealth, emerge from stealth, emerging from stealth, came out of stealth, come out of stealth, coming out of stealth, got out of stealth, exited stealth, exiting stealth, exit stealth, launched from stealth, launched out of stealth, no longer in stealth, not in stealth anymore, not in stealth any more, previously in stealth, formerly in stealth, was in stealth, were in stealth, used to be in stealth, who used to be in stealth, once in stealth, ex stealth, former stealth, post stealth, left stealth mode, left a stealth startup, left their stealth startup, left a stealth company, out of stealth mode, emerged from stealth mode, exited stealth mode, no longer in stealth mode',
    { kind: 'stealth', isLeft: true },
  ],
  [
    'remote, remotely, fully remote, remote first, remote only, fully distributed, work from home, homeoffice, télétravail, remoto, a distancia',
    { kind: 'work-place', type: 'Remote' },
  ],
  ['hybrid', { kind: 'work-place', type: 'Hybrid' }],
  ['on site, onsite', { kind: 'work-place', type: 'On-site' }],
  ['full time, fulltime, vollzeit', { kind: 'employment', type: 'Full-time' }],
  ['part time, parttime, teilzeit', { kind: 'employment', type: 'Part-time' }],
  ['contract roles, contractors, freelance roles', { kind: 'employment', type: 'Contract' }],
  ['mba, mbas, with an mba', { kind: 'degree', phrases: ['MBA', 'Master of Business Administration'] }],
  [
    'master s degree, masters degree, master degree, masters, msc',
    { kind: 'degree', phrases: ['Master', 'MSc', 'MS', 'MA'] },
  ],
  [
    'bachelor s degree, bachelors degree, bachelor degree, bachelors, bsc',
    { kind: 'degree', phrases: ['Bachelor', 'BSc', 'BS', 'BA'] },
  ],
  ['jd, law degree, juris doctor', { kind: 'degree', phrases: ['JD', 'Juris Doctor', 'Law'] }],
  [
    'computer science degree, degree in computer science, cs degree, computer science graduates, studied computer science, computer science majors, informatik studiert, majored in computer science',
    { kind: 'field', phrase: 'computer science' },
  ],
  [
    'economics degree, degree in economics, studied economics, economics graduates, majored in economics',
    { kind: 'field', phrase: 'economics' },
  ],
  [
    'engineering degree, degree in engineering, studied engineering, majored in engineering',
    { kind: 'field', phrase: 'engineering' },
  ],
  [
    'physics degree, degree in physics, studied physics, physics graduates, majored in physics',
    { kind: 'field', phrase: 'physics' },
  ],
  [
    'mathematics degree, math degree, degree in mathematics, degree in math, studied mathematics, studied math, studied maths, majored in mathematics',
    { kind: 'field', phrase: 'mathematics' },
  ],
  ['studied law', { kind: 'field', phrase: 'law' }],
  ['studied marketing, marketing degree, degree in marketing', { kind: 'field', phrase: 'marketing' }],
  ['studied philosophy, philosophy degree', { kind: 'field', phrase: 'philosophy' }],
  ['studied psychology, psychology degree', { kind: 'field', phrase: 'psychology' }],
  ['studied biology, biology degree', { kind: 'field', phrase: 'biology' }],
  [
    'largest, biggest, by size, by headcount, sorted by headcount, sorted by employees, most employees, größten, größte, plus grandes, plus grands, más grandes, maiores, mais grandes, più grandi, grootste',
    { kind: 'sort', companies: 'employeeCount', direction: 'desc' },
  ],
  ['smallest', { kind: 'sort', companies: 'employeeCount', direction: 'asc' }],
  [
    'best funded, most funded, most funding, highest funded, by funding, by total funding, by funding raised, by amount raised, by money raised, sorted by funding, sorted by total funding, most well funded',
    { kind: 'sort', companies: 'totalFunding', direction: 'desc' },
  ],
  [
    'newest, youngest, most recently founded, jüngsten',
    { kind: 'sort', companies: 'foundedAt', direction: 'desc' },
  ],
  [
    'oldest, älteste, ältesten, plus anciennes, más antiguas, mais antigas, oudste',
    { kind: 'sort', companies: 'foundedAt', direction: 'asc' },
  ],
  [
    'most recently funded, latest funded, sorted by last funding date',
    { kind: 'sort', companies: 'lastFundedAt', direction: 'desc' },
  ],
  [
    'highest revenue, most revenue, by revenue, sorted by revenue, top grossing',
    { kind: 'sort', companies: 'revenueEstimate', direction: 'desc' },
  ],
  [
    'most followers, most followed, most popular, by followers, sorted by followers',
    { kind: 'sort', companies: 'followerCount', people: 'followerCount', direction: 'desc' },
  ],
  ['most connected, most connections', { kind: 'sort', people: 'connectionCount', direction: 'desc' }],
  [
    'most open jobs, most job postings, most open positions',
    { kind: 'sort', companies: 'jobPostingCount', direction: 'desc' },
  ],
]
