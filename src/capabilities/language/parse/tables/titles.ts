import type { EmployeeTrendFunction, JobFunction } from '../../../../corpus/records/index.ts'

/** Chiefs by their initials, and what they are called in full. */
export const chiefs: readonly (readonly [initials: string, full: string])[] = [
  ['CEO', 'Chief Executive Officer, chief executive'],
  ['CTO', 'Chief Technology Officer, chief technical officer'],
  ['CFO', 'Chief Financial Officer, chief finance officer'],
  ['COO', 'Chief Operating Officer, chief operations officer'],
  ['CMO', 'Chief Marketing Officer'],
  ['CIO', 'Chief Information Officer'],
  ['CISO', 'Chief Information Security Officer'],
  ['CPO', 'Chief Product Officer'],
  ['CRO', 'Chief Revenue Officer'],
  ['CHRO', 'Chief Human Resources Officer'],
  ['CDO', 'Chief Data Officer'],
  ['CCO', 'Chief Commercial Officer'],
  ['CSO', 'Chief Strategy Officer'],
]

/** Fields of work: words before or after a level or a noun of a title, and the words they are looked for by. */
export interface WorkField {
  keywords: readonly string[]
  jobFunction?: JobFunction
  trend?: EmployeeTrendFunction
}

const field = (
  phrases: string,
  keywords: string,
  jobFunction?: JobFunction,
  trend?: EmployeeTrendFunction,
): [string, WorkField] => [
  phrases,
  {
    keywords: keywords.split(', '),
    ...(jobFunction === undefined ? {} : { jobFunction }),
    ...(trend === undefined ? {} : { trend }),
  },
]

export const workFields: readonly (readonly [phrases: string, field: WorkField])[] = [
  field(
    'sales, vertrieb, ventes, commercial sales, ventas, vendas, vendite, verkoop',
    'sales',
    'Sales',
    'sales',
  ),
  field('marketing, mktg', 'marketing', 'Marketing', 'marketing'),
  field('engineering, eng', 'engineering', 'Engineering', 'engineering'),
  field('software engineering', 'software engineering, engineering', 'Engineering', 'engineering'),
  field(
    'finance, finanzen, finances, finanzas, finanças, finanza, financiën',
    'finance',
    'Finance',
    'finance',
  ),
  field(
    'hr, human resources, personal, ressources humaines, rh, recursos humanos, rrhh, risorse umane',
    'hr, human resources',
    'Human Resources',
    'human_resources',
  ),
  field('people operations, people ops, people and culture', 'people', 'Human Resources', 'human_resources'),
  field('talent', 'talent', 'Human Resources', 'human_resources'),
  field('talent acquisition', 'talent acquisition', 'Human Resources', 'human_resources'),
  field('recruiting, recruitment', 'recruiting, recruitment', 'Human Resources', 'human_resources'),
  field('product', 'product', 'Product Management', 'product_management'),
  field('product management', 'product management, product', 'Product Management', 'product_management'),
  field('product marketing', 'product marketing', 'Marketing', 'marketing'),
  field(
    'operations, ops, betrieb, opérations, operaciones, operações',
    'operations',
    'Operations',
    'operations',
  ),
  field(
    'information technology, it',
    'it, information technology',
    'Information Technology',
    'information_technology',
  ),
  field('legal, recht, juridique', 'legal', 'Legal', 'legal'),
  field('design', 'design', 'Design', 'arts_and_design'),
  field('customer success', 'customer success', 'Customer Service', 'support'),
  field('customer support, support, customer service', 'support', 'Customer Service', 'support'),
  field(
    'business development, biz dev, bizdev, bd',
    'business development',
    'Business Development',
    'business_development',
  ),
  field('consulting', 'consulting', 'Consulting', 'consulting'),
  field('accounting', 'accounting', 'Accounting', 'accounting'),
  field('research, r and d, r&d, research and development', 'research', 'Research'),
  field('procurement, purchasing, einkauf, achats, compras', 'procurement, purchasing', 'Purchasing'),
  field('supply chain', 'supply chain', 'Supply Chain'),
  field('data, data science', 'data', undefined, 'data_science'),
  field('analytics', 'analytics'),
  field('security, information security, cyber security, cybersecurity', 'security'),
  field('it security', 'it security, information security'),
  field('growth', 'growth'),
  field('communications, comms', 'communications'),
  field('pr, public relations', 'pr, public relations', 'Public Relations'),
  field('strategy', 'strategy', 'Strategy / Planning'),
  field('revenue', 'revenue'),
  field('revenue operations, revops, rev ops', 'revenue operations', 'Operations'),
  field('sales operations, sales ops', 'sales operations', 'Sales'),
  field('partnerships', 'partnerships', 'Business Development'),
  field('logistics', 'logistics', 'Supply Chain'),
  field('quality, quality assurance, qa', 'quality', 'Quality Assurance'),
  field('manufacturing, production', 'manufacturing, production', 'Manufacturing'),
  field('compliance', 'compliance', 'Legal'),
  field('demand generation, demand gen', 'demand generation', 'Marketing'),
  field('brand', 'brand', 'Marketing'),
  field('content', 'content', 'Marketing'),
  field('ecommerce, e-commerce', 'ecommerce'),
  field('innovation', 'innovation'),
  field('sustainability', 'sustainability'),
  field('learning and development, training', 'learning, training', 'Training'),
  field('investor relations', 'investor relations', 'Finance'),
  field('machine learning, ml', 'machine learning', 'Engineering'),
  field('ai, artificial intelligence', 'ai, artificial intelligence'),
  field('devops', 'devops', 'Engineering'),
  field('infrastructure', 'infrastructure', 'Engineering'),
  field('platform', 'platform', 'Engineering'),
  field('clinical', 'clinical'),
  field('education', 'education', 'Education', 'education'),
  field('nursing', 'nursing'),
  field('pharmacy', 'pharmacy'),
  field('underwriting', 'underwriting'),
  field('claims', 'claims'),
  field('merchandising', 'merchandising'),
  field('treasury', 'treasury', 'Finance'),
  field('facilities', 'facilities'),
  field('regulatory affairs', 'regulatory affairs'),
  field('medical affairs', 'medical affairs'),
  field('corporate development', 'corporate development'),
  field('customer experience, cx', 'customer experience'),
  field('admissions', 'admissions'),
  field('people operations, people ops', 'people operations', 'Human Resources'),
  field('internal audit', 'internal audit'),
  field('risk, risk management', 'risk'),
  field('digital transformation', 'digital transformation'),
  field('category management', 'category management'),
  field('performance marketing', 'performance marketing', 'Marketing'),
  field('content marketing', 'content marketing', 'Marketing'),
  field('public affairs, government affairs', 'public affairs, government affairs'),
  field('health and safety, hse, ehs', 'health and safety, hse, ehs'),
  // After a level alone: before `agencies` their words are read one by one.
  ...'growth marketing, product design, digital marketing, field marketing, email marketing, brand marketing, event marketing, trade marketing, partner marketing, field sales, inside sales, enterprise sales, channel sales, retail sales, partner sales, global sales, customer care, customer operations, solutions engineering, sales engineering, product engineering, platform engineering, software development, product operations, marketing operations, data engineering, data analytics, people and culture, technical operations, clinical operations, business operations, business intelligence, social media, new business, investor engagement, student affairs, alumni relations, payments, events, m&a, fp&a, l&d, ux, crm, seo, tax, credit, credit risk, market risk, operational risk, collections, transport, fleet, loyalty, talent'
    .split(', ')
    .map((phrase) => field(phrase, phrase)),
  field('fundraising', 'fundraising'),
  field('maintenance', 'maintenance'),
  field('administration', 'administration', 'Administrative', 'administrative'),
]

