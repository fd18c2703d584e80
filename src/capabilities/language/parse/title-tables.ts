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

const splitPhrases = (phrases: string) => phrases.split(', ')
export const chiefTable = buildPhrases(
  chiefs.flatMap(([initials, full]) =>
    [initials, ...splitPhrases(full)].map((phrase): [string, readonly string[]] => [
      phrase,
      [initials, splitPhrases(full)[0]!],
    ]),
  ),
)
export const nameTable = buildPhrases(
  titleNames.flatMap(([phrases, terms]) =>
    splitPhrases(phrases).map((phrase): [string, readonly string[]] => [phrase, splitPhrases(terms)]),
  ),
)
export const fieldTable = buildPhrases(
  workFields.flatMap(([phrases, field]) =>
    splitPhrases(phrases).map((phrase): [string, WorkField] => [phrase, field]),
  ),
)
export const nounTable = buildPhrases(splitPhrases(titleNouns).map((noun): [string, string] => [noun, noun]))
export const wordTable = buildPhrases(
  [...splitPhrases(titleWords), ...workFields.flatMap(([phrases]) => splitPhrases(phrases))].map(
    (word): [string, string] => [word, word],
  ),
)
export const levelTable = buildPhrases(listRows(levelNames))
export const levelWordTable = buildPhrases(listRows(levelWords))
export const leaderTable = buildPhrases(
  splitPhrases(leaderWords).map((word): [string, string] => [word, word]),
)
export const tradeTable = buildPhrases(
  tradePeople.flatMap(([jobFunction, trend, phrases]) =>
    splitPhrases(phrases).map(
      (phrase): [string, { jobFunction: typeof jobFunction; trend: typeof trend }] => [
        phrase,
        { jobFunction, trend },
      ],
    ),
  ),
)
