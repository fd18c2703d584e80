import type { EmployeeTrendFunction, JobFunction } from '../../../../corpus/records/index.ts'

/** Chiefs by their initials, and what they are called in full. */
export const chiefs: readonly (readonly [initials: string, full: string])[] = [
  ['CEO', 'Chief Executive Officer, chief executive'],
  ['CTO', 'Chief Technology Officer, chief technical officer'],
  ['CFO', 'Chief Financial Officer, chief finance officer'],
  ['COO', 'Chief Operating Officer, chief operations officer'],
  ['CMO', 'Chief Marketing Officer'],
  ['CIO', 'Chief Information Officer'],
  ['CISO', 'Chief Information Security Officer, chief security officer'],
  ['CPO', 'Chief Product Officer'],
  ['CRO', 'Chief Revenue Officer'],
  ['CHRO', 'Chief Human Resources Officer, chief people officer'],
  ['CDO', 'Chief Data Officer, chief digital officer'],
  ['CCO', 'Chief Commercial Officer, chief customer officer'],
  ['CSO', 'Chief Strategy Officer, chief sustainability officer'],
]

/** Fields of work: words before or behind a level or a noun of a title, and the words they are looked for by. */
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
  field('administration', 'administration', 'Administrative', 'administrative'),
]

/** Further words that stand before the noun of a title. */
export const titleWords =
  'bi, property, asset, estate, letting, software, software development, hardware, front end, frontend, back end, backend, full stack, fullstack, mobile, ios, android, web, cloud, data center, site reliability, reliability, systems, system, network, test, automation, embedded, firmware, mechanical, electrical, civil, chemical, industrial, process, structural, field, deep learning, computer vision, nlp, big data, business, business intelligence, account, key account, enterprise account, enterprise, inside sales, outside sales, outside, sales development, business development, customer experience, regional, area, territory, country, global, general, office, project, program, programme, technical, technical program, solutions, solution, release, product owner, product, community, social media, seo, performance marketing, digital marketing, email marketing, growth marketing, content marketing, brand marketing, event, events, digital, creative, graphic, ux, ui, ux ui, user experience, interaction, motion, interior, fashion, game, gameplay, 3d, visual, financial, investment, capital markets, portfolio, risk, credit, tax, audit, internal audit, treasury, cost, payroll, equity, quant, quantitative, trading, mergers and acquisitions, corporate, corporate development, contract, patent, ip, policy, regulatory affairs, medical, registered, dental, veterinary, clinical research, biomedical, lab, laboratory, executive, administrative, personal, virtual, warehouse, store, retail, restaurant, shift, plant, facilities, construction, site, maintenance, service, help desk, helpdesk, desktop, it support, information security, cyber security, cybersecurity, penetration, blockchain, crypto, smart contract, robotics, research, applied, staff, talent, technical recruiting, crm, erp, salesforce, sap, change, scrum, agile, quality assurance, insurance, mortgage, loan, real estate, travel, wealth, relationship, branch, bank, hedge fund, venture, ai, machine learning, ml, mlops, analytics, reporting, market, marketing operations, hotel, flight, truck, delivery, school, high school, math, science, english, university, associate'

/** Nouns a title ends with. */
export const titleNouns =
  'engineer, developer, manager, programmer, coder, architect, analyst, scientist, consultant, recruiter, designer, accountant, representative, rep, executive, specialist, coordinator, administrator, admin, assistant, nurse, doctor, physician, dentist, pharmacist, lawyer, attorney, paralegal, counsel, officer, marketer, writer, copywriter, editor, journalist, researcher, professor, teacher, lecturer, technician, strategist, buyer, planner, controller, auditor, advisor, adviser, broker, agent, associate, owner, master, trader, banker, underwriter, actuary, economist, statistician, mathematician, physicist, chemist, biologist, electrician, mechanic, plumber, driver, pilot, chef, waiter, cashier, clerk, receptionist, secretary, supervisor, operator, inspector, evangelist, advocate, hacker, tester, producer, photographer, videographer, illustrator, animator, translator, interpreter, psychologist, therapist, surgeon, veterinarian, bookkeeper, sourcer, headhunter, trainer, coach, instructor, librarian, generalist, partner, principal, treasurer, merchandiser, dispatcher, welder, carpenter, foreman, estimator, surveyor, realtor, superintendent, dean, judge, notary, artist, painter, sculptor, musician, baker, butcher, barista, hairdresser, optician, optometrist, paramedic, midwife, radiographer, physiotherapist, dietitian, nutritionist, radiologist, cardiologist, pathologist, biochemist, agronomist, winemaker, brewer, sommelier, concierge, housekeeper, gardener, landscaper, roofer, machinist, toolmaker, bricklayer, courier, fundraiser, lobbyist, firefighter, solicitor, barrister, conveyancer, appraiser, valuer, proofreader, counsellor, counselor, modeller, modeler, draftsman, drafter, geologist, astronomer, scout, curator, stylist, bartender, sdr, bdr, ae, pm, tpm, swe, sre, dba, csm, hrbp, cpa'