/** Further words that come before the noun of a title. */
export const titleWords =
  'icu, nicu, picu, react native, ruby on rails, spring boot, vue js, next js, node js, fp&a, m&a, app, sound, bi, property, asset, estate, letting, software, software development, hardware, front end, frontend, back end, backend, full stack, fullstack, mobile, ios, android, web, cloud, data center, site reliability, reliability, systems, system, network, test, automation, embedded, firmware, mechanical, electrical, civil, chemical, industrial, process, structural, field, deep learning, computer vision, nlp, big data, business, business intelligence, account, key account, enterprise account, enterprise, inside sales, outside sales, outside, sales development, business development, customer experience, regional, area, territory, country, global, general, office, project, program, programme, technical, technical program, solutions, solution, release, product owner, product, community, social media, seo, performance marketing, digital marketing, email marketing, growth marketing, content marketing, brand marketing, event, events, digital, creative, graphic, ux, ui, ux ui, user experience, interaction, motion, interior, fashion, game, gameplay, 3d, visual, financial, investment, capital markets, portfolio, risk, credit, tax, audit, internal audit, treasury, cost, payroll, equity, quant, quantitative, trading, mergers and acquisitions, corporate, corporate development, contract, patent, ip, policy, regulatory affairs, medical, registered, dental, veterinary, clinical research, biomedical, lab, laboratory, executive, administrative, personal, virtual, warehouse, store, retail, restaurant, shift, plant, facilities, construction, site, maintenance, service, help desk, helpdesk, desktop, it support, information security, cyber security, cybersecurity, penetration, blockchain, crypto, smart contract, robotics, research, applied, staff, talent, technical recruiting, crm, erp, salesforce, sap, change, scrum, agile, quality assurance, insurance, mortgage, loan, real estate, travel, wealth, relationship, branch, bank, hedge fund, venture, ai, machine learning, ml, mlops, analytics, reporting, market, marketing operations, hotel, flight, truck, delivery, school, high school, math, science, english, university, associate'

