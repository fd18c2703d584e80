import type { Annotator, Mention, Reading } from './mention.ts'
import { annotateCues, cueBefore, cueWords } from './annotators/cues.ts'
import { annotateDates, dateWords } from './annotators/dates.ts'
import { annotateIndustries, industryWords } from './annotators/industries.ts'
import { annotateLabels, labelWords } from './annotators/labels.ts'
import { annotateNegations, negationWords } from './annotators/negations.ts'
import { annotatePersonNames } from './annotators/person-names.ts'
import { annotateNames, organizationWords } from './annotators/names.ts'
import { annotatePlaces, placeWords } from './annotators/places.ts'
import { annotateQuantities, quantityWords } from './annotators/quantities.ts'
import { annotateTechnologies, technologyWords } from './annotators/technologies.ts'
import { annotateTitles, titleVocabulary } from './annotators/titles.ts'
import { qualityWords } from './keywords.ts'
import { coverage } from './coverage.ts'
import { comparisonWords } from './comparison.ts'
import { withMisspeltNegations } from './misspelt-negations.ts'
import { negationsBehindAmong } from './negations-behind.ts'
import { correctSlips, grammarSlips, buildVocabulary, type Vocabulary } from './slips.ts'
import { currencyWords } from './quantity.ts'
import { skillsAmong, withoutNamesOfTools } from './skills.ts'
import { ordinaryWords } from './tables/ordinary-words.ts'
import { metroAreasBody, countries } from '../../../corpus/reference/index.ts'
import { tradersAmong } from './traders.ts'
import { singular, splitWords, phraseKey, type Word } from './words.ts'

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

function allWords(): Vocabulary {
  vocabulary ??= buildVocabulary(
    [
      ...placeWords(),
      ...industryWords(),
      ...technologyWords(),
      ...titleVocabulary(),
      ...labelWords(),
      ...quantityWords(),
      ...dateWords(),
      ...organizationWords(),
      ...grammarSlips.keys(),
      ...'series seed fortune'.split(' '),
      ...countries().flatMap(({ name }) => phraseKey(name).split(' ')),
      ...metroAreasBody().metroAreas.flatMap(({ name }) => phraseKey(name).split(' ')),
    ],
    [
      ...cueWords(),
      ...negationWords(),
      ...comparisonWords(),
      ...ordinaryWords,
      ...qualityWords(),
      ...currencyWords(),
    ],
  )
  return vocabulary
}

let names: ReadonlySet<string> | undefined

/** Words that are of names of places and firms alone. */
function properNames(): ReadonlySet<string> {
  names ??= new Set([
    ...placeWords(),
    ...organizationWords(),
    ...metroAreasBody().metroAreas.flatMap(({ name }) => phraseKey(name).split(' ')),
  ]).difference(new Set([...industryWords(), ...titleVocabulary(), ...quantityWords(), ...labelWords()]))
  return names
}

/** All mentions of a question, slips of the keyboard put right in words that nothing explains. */
export function annotate(
  question: string,
  context: Pick<Reading, 'today' | 'names'>,
): { words: Word[]; mentions: Mention[] } {
  const plain = splitWords(question)
  const first = read({ question, words: plain, ...context })
  const explained = coverage(first, plain.length)
  const lexicon = allWords()
  const isNamed = (at: number) => cueBefore(plain, at, ['called', 'former', 'joined'])
  const isKnown = (at: number) => {
    const { normal } = plain[at]!
    return lexicon.has(normal) || lexicon.has(singular(normal))
  }
  const isExplained = (at: number) => explained[at] === true || isNamed(at)
  const negated = withMisspeltNegations(plain, { isExplained, isKnown })
  const words = correctSlips(negated, lexicon, {
    isFree: (at) => negated[at]!.mayExclude !== true && !isExplained(at) && !isKnown(at),
    isName: (word) => properNames().has(word),
  })
  if (words.every((word) => word.meant === undefined && word.mayExclude !== true))
    return { words: plain, mentions: first }
  return { words, mentions: read({ question, words, ...context }) }
}

function read(reading: Reading): Mention[] {
  const mentions = annotators.flatMap((annotator) => annotator(reading))
  const skills = skillsAmong(mentions, reading.words)
  return [
    ...withoutNamesOfTools(mentions, skills),
    ...skills,
    ...tradersAmong(mentions, reading.words),
    ...negationsBehindAmong(reading.words),
  ]
}
