import type { Clue } from './clue.ts'
import type { Organization } from './organization.ts'
import { employerClue, schoolClue } from './organization-clues.ts'
import type { PersonQuestion } from './person-question.ts'
import { placeClue } from './place-clue.ts'
import { headlineClue, titleClue } from './text-clues.ts'

/** Members of a request about a person in addition to identifiers and the name, the most telling first. */
export function listClues(
  question: PersonQuestion,
  employer: Organization | undefined,
  school: Organization | undefined,
): Clue[] {
  const fuzzy = question.fuzzySearch
  // A firm that is known and another than the one of the domain: whoever is meant should have been at both.
  const other = employer?.named?.isHeld === true ? employer.named : undefined
  const clues = [
    employer && employerClue(employer, { fuzzy }),
    other && { ...employerClue(other, { fuzzy }), penalty: besideDomain },
    school && schoolClue(school, { fuzzy }),
    question.pnetHeadline &&
      headlineClue(question.pnetHeadline.value, { loose: question.pnetHeadline.looseMatch, fuzzy }),
    question.jobTitle && titleClue(question.jobTitle.value, { fuzzy }),
    question.profileLocation && placeClue(question.profileLocation),
  ]
  return clues.filter((clue) => clue !== undefined)
}

/** What a firm that contradicts the domain leaves of the confidence: too little to be answered. */
const besideDomain = 0.5

/** Enough to look for somebody without a name: a headline, or two of employer, title and school. */
export function describes(clues: readonly Clue[]): boolean {
  const telling = clues.filter((clue) => clue.member !== 'profileLocation' && clue.conditions.length > 0)
  return telling.length > 1 || telling.some((clue) => clue.member === 'pnetHeadline')
}
