import { industries, type Industry } from '../../../../corpus/records/index.ts'
import { findStandardIndustry } from '../../../../corpus/records/index.ts'
import type { Annotator, Mention } from '../mention.ts'
import { buildPhrases, listRows, withFirstPlurals } from '../phrases.ts'
import { industryNames } from '../tables/industries.ts'
import { sectors, trades } from '../tables/trades.ts'
import { fieldTable } from '../title-tables.ts'
import { isJoined, toPhraseKey, type Word } from '../words.ts'
import { isCompanyNoun, isCueOrNoun } from './cues.ts'
import { isAdjectiveOfPlace } from './places.ts'

const table = buildPhrases([
  ...withFirstPlurals(listRows(industryNames)),
  ...listRows(sectors),
  ...listRows(trades),
])
const sectorTable = buildPhrases(listRows(sectors))
/** Trades that name firms by themselves. */
const tradeTable = buildPhrases(listRows(trades))
const whole = new Set(industries.map(toPhraseKey))
/** Plurals of other languages that name companies by themselves, as words are compared. */
const foreignNouns =
  /(banken|agenturen|kanzleien|kliniken|krankenhauser|krankenhausern|verlage|verlagen|brauereien|backereien|versicherungen|versicherer|versicherern|speditionen|zulieferer|zulieferern|dienstleister|dienstleistern|stadtwerke|stadtwerken|weinguter|weingutern|banques|hopitaux|cliniques|assureurs|assurances|agences( \w+)?|cabinets( .+)?|brasseries|boulangeries|bancos|bancas|hoteles|hoteis|hospitales|hospitais|clinicas|restaurantes|aseguradoras|seguradoras|constructoras|construtoras|inmobiliarias|imobiliarias|bodegas|bufetes( .+)?|despachos( .+)?|estudios juridicos|escritorios de advocacia|banche|alberghi|ospedali|cliniche|ristoranti|assicuratori|agenzie( .+)?|studi legali|imprese edili|ziekenhuizen|verzekeraars|kantoren|bouwbedrijven|hotels|restaurants)$/
/** Words that name companies by themselves: `fintechs`, `banks`. */
const nouns =
  /(tech|company|bank|insurer|retailer|hospital|restaurant|hotel|airline|manufacturer|agency|consultancy|firm|school|university|brokerage|broker|producer|developer|startup|studio|publisher|carmaker|automaker|builder|clinic|utility|charity|nonprofit|vc|fund|supermarket)$/

/** Standard industries by the names of questions; what the corpus itself classes so counts as the same. */
export const annotateIndustries: Annotator = ({ words }) => {
  const mentions: Mention[] = []
  for (let from = 0; from < words.length; from++) {
    const match = table.at(words, from)
    if (match === undefined || isField(words, from, match.to) || isNarrow(words, match)) continue
    if (isWorkAt(words, match)) continue
    const phrase = words
      .slice(from, match.to)
      .map(({ normal }) => normal)
      .join(' ')
    const isNoun =
      (match.isPlural || phrase.endsWith('s')) &&
      nouns.test(phrase.replace(/(ie)?s$/, (end) => (end === 'ies' ? 'y' : '')))
    const isFirm = isNoun || foreignNouns.test(phrase) || tradeTable.at(words, from)?.to === match.to
    const isWhole =
      whole.has(phrase) || (table.at(words, from)?.to === match.to && isSameWord(phrase, match.values[0]!))
    const note = isWhole ? undefined : `is searched as the industry "${match.values[0]}", which may be wider.`
    mentions.push({
      from,
      to: match.to,
      is: { kind: 'industry', industry: match.values[0]!, isWhole, isNoun: isFirm },
      confidence: isWhole ? 0.95 : 0.8,
      weight: 0.5,
      note,
    })
  }
  return mentions
}

/** `everyone in finance at Bosch`, `our finance team`: what they do there, and not what the firm does. */
const isWorkAt = (words: readonly Word[], { from, to }: { from: number; to: number }): boolean =>
  fieldTable.at(words, from)?.to === to &&
  words[to] !== undefined &&
  isJoined(words[to]) &&
  (/^(teams?|departments?|dept|function)$/.test(words[to].normal) ||
    (/^(in|works?|working)$/.test(words[from - 1]?.normal ?? '') && words[to].normal === 'at'))

/** `parking companies`, `wine buyers`: the word itself, which is searched for, says more than the wide industry. */
const isNarrow = (words: readonly Word[], { from, to }: { from: number; to: number }): boolean =>
  sectorTable.at(words, from)?.to === to &&
  words[to] !== undefined &&
  isJoined(words[to]) &&
  (isCompanyNoun(words, to) || !isCueOrNoun(words, to))

/** Words before `space` where it is the sky. */
const beforeSpace =
  /^(the|new|commercial|private|outer|deep|in|of|for|at|and|or|about|on|by|with|to|from|no|not|civil|european|national)$/
const behindSpace = /^(in|for|of|and|or|with|that|who|around|near|from|across|within|to|at|on|by)$/

/** `the beauty space`, `active in this space`: a field that the word before names, and not the sky. */
function isField(words: readonly Word[], from: number, to: number): boolean {
  if (to - from > 1 || !/^spaces?$/.test(words[from]!.normal)) return false
  const before = words[from - 1]
  const next = words[to]
  if (before === undefined || /[,;]/.test(words[from]!.gap)) return false
  const isEnd = next === undefined || /[,;.?!]/.test(next.gap) || behindSpace.test(next.normal)
  if (beforeSpace.test(before.normal)) return isEnd && before.normal === 'the'
  return !isAdjectiveOfPlace(words, from - 1)
}

/** `AI`, `Gesundheitswesen`: another word for the industry and not a part of it. */
function isSameWord(phrase: string, industry: Industry): boolean {
  return (
    synonyms.has(phrase) ||
    (findStandardIndustry(phrase) === industry &&
      phrase.split(' ').length === 1 &&
      toPhraseKey(industry).startsWith(phrase.slice(0, 5)))
  )
}

const synonyms = new Set(
  'ai, artificial intelligence, healthcare, health care, gesundheitswesen, bildung, immobilien, versicherung, versicherungen, logistik, software, hardware, energie, automobil, automotive, telecommunications, telecom, gaming, hospitality, insurance, pharma and biotech'
    .split(', ')
    .map(toPhraseKey),
)

/** Whether the name of an industry at a word stands for its firms (`fintechs`), or continues with a noun for them. */
export const namesFirms = (words: readonly Word[], at: number): boolean => {
  const match = table.at(words, at)
  return (
    match !== undefined && (match.isPlural || words[match.to - 1]!.normal.endsWith('s') || match.to > at + 1)
  )
}

/** Whether a word begins the name of an industry. */
export const isIndustry = (words: readonly Word[], at: number): boolean => table.at(words, at) !== undefined

export const listIndustryWords = () => table.vocabulary()