/** Nouns a title ends with. */
export const titleNouns =
  'engineer, developer, manager, programmer, coder, architect, analyst, scientist, consultant, recruiter, designer, accountant, representative, rep, executive, specialist, coordinator, administrator, admin, assistant, nurse, doctor, physician, dentist, pharmacist, lawyer, attorney, paralegal, counsel, officer, marketer, writer, copywriter, editor, journalist, researcher, professor, teacher, lecturer, technician, strategist, buyer, planner, controller, auditor, advisor, adviser, broker, agent, associate, owner, master, trader, banker, underwriter, actuary, economist, statistician, mathematician, physicist, chemist, biologist, electrician, mechanic, plumber, driver, pilot, chef, waiter, cashier, clerk, receptionist, secretary, supervisor, operator, inspector, evangelist, advocate, hacker, tester, producer, photographer, videographer, illustrator, animator, translator, interpreter, psychologist, therapist, surgeon, veterinarian, bookkeeper, sourcer, headhunter, trainer, coach, instructor, librarian, generalist, partner, principal, treasurer, merchandiser, dispatcher, welder, carpenter, foreman, estimator, surveyor, realtor, superintendent, dean, judge, notary, artist, painter, sculptor, musician, baker, butcher, barista, hairdresser, optician, optometrist, paramedic, midwife, radiographer, physiotherapist, dietitian, nutritionist, radiologist, cardiologist, pathologist, biochemist, agronomist, winemaker, brewer, sommelier, concierge, housekeeper, gardener, landscaper, roofer, machinist, toolmaker, bricklayer, courier, fundraiser, lobbyist, firefighter, solicitor, barrister, conveyancer, appraiser, valuer, proofreader, counsellor, counselor, modeller, modeler, draftsman, drafter, geologist, astronomer, scout, adjuster, caregiver, carer, physio, apprentice, farmer, curator, stylist, bartender, sdr, bdr, ae, pm, tpm, swe, sre, dba, csm, hrbp, cpa'

/** People by their trade. */
export const tradePeople: readonly (readonly [JobFunction, EmployeeTrendFunction | undefined, string])[] = [
  [
    'Sales',
    'sales',
    'salespeople, sales people, sales reps, salesperson, sales professionals, sellers, vertriebler, vertriebsmitarbeiter, commerciaux, vendedores, commerciali, verkopers',
  ],
  [
    'Marketing',
    'marketing',
    'marketers, marketeers, marketing people, marketing professionals, marketing folks',
  ],
  ['Human Resources', 'human_resources', 'hr people, hr professionals, people team, hr folks'],
  ['Finance', 'finance', 'finance people, finance professionals'],
  ['Legal', 'legal', 'legal professionals, legal people'],
  ['Information Technology', 'information_technology', 'it people, it professionals'],
  ['Operations', 'operations', 'operations people, ops people'],
]

/** Levels named by themselves or before a field of work. */
export const levelNames: readonly (readonly [level: string, phrases: string])[] = [
  [
    'vp',
    'vp, vice president, v p, evp, executive vice president, vizepräsident, vice présidente, vicepresidente, vicepresidentes',
  ],
  ['svp', 'svp, senior vice president'],
  [
    'director',
    'director, dir, directrice, directeur, directeurs, directora, directores, diretor, diretora, diretores, direttore, direttori, direktor',
  ],
  [
    'head',
    'head, leiter, leiterin, who runs, who leads, who heads, heads up, who heads up, that heads up, heading up, is heading, who oversees, whoever runs, person running, in charge of, responsible for, wer leitet, qui dirige, quién dirige',
  ],
  ['manager', 'manager'],
  [
    'founder',
    'founder, cofounder, co founder, founding team, founded a company, founded companies, founded a startup, founded startups, founded a business, founded their own company, founded their own startup, started a company, started a startup, started a business, started their own company, started their own startup, gründer, gründerin, mitgründer, fondateur, fondateurs, fondatrice, fondatrices, fundador, fundadora, fundadores, cofundador, cofundadores, fondatore, fondatori, oprichter, oprichters',
  ],
  [
    'c-suite',
    'c suite, c level, c level executive, c suite executive, clevel, csuite, cxo, chief, c level leader',
  ],
  [
    'board-member',
    'on a board, on the board, on boards, sits on a board, sits on the board, sit on a board, sit on the board, sit on boards, sits on boards, on the board of directors, board member, board director, member of the board, board observer, aufsichtsrat',
  ],
  ['partner', 'general partner, managing partner, senior partner, venture partner, equity partner'],
  [
    'intern',
    'intern, internship, praktikant, praktikantin, praktikanten, stagiaire, becario, estagiário, stagista',
  ],
]

/** Words before a title that say its level. */
export const levelWords: readonly (readonly [level: string, phrases: string])[] = [
  ['senior', 'senior, sr, snr'],
  ['lead', 'lead'],
  ['principal', 'principal'],
  ['staff', 'staff'],
  ['entry-level', 'junior, jr, entry level, graduate'],
]

/** Leaders of a field: `marketing leaders`. */
export const leaderWords = 'leader, leadership, executive, exec, head honcho, boss'
