/** Languages of questions. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'pl' | 'ca'

/** Words that tell in what language a question is: small words first, then nouns and verbs that many questions have. */
export const languageSigns: readonly (readonly [language: Language, words: string])[] = [
  [
    'en',
    "in, the, of, with, and, or, who, that, which, from, at, by, than, more, less, fewer, over, under, between, but, are, is, have, has, using, use, uses, hiring, founded, companies, company, firms, people, employees, staff, looking, for, based, raised, not, don't, without, find, show, list, banks, engineers, developers, managers, only, working, work, to, as, about, founders, agencies, vendors, shops, brands",
  ],
  [
    'de',
    'in, und, oder, mit, ohne, der, die, das, den, dem, von, für, bei, aus, nicht, kein, keine, mehr, als, weniger, über, firmen, unternehmen, mitarbeiter, mitarbeitern, mitarbeitenden, gegründet, seit, nach, vor, zwischen, bis, aber, sind, haben, nutzen, im, außer, auch, banken',
  ],
  [
    'fr',
    'et, ou, avec, sans, les, des, du, dans, qui, chez, sont, ont, plus, moins, entreprises, sociétés, fondées, créées, salariés, employés, pas, depuis, mais, un, une, sur, pour, en, par, banques, le, la, de, au, aux, ingénieurs',
  ],
  [
    'es',
    'y, con, sin, los, las, del, el, que, para, menos, más, empresas, empleados, fundadas, en, una, por, pero, entre, desde, usan, hablan, trabajan, tienen, de, la, bancos, restaurantes, brasil, ingenieros, hoteles, abogados, desarrolladores, clínicas, directores',
  ],
  [
    'pt',
    'e, ou, com, sem, os, dos, das, do, da, em, não, que, mais, menos, funcionários, fundadas, empresas, uma, pelo, pela, usam, falam, têm, para, de, na, nas, nos, bancos, restaurantes, brasil, brasileiras, engenheiros, hotéis, hospitais, escolas, clínicas, advogados, desenvolvedores, fábricas, lojas, diretores, gerentes, anos, pessoas, colaboradores, contadores, vendedores, escritórios, médicos, médicas, indústrias, construtoras, seguradoras, farmácias, empreendedores, fundadores, consultorias, agências',
  ],
  [
    'it',
    'in, e, con, senza, gli, che, di, della, nel, nella, aziende, dipendenti, più, meno, non, fondate, sono, hanno, usano, parlano, dopo, anni, per, banche, del, da, studi, ristoranti, ingegneri, avvocati, imprese',
  ],
  [
    'nl',
    'in, en, met, zonder, het, een, van, dat, die, niet, geen, bedrijven, medewerkers, werknemers, opgericht, meer, minder, dan, bij, voor, na, naar, gebruiken, spreken, wel, maar, uit, zijn, op',
  ],
  ['pl', 'w, z, oraz, nie, bez, ponad, firmy, pracowników, które, którzy, powyżej, lub, na'],
  ['ca', 'amb, sense, els, dels, que, empreses, més, per, treballadors, de, la, i'],
]