/** Titles of other languages, and usual names, with the terms they are looked for by. */
export const titleNames: readonly (readonly [phrases: string, terms: string])[] = [
  [
    'geschäftsführer, geschäftsführerin, geschäftsführerinnen, geschaeftsfuehrer',
    'Geschäftsführer, Managing Director, CEO',
  ],
  [
    'vertriebsleiter, vertriebsleiterin, leiter vertrieb, verkaufsleiter',
    'Vertriebsleiter, Leiter Vertrieb, Head of Sales, Sales Director',
  ],
  [
    'marketingleiter, marketingleiterin, leiter marketing',
    'Marketingleiter, Leiter Marketing, Head of Marketing',
  ],
  [
    'personalleiter, personalleiterin, leiter personal, personalchef, personalchefs, personalchefin',
    'Personalleiter, Leiter Personal, Head of HR',
  ],
  ['einkäufer, einkäuferin', 'Einkäufer, Buyer'],
  ['einkaufsleiter, einkaufsleiterin, leiter einkauf', 'Einkaufsleiter, Leiter Einkauf, Head of Procurement'],
  ['steuerberater, steuerberaterin', 'Steuerberater, Tax Advisor'],
  ['projektleiter, projektleiterin, projektmanager', 'Projektleiter, Project Manager'],
  ['produktmanager, produktmanagerin', 'Produktmanager, Product Manager'],
  ['pflegekraft, pflegekräfte, krankenschwester, krankenpfleger', 'Pflegekraft, Nurse'],
  ['arzt, ärztin, ärzte', 'Arzt, Physician'],
  ['zahnarzt, zahnärztin, zahnärzte', 'Zahnarzt, Dentist'],
  ['bauleiter, bauleiterin', 'Bauleiter, Site Manager'],
  ['produktionsleiter, produktionsleiterin', 'Produktionsleiter, Production Manager'],
  ['architekt, architektin, architekten', 'Architekt, Architect'],
  ['médecin, médecins', 'Médecin, Physician'],
  ['infirmier, infirmière, infirmiers, infirmières', 'Infirmier, Nurse'],
  ['chef de projet, chefs de projet, cheffe de projet', 'Chef de projet, Project Manager'],
  ['responsable rh, responsables rh', 'Responsable RH, HR Manager'],
  ['enfermero, enfermera, enfermeros, enfermeras', 'Enfermero, Nurse'],
  ['médico, médica, médicos, médicas', 'Médico, Physician'],
  ['arquitecto, arquitecta, arquitectos, arquitectas', 'Arquitecto, Architect'],
  ['commercialista, commercialisti', 'Commercialista, Accountant'],
  ['infermiere, infermiera, infermieri', 'Infermiere, Nurse'],
  ['enfermeiro, enfermeira, enfermeiros, enfermeiras', 'Enfermeiro, Nurse'],
  ['verpleegkundige, verpleegkundigen', 'Verpleegkundige, Nurse'],
  ['it leiter, leiter it', 'IT-Leiter, Leiter IT, Head of IT'],
  [
    'entwickler, entwicklerin, softwareentwickler, software entwickler, softwareentwicklerin',
    'Entwickler, Softwareentwickler, Developer, Software Engineer',
  ],
  ['ingenieur, ingenieurin, ingenieure', 'Ingenieur, Engineer'],
  ['buchhalter, buchhalterin', 'Buchhalter, Accountant'],
  ['berater, beraterin, unternehmensberater', 'Berater, Consultant'],
  ['rechtsanwalt, rechtsanwältin, rechtsanwälte, anwälte', 'Rechtsanwalt, Lawyer'],
  ['programista, programistka, programiści, programistów', 'Programista, Developer'],
  ['dyrektor finansowy, dyrektorzy finansowi', 'Dyrektor finansowy, CFO'],
  ['dyrektor sprzedaży, dyrektorzy sprzedaży, dyrektor handlowy', 'Dyrektor sprzedaży, Sales Director'],
  ['dyrektor marketingu, dyrektorzy marketingu', 'Dyrektor marketingu, Marketing Director'],
  ['prezes, prezesi, prezes zarządu', 'Prezes, CEO'],
  ['księgowy, księgowa, księgowi, księgowych', 'Księgowy, Accountant'],
  ['inżynier, inżynierowie, inżynierów', 'Inżynier, Engineer'],
  ['handlowiec, handlowcy, handlowców', 'Handlowiec, Sales Representative'],
  ['développeur, développeuse, développeurs, développeuses', 'Développeur, Developer'],
  ['ingénieur, ingénieure, ingénieurs, ingénieures', 'Ingénieur, Engineer'],
  ['ingénieur logiciel, ingénieurs logiciel', 'Ingénieur logiciel, Software Engineer'],
  [
    'directeur commercial, directrice commerciale, directeurs commerciaux, directeur des ventes',
    'Directeur commercial, Sales Director',
  ],
  [
    'directeur marketing, directrice marketing, directeurs marketing',
    'Directeur marketing, Marketing Director',
  ],
  ['directeur général, directrice générale, directeurs généraux, pdg', 'Directeur général, PDG, CEO'],
  ['directeur financier, directrice financière, directeurs financiers', 'Directeur financier, CFO'],
  ['directeur technique, directrice technique, directeurs techniques', 'Directeur technique, CTO'],
  ['responsable marketing, responsables marketing', 'Responsable marketing, Marketing Manager'],
  ['avocat, avocate, avocats, avocates', 'Avocat, Lawyer'],
  ['abogado, abogada, abogados, abogadas', 'Abogado, Lawyer'],
  ['avvocato, avvocata, avvocati, avvocate', 'Avvocato, Lawyer'],
  ['advogado, advogada, advogados, advogadas', 'Advogado, Lawyer'],
  ['advocaat, advocaten', 'Advocaat, Lawyer'],
  ['contador, contadora, contadores', 'Contador, Accountant'],
  ['comptable, comptables', 'Comptable, Accountant'],
  ['desarrollador, desarrolladora, desarrolladores, programador, programadores', 'Desarrollador, Developer'],
  ['ingeniero, ingeniera, ingenieros', 'Ingeniero, Engineer'],
  ['ingeniero de software, ingenieros de software', 'Ingeniero de software, Software Engineer'],
  [
    'director comercial, directora comercial, directores comerciales, director de ventas, directores de ventas',
    'Director comercial, Director de ventas, Sales Director',
  ],
  ['director general, directora general, directores generales', 'Director general, CEO'],
  ['director financiero, directora financiera, directores financieros', 'Director financiero, CFO'],
  [
    'director de marketing, directora de marketing, directores de marketing',
    'Director de marketing, Marketing Director',
  ],
  ['gerente de ventas, gerentes de ventas', 'Gerente de ventas, Sales Manager'],
  ['gerente de vendas, gerentes de vendas', 'Gerente de vendas, Sales Manager'],
  ['desenvolvedor, desenvolvedora, desenvolvedores', 'Desenvolvedor, Developer'],
  ['engenheiro, engenheira, engenheiros', 'Engenheiro, Engineer'],
  ['engenheiro de software, engenheiros de software', 'Engenheiro de software, Software Engineer'],
  [
    'diretor comercial, diretora comercial, diretores comerciais, diretor de vendas, diretores de vendas',
    'Diretor comercial, Diretor de vendas, Sales Director',
  ],
  ['diretor financeiro, diretores financeiros', 'Diretor financeiro, CFO'],
  ['diretor de marketing, diretores de marketing', 'Diretor de marketing, Marketing Director'],
  ['sviluppatore, sviluppatori, sviluppatrice', 'Sviluppatore, Developer'],
  ['ingegnere, ingegneri', 'Ingegnere, Engineer'],
  [
    'direttore commerciale, direttori commerciali, direttore vendite, direttori vendite',
    'Direttore commerciale, Sales Director',
  ],
  ['amministratore delegato, amministratori delegati', 'Amministratore delegato, CEO'],
  ['direttore marketing, direttori marketing', 'Direttore marketing, Marketing Director'],
  ['ontwikkelaar, ontwikkelaars, softwareontwikkelaar, softwareontwikkelaars', 'Ontwikkelaar, Developer'],
  ['verkoopleider, verkoopdirecteur, verkoopleiders', 'Verkoopleider, Sales Manager'],
  ['dev, devs', 'developer'],
  ['swe, software eng', 'software engineer'],
  ['sdr', 'SDR, sales development representative'],
  ['bdr', 'BDR, business development representative'],
  ['ae', 'account executive'],
  ['pm', 'product manager'],
  ['sre', 'SRE, site reliability engineer'],
  ['csm', 'customer success manager'],
  ['hrbp', 'HRBP, HR business partner'],
  ['general counsel', 'General Counsel'],
  ['hospital administrator', 'hospital administrator'],
  ['chief of staff, chiefs of staff', 'chief of staff'],
  ['chief of police, chiefs of police, police chief', 'Chief of Police, Police Chief'],
  ['fire chief', 'Fire Chief'],
  ['editor in chief, editors in chief', 'Editor in Chief'],
  ['chief accountant', 'Chief Accountant'],
  ['chief architect', 'Chief Architect'],
  ['chief economist', 'Chief Economist'],
  ['chief engineer', 'Chief Engineer'],
  ['chief inspector', 'Chief Inspector'],
  ['chief petty officer', 'Chief Petty Officer'],
  ['chief pilot', 'Chief Pilot'],
  ['chief resident', 'Chief Resident'],
  ['chief scientist', 'Chief Scientist'],
  ['managing director, md', 'Managing Director'],
  ['executive director', 'Executive Director'],
  ['creative director', 'Creative Director'],
  ['art director', 'Art Director'],
  ['medical director', 'Medical Director'],
  ['account executive', 'account executive'],
  ['hr business partner', 'HR business partner'],
  ['executive assistant', 'executive assistant'],
  ['product owner', 'product owner'],
  ['team lead, team leader', 'team lead, team leader'],
  ['tech lead', 'tech lead'],
]

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
