import type { Annotator, Cue, Meaning, Mention } from '../mention.ts'
import { buildPhrases, listRows } from '../phrases.ts'
import { cues, fillers } from '../tables/cues.ts'
import type { Word } from '../words.ts'
import { isOtherwise } from '../guard.ts'
import { isNegation } from './negations.ts'

const peopleNouns =
  'people, ppl, person, persons, folks, individuals, professionals, contacts, leads, prospects, everyone, everybody, anyone, somebody, someone, guys, experts, employees, employee, workers, staff members, team members, colleagues, talent, candidates, alumni, alums, graduates, leute, personen, menschen, osoby, ludzie, pracownicy, kandydaci, kontakte, mitarbeiter, angestellte, gens, personnes, contacts professionnels, employés, salariés, personas, gente, contactos, empleados, pessoas, contatos, funcionários, persone, contatti, dipendenti, mensen, personen, medewerkers, specialists'
const companyNouns =
  'groups, chains, company, companies, cos, business, businesses, firm, firms, organization, organizations, organisation, organisations, enterprises, vendors, vendor, providers, provider, service providers, service provider, solution providers, solutions providers, employers, employer, corporations, corporation, corporates, accounts, players, manufacturers, makers, brands, agency, agencies, shops, studios, factories, unternehmen, firma, firmen, firmy, spółka, spółki, przedsiębiorstwa, betriebe, konzerne, agenturen, hersteller, entreprise, entreprises, société, sociétés, boîtes, agences, fabricants, empresa, empresas, compañía, compañías, companhia, companhias, agencias, agências, azienda, aziende, imprese, impresa, società, agenzie, bedrijf, bedrijven, ondernemingen, merken, bureaus, 公司, 企业, 会社, 企業, компании, شركات'
const startupNouns =
  'startup, startups, start up, start ups, scaleup, scaleups, scale ups, young companies, startupy, startupów, jungunternehmen, jeunes pousses, emprendimientos, стартапы, スタートアップ, 初创公司'

const jobNouns =
  'jobs, job openings, openings, vacancies, open positions, open roles, job postings, job ads, stellen, stellenangebote, jobangebote, offres d emploi, empleos, vacantes, ofertas de empleo, vagas, offerte di lavoro, posti di lavoro, vacatures'

const cueTable = buildPhrases(listRows(cues))
const others = buildPhrases<Meaning>([
  ...listPhrasesOf(fillers, { kind: 'filler' }),
  ...listPhrasesOf(peopleNouns, { kind: 'people' }),
  ...listPhrasesOf(companyNouns, { kind: 'companies', isStartup: false }),
  ...listPhrasesOf(startupNouns, { kind: 'companies', isStartup: true }),
  ...listPhrasesOf(jobNouns, { kind: 'jobs' }),
  ...listPhrasesOf(
    'how many, number of, count, count of, count the, total number of, wie viele, combien de, combien d, cuántas, cuántos, quantas, quantos, quante, quanti, hoeveel',
    { kind: 'count' },
  ),
])

function* listPhrasesOf(phrases: string, meaning: Meaning): Iterable<[string, Meaning]> {
  for (const phrase of phrases.split(', ')) yield [phrase, meaning]
}

/** Function words, nouns for companies and people, and words that say nothing. */
export const annotateCues: Annotator = ({ words }) => {
  const mentions: Mention[] = []
  for (let from = 0; from < words.length; from++) {
    if (isHeading(words, from)) mentions.push({ from, to: from + 1, is: { kind: 'filler' }, confidence: 1 })
    const cue = cueTable.at(words, from)
    for (const cueHere of cue === undefined || isOtherwise(words, from, cue.to) ? [] : cue.values) {
      const value = cueHere === 'former' && isStillThere(words, cue!) ? 'at' : cueHere
      mentions.push({ from, to: cue!.to, is: { kind: 'cue', cue: value }, confidence: 1, weight: -2 })
    }
    // `that have not raised`: the longer cue may be cut by what comes after.
    if (cue !== undefined && cue.to > from + 1 && /^(that|who|which)$/.test(words[from]!.normal))
      mentions.push({ from, to: from + 1, is: { kind: 'cue', cue: 'who' }, confidence: 1, weight: -2.5 })
    const other = others.at(words, from)
    for (const is of isHeading(words, from) || isOfPhone(words, from) ? [] : (other?.values ?? []))
      mentions.push({ from, to: other!.to, is, confidence: 1, weight: is.kind === 'filler' ? -3 : 0 })
  }
  return mentions
}

/** `have been at Google for 3 years`: they are there still. */
const isStillThere = (words: readonly Word[], { to }: { to: number }): boolean =>
  words[to - 1]!.normal === 'at' &&
  words[to - 2]?.normal === 'been' &&
  words.slice(to, to + 5).some(({ normal }) => normal === 'for' || normal === 'since')

/** `phone number of`: what is wanted of somebody, and no count. */
const isOfPhone = (words: readonly Word[], at: number): boolean =>
  words[at]!.normal === 'number' &&
  /^(phone|telephone|mobile|cell|fax|contact|account|vat|tax)$/.test(words[at - 1]?.normal ?? '')

/** `need leads: law firms`, `employees: 51-200`: what a list is for, and not who is looked for. */
const isHeading = (words: readonly Word[], at: number): boolean =>
  /^(leads?|prospects?|contacts?|accounts?|targets?|employees?|people|staff|titles?|locations?|countr(y|ies)|company|companies)$/.test(
    words[at]?.normal ?? '',
  ) && /^\s*:/.test(words[at + 1]?.gap ?? '')

/** Whether a word is one of grammar, or stands for companies or people as such. */
export const isCueOrNoun = (words: readonly Word[], at: number): boolean =>
  cueTable.at(words, at) !== undefined || others.at(words, at) !== undefined || isNegation(words, at)

/** Whether a word stands for companies as such. */
export const isCompanyNoun = (words: readonly Word[], at: number): boolean =>
  others.at(words, at)?.values.some(({ kind }) => kind === 'companies') === true

export const listCueWords = () => [...cueTable.vocabulary(), ...others.vocabulary()]

/** Cues that end before a word, longest 5 words; worked out once a question. */
const endings = new WeakMap<readonly Word[], Map<number, Set<string>>>()

/** Whether the words before one end with a cue. */
export function hasCueBefore(words: readonly Word[], at: number, wanted: readonly Cue[]): boolean {
  let byLength = endings.get(words)
  if (byLength === undefined) {
    byLength = new Map()
    for (let from = 0; from < words.length; from++) {
      const match = cueTable.at(words, from)
      if (match === undefined || match.to - from > 5) continue
      const values = byLength.get(match.to) ?? new Set()
      const isThere = isStillThere(words, match)
      for (const value of match.values) values.add(value === 'former' && isThere ? 'at' : value)
      byLength.set(match.to, values)
    }
    endings.set(words, byLength)
  }
  const ending = byLength.get(at)
  return ending !== undefined && wanted.some((cue) => ending.has(cue))
}
