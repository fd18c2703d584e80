import type { Cue } from '../mention.ts'

/** Function words in English, German, French, Spanish, Portuguese, Italian and Dutch. */
export const cues: readonly (readonly [Cue, string])[] = [
  ['seeks', 'looking for, looking to hire, seeking, suchen, sucht, die suchen, cercano, zoeken, die zoeken'],
  ['and', 'and, oraz, plus, as well as, und, sowie, et, y, e, ed, en ook'],
  ['or', 'or, lub, albo, ani, nor, and or, oder, noch, ou, o, u, of wel'],
  [
    'at',
    'at, employed by, employed at, working at, work at, works at, working for, work for, works for, who work at, inside, bei, beim, chez, travaillant chez, que trabajan en, trabajando en, que trabalham em, presso, che lavorano in, che lavorano per, bij',
  ],
  ['of', 'of, from, for, von, der, des, du, de la, de, del, della, di, da, do, van'],
  [
    'in',
    'in, near, around, within, across, throughout, im, aus, à, au, aux, dans, en, em, na, nos, nas, nel, nella, a, uit, te',
  ],
  [
    'with',
    'with, having, have, has, had, that have, who have, that has, who has, whose, mit, die, avec, qui ont, ayant, con, que tienen, que tiene, tengan, com, que têm, que tem, che hanno, met',
  ],
  ['who', 'who, that, which, whose, welche, qui, que, che'],
  [
    'former',
    'was at, were at, who was at, who were at, had been at, has been at, been at, was with, were with, spent time at, spent years at, no longer at, no longer with, no longer work at, no longer work for, no longer working at, no longer working for, laid off from, laid off by, let go from, let go by, fired from, used to work with, former, formerly, formerly at, formerly of, previously, previously at, previous, past, ex, used to work at, used to work for, used to be at, used to be, used to be a, used to be an, was once, was once a, were once, once a, worked at, worked for, has worked at, have worked at, who worked at, moved from, moving from, moved over from, relocated from, relocating from, came over from, hired from, poached from, who came from, switched from, used to use, used to live in, used to live, formerly lived in, previously lived in, once lived in, used to work in, used to be based in, previously worked in, formerly worked in, alumni of, alums of, alumnus of, came from, ehemalige, ehemaliger, früher bei, früher, ancien, anciens, anciennes, ancienne, anciens de, antiguos, antiguo, exempleados de, ex empleados de, antigos, ex funcionários da, ex funcionários do, ex dipendenti di, voormalige, voormalig',
  ],
  [
    'now',
    'now, now at, became, become, turned, has become, have become, went on to become, went on to be, moved on to, currently, currently at, today, these days, jetzt, jetzt bei, maintenant, ahora, agora, ora, nu',
  ],
  [
    'uses',
    'use, używają, używa, używające, korzystają z, korzysta z, uses, using, used by, used, run, runs, running, built on, built with, on top of, customers of, users of, tech stack, stack includes, stack, adopting, adopted, powered by, nutzen, nutzt, verwenden, verwendet, einsetzen, die nutzen, utilisent, utilise, utilisant, qui utilisent, usan, utilizan, que usan, que utilizan, usen, utilicen, usam, utilizam, que usam, usano, che usano, utilizzano, che utilizzano, gebruiken, die gebruiken, gebruikt, werken met',
  ],
  [
    'hiring',
    'advertising jobs for, advertising roles for, advertising vacancies for, posting jobs for, posting roles for, with an open role for, an open role for, open role for, with an open position for, an open position for, open position for, with a vacancy for, a vacancy for, vacancy for, with an opening for, an opening for, job opening for, job ads for, job ad for, who needs, who wants to hire, wer sucht, wer sucht gerade, wer stellt ein, qui cherche, qui recherche, quién busca, quién contrata, quem procura, quem contrata, chi cerca, chi assume, wie zoekt, who is looking for, who s looking for, who is seeking, who is recruiting, who is hiring, hiring, hires, hire, with job openings for, with open roles for, hiring for, recruiting, recruiting for, job openings for, openings for, open roles for, open positions for, jobs for, job postings for, job posting for, vacancies for, roles open for, advertising for, that are hiring, who are hiring, actively hiring, stellen ein, einstellen, recrutent, recrute, qui recrutent, embauchent, contratan, contratando, que contratan, contratam, que contratam, assumono, che assumono, werven',
  ],
  [
    'raised',
    'closed their, closed its, raised, raise, raising, raised money, raised funding, raised capital, have raised money, have raised funding, have raised capital, got funded, received investment, raised a, closed a, funding, in funding, funded, venture funding, capital, in capital, total funding, funding round, round, rounds, round of funding, have raised, has raised, that raised, that have raised, fundraised, got funding, received funding, secured, financed, last raised, eingesammelt, eingesammelt haben, geld eingesammelt, geld eingesammelt haben, kapital eingesammelt, kapital eingesammelt haben, kapital aufgenommen, kapital aufgenommen haben, geld aufgenommen haben, eine finanzierung erhalten haben, finanzierung, aufgenommen, finanziert, levé, ont levé, levée de fonds, financement, recaudado, recaudaron, han recaudado, levantado, que levantaron, financiación, captaram, captado, levantaram, captação, raccolto, hanno raccolto, finanziamento, opgehaald, financiering',
  ],
  [
    'revenue',
    "revenue, revenues, in revenue, annual revenue, arr, turnover, annual sales, revenue of, generating, generates, turning over, turns over, grossing, with sales of, umsatz, jahresumsatz, chiffre d'affaires, chiffre d affaires, de ca, ingresos, facturación, facturan, que facturan, receita, faturamento, que faturam, fatturato, ricavi, omzet, jaaromzet",
  ],
  [
    'founded',
    'founded, założone, założona, założony, założonych, founded in, established, started, incorporated, created, launched, born, set up, founding year, founding date, that were founded, gegründet, die gegründet wurden, fondée, fondées, fondé, fondés, créée, créées, créé, créés, fundada, fundadas, fundado, fundados, creadas, fundadas em, fondata, fondate, fondato, fondati, nate, opgericht, die zijn opgericht',
  ],
  [
    'grew',
    'grew, growing, grow, grown, growth, headcount growth, employee growth, headcount grew, that grew, increased, increase, expanding, scaling, wachsen, wachsend, wachsende, wachstum, gewachsen, croissance, en croissance, qui grandissent, crecimiento, creciendo, crecieron, crescimento, crescendo, cresceram, crescita, in crescita, cresciute, groei, groeiende, gegroeid',
  ],
  [
    'shrank',
    'shrank, shrinking, shrunk, declining, declined, decreased, downsized, downsizing, laid off, layoffs, losing employees, schrumpfen, schrumpfend, schrumpfende, en déclin, en baisse, reduciendo, encogiendo, encolhendo, in calo, krimpende',
  ],
  [
    'offices',
    'offices in, office in, with offices in, an office in, with an office in, offices, locations in, presence in, sites in, büros in, büro in, niederlassung in, niederlassungen in, bureaux à, bureaux en, bureaux au, un bureau à, un bureau en, un bureau au, un bureau aux, filiale en, filiale à, filiale au, filiales en, oficina en, con oficina en, filial en, escritório no, escritório na, filial em, ufficio a, ufficio in, sede secondaria a, sede secondaria in, standort in, standorte in, standorten in, branch in, branches in, a branch in, with a branch in, oficinas en, oficina en, escritórios em, escritório em, uffici a, uffici in, kantoren in, kantoor in',
  ],
  ['staff', 'team, headcount, workforce, staff, employee base, team size, size, company size'],
  [
    'backed',
    'funding from, investment from, investments from, money from, raised from, raised money from, received funding from, got funding from, invested in by, with investment from, rounds led by, round led by, backed by, backed, funded by, invested by, investors include, investor, investors, portfolio of, portfolio companies of, portfolio company of, portfolio, in the portfolio of, finanziert von, financées par, financée par, soutenues par, respaldadas por, financiadas por, invertidas por, investidas por, apoiadas por, finanziate da, sostenute da, gefinancierd door, gesteund door',
  ],
  [
    'studied',
    'studied at, study at, studied, graduated from, graduates of, graduate of, graduates from, who went to, went to, attended, educated at, alumni of, degree from, degrees from, degree in, degree, mba from, phd from, with a degree from, with a degree in, majored in, studierten an, studiert an, studiert haben an, absolventen der, absolventen von, diplômés de, diplômées de, diplômé de, ayant étudié à, egresados de, graduados de, que estudiaron en, formados na, formados pela, formados em, que estudaram na, laureati a, laureati alla, laureati in, die studeerden aan, afgestudeerd aan',
  ],
  [
    'speaks',
    'speak, mówiący po, mówiące po, mówią po, którzy mówią po, speaks, speaking, fluent in, who speak, who speaks, that speak, native, sprechen, die sprechen, spricht, parlant, parlent, qui parlent, que hablan, hablan, habla, falam, que falam, fala, parlano, che parlano, spreken, die spreken',
  ],
  [
    'lives',
    'living in, live in, lives in, who live in, residing in, resident in, located in, die in, wohnen in, vivant à, habitant à, que viven en, viviendo en, que moram em, che vivono a, die wonen in, wonend in',
  ],
  [
    'based',
    'based in, based, based out of, headquartered in, headquartered, hq in, hq, headquarters in, headquarters, headquarters are in, headquarters is in, head office in, head office, main office in, with headquarters in, hq d in, mit sitz in, sitz in, ansässig in, basés à, basées à, basé à, basée à, basées en, situées à, siège à, con sede en, sede en, basadas en, com sede em, sediadas em, con sede a, con sede in, gevestigd in, hoofdkantoor in',
  ],
  [
    'joined',
    'joined, joining, joined their company, joined their current company, joined their employer, joined their current employer, joined the company, joined their firm, started their current job, started their current role, took on a new role, took a new job, started a new role, before joining, then joined, started a new job, started new job, started in role, started their role, started their job, new in role, new to the role, started at, started working, started in the role, changed jobs, switched jobs, took the job, took their job, in role since, in their role since, hired, who joined, appointed',
  ],
  ['left', 'left, who left, departed, quit'],
  [
    'called',
    'called, named, whose name is, with the name, with name, name contains, genannt, namens, appelé, appelée, llamada, llamado, chamada, chamado, chiamata, chiamato, genaamd',
  ],
  [
    'about',
    'about, focused on, focusing on, focussed on, specializing in, specialising in, specialized in, specialised in, working on, that work on, building, that build, that make, making, makers of, that sell, selling, that offer, offering, providing, that provide, developing, that develop, producing, that produce, producers of, providers of, mentioning, mention, that mention, related to, involved in, active in, operating in, that do, doing, dealing with, in the field of, in the space of, in the business of, with keyword, with the keyword, keyword, keywords, die herstellen, im bereich, spezialisiert auf, spécialisées dans, spécialisés dans, qui fabriquent, dans le domaine de, especializadas en, que fabrican, que hacen, que venden, especializadas em, que fazem, que vendem, specializzate in, che producono, che fanno, gespecialiseerd in, die maken',
  ],
  [
    'skilled',
    'skilled in, skills in, with skills in, experienced in, experience in, experience with, with experience in, with experience with, expertise in, who know, who knows, know, knows, knowing, proficient in, knowledge of, background in, with a background in, mit erfahrung in, mit kenntnissen in, con experiencia en, com experiência em, con esperienza in, avec une expérience en, met ervaring in, skills',
  ],
  ['older', 'older than, older, aged over, over the age of, älter als, plus de'],
  ['younger', 'younger than, less old than, younger, under the age of, jünger als'],
]

