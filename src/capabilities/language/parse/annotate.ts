import type { Annotator, Mention, Reading } from './mention.ts'
import { annotateCues, hasCueBefore, listCueWords } from './annotators/cues.ts'
import { annotateDates, listDateWords } from './annotators/dates.ts'
import { annotateIndustries, listIndustryWords } from './annotators/industries.ts'
import { annotateLabels, listLabelWords } from './annotators/labels.ts'
import { annotateNegations, listNegationWords } from './annotators/negations.ts'
import { annotatePersonNames } from './annotators/person-names.ts'
import { annotateNames, listOrganizationWords } from './annotators/names.ts'
import { annotatePlaces, listPlaceWords } from './annotators/places.ts'
import { annotateQuantities, listQuantityWords } from './annotators/quantities.ts'
import { annotateTechnologies, listTechnologyWords } from './annotators/technologies.ts'
import { annotateTitles, listTitleWords } from './annotators/titles.ts'
import { listQualityWords } from './keywords.ts'
import { markCovered } from './coverage.ts'
import { listComparisonWords } from './comparison.ts'
import { withMisspeltNegations } from './misspelt-negations.ts'
import { findNegationsBehind } from './negations-behind.ts'
import { correctSlips, grammarSlips, buildVocabulary, type Vocabulary } from './slips.ts'
import { listCurrencyWords } from './quantity.ts'
import { findSkills, withoutNamesOfTools } from './skills.ts'
import { ordinaryWords } from './tables/ordinary-words.ts'
import { metroAreasBody, countries } from '../../../corpus/reference/index.ts'
import { findTraders } from './traders.ts'
import { toSingular, splitWords, toPhraseKey, type Word } from './words.ts'

/** One file each; what they find may overlap. */
const annotators: readonly Annotator[] = [
  annotateCues,
  annotateNegations,
  annotatePlaces,
  annotateIndustries,
  annotateTechnologies,
  annotateTitles,
  annotateLabels,
  annotateQuantities,
  annotateDates,
  annotateNames,
  annotatePersonNames,
]

let vocabulary: Vocabulary | undefined

function collectWords(): Vocabulary {
  vocabulary ??= buildVocabulary(
    [
      ...listPlaceWords(),
      ...listIndustryWords(),
      ...listTechnologyWords(),
      ...listTitleWords(),
      ...listLabelWords(),
      ...listQuantityWords(),
      ...listDateWords(),
      ...listOrganizationWords(),
      ...grammarSlips.keys(),
      ...'series seed fortune'.split(' '),
      ...countries().flatMap(({ name }) => toPhraseKey(name).split(' ')),
      ...metroAreasBody().metroAreas.flatMap(({ name }) => toPhraseKey(name).split(' ')),
    ],
    [
      ...listCueWords(),
      ...listNegationWords(),
      ...listComparisonWords(),
      ...ordinaryWords,
      ...listQualityWords(),
      ...listCurrencyWords(),
    ],
  )
  return vocabulary
}

let names: ReadonlySet<string> | undefined

/** Words that are of names of places and firms alone. */
function collectProperNames(): ReadonlySet<string> {
  names ??= new Set([
    ...listPlaceWords(),
    ...listOrganizationWords(),
    ...metroAreasBody().metroAreas.flatMap(({ name }) => toPhraseKey(name).split(' ')),
  ]).difference(
    new Set([...listIndustryWords(), ...listTitleWords(), ...listQuantityWords(), ...listLabelWords()]),
  )
  return names
}

/** All mentions of a question, slips of the keyboard put right in words that nothing explains. */
export function annotate(
  question: string,
  context: Pick<Reading, 'today' | 'names'>,
): { words: Word[]; mentions: Mention[] } {
  const plain = splitWords(question)
  const first = read({ question, words: plain, ...context })
  const explained = markCovered(first, plain.length)
  const lexicon = collectWords()
  const isNamed = (at: number) => hasCueBefore(plain, at, ['called', 'former', 'joined'])
  const isKnown = (at: number) => {
    const { normal } = plain[at]!
    return lexicon.has(normal) || lexicon.has(toSingular(normal))
  }
  const isExplained = (at: number) => explained[at] === true || isNamed(at)
  const negated = withMisspeltNegations(plain, { isExplained, isKnown })
  const words = correctSlips(negated, lexicon, {
    isFree: (at) => negated[at]!.mayExclude !== true && !isExplained(at) && !isKnown(at),
    isName: (word) => collectProperNames().has(word),
  })
  if (words.every((word) => word.meant === undefined && word.mayExclude !== true))
    return { words: plain, mentions: first }
  return { words, mentions: read({ question, words, ...context }) }
}

function read(reading: Reading): Mention[] {
  const mentions = annotators.flatMap((annotator) => annotator(reading))
  const skills = findSkills(mentions, reading.words)
  return [
    ...withoutNamesOfTools(mentions, skills),
    ...skills,
    ...findTraders(mentions, reading.words),
    ...findNegationsBehind(reading.words),
  ]
}
