import { buildPhrases, listRows } from './phrases.ts'
import { titleNames } from './tables/title-names.ts'
import {
  chiefs,
  leaderWords,
  levelNames,
  levelWords,
  titleNouns,
  titleWords,
  tradePeople,
  workFields,
  type WorkField,
} from './tables/titles.ts'

// The words of titles, as they are looked up: by their phrases.

const phrasesIn = (phrases: string) => phrases.split(', ')
export const chiefTable = buildPhrases(
  chiefs.flatMap(([initials, full]) =>
    [initials, ...phrasesIn(full)].map((phrase): [string, readonly string[]] => [
      phrase,
      [initials, phrasesIn(full)[0]!],
    ]),
  ),
)
export const nameTable = buildPhrases(
  titleNames.flatMap(([phrases, terms]) =>
    phrasesIn(phrases).map((phrase): [string, readonly string[]] => [phrase, phrasesIn(terms)]),
  ),
)
export const fieldTable = buildPhrases(
  workFields.flatMap(([phrases, field]) =>
    phrasesIn(phrases).map((phrase): [string, WorkField] => [phrase, field]),
  ),
)
export const nounTable = buildPhrases(phrasesIn(titleNouns).map((noun): [string, string] => [noun, noun]))
export const wordTable = buildPhrases(
  [...phrasesIn(titleWords), ...workFields.flatMap(([phrases]) => phrasesIn(phrases))].map(
    (word): [string, string] => [word, word],
  ),
)
export const levelTable = buildPhrases(listRows(levelNames))
export const levelWordTable = buildPhrases(listRows(levelWords))
export const leaderTable = buildPhrases(phrasesIn(leaderWords).map((word): [string, string] => [word, word]))
export const tradeTable = buildPhrases(
  tradePeople.flatMap(([jobFunction, trend, phrases]) =>
    phrasesIn(phrases).map((phrase): [string, { jobFunction: typeof jobFunction; trend: typeof trend }] => [
      phrase,
      { jobFunction, trend },
    ]),
  ),
)