/** Words that ask for something without saying what. */
export const fillers =
  "aber, pero, mas, ma, settore, setor, secteur, branche, work, works, working, employing, employ, employs, that employ, which employ, contact details, contact info, contact data, contact information, contact, email, emails, email address, phone number, phone numbers, phone, mobile number, reach, invested in, invested, a year, per year, each year, every year, year over year, year on year, yoy, annually, yearly, per annum, somebody called, nothing but, none but, nichts als, rien que, niets dan, nothing else, nothing else than, anywhere, somewhere, necessarily, even, sits, sit, looking 4, lookin for, a, an, the, all, any, some, every, each, me, my, us, we, i, you, your, please, pls, plz, thanks, thank you, give, gimme, give us, tell me, send, send me, pull, pull up, share, in total, overall, altogether, to date, so far, insgesamt, au total, en total, no total, in totale, in totaal, find, find me, show, show me, list, give me, get, get me, search, search for, look up, want, need, i want, i need, i'm looking for, i am looking for, we are looking for, can you, could you, would like, i'd like, are, is, were, was, be, been, being, am, it, its, their, them, they, there, this, these, those, as, to, on, by, just, only, also, etc, e g, i e, that are, who are, which are, who is, that is, like, such as, including, ones, one, located, type, types, kind, sort, industry, industries, sector, sectors, space, vertical, field, market, area, region, country, countries, state, city, where, what, whats, more, very, really, actually, currently active, active, which, when, do, does, did, arbeiten, arbeitet, zatrudniające, zatrudniająca, które, którzy, która, który, się, z, ze, we, gibt, gibt es, has been, have been, got, s, t, d, n, re, ll, ve, m, w, role, roles, position, positions, job title, title, titles, job, people's, per, then, so, but, if, hi, hello, hey, new, full list, list of, names of, profile, profiles, experience, background, record, records, results, entries, data, top tier, various, different, multiple, several, many, lots of, lot of, bunch of, few, both, either, still, already, than, their own, own, same, der, die, das, den, dem, ein, eine, einen, einer, eines, alle, mir, ich, suche, zeige, zeig, finde, bitte, sind, ist, haben, hat, wurde, wurden, seit kurzem, als, auch, nur, und zwar, zu, le, la, les, l, un, une, des, d, moi, je, cherche, trouve, trouver, montre, donne, donnez, sont, est, toutes, tous, s il vous plait, svp, ou bien, el, los, las, una, unos, unas, me gustaría, busco, buscar, quiero, necesito, muéstrame, dame, encuentra, encontrar, son, es, todas, todos, por favor, están, estén, esté, sean, os, as, um, uma, quero, procuro, preciso, mostre, encontre, são, estão, il, lo, gli, i, uno, cerco, trova, trovami, mostrami, voglio, sono, tutte, tutti, per favore, het, een, ik, zoek, toon, vind, geef, zijn, zij, alle, alstublieft, op, の, 的, で, 在, 和, にある, в, и, في, met een, aan, naar, voor"
