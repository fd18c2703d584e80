import { expect, test } from 'vitest'
import { goldQuestions } from './language-notation.ts'
import { inventedIn, invertedIn, polaritiesOf, type Polarity } from './language-polarity.ts'

const all = goldQuestions().map(({ question, atoms }) => ({ question, gold: polaritiesOf(atoms) }))
const excludes = (gold: ReadonlyMap<string, Set<Polarity>>) =>
  [...gold.values()].some((of) => of.has('excluded'))
/** Words that exclude, in English and the other languages of the sets; questions with one may exclude what no parameter has. */
const negations =
  /\b(not|no|non|without|never|nothing|none|but|outside|beyond|longer|stopped|dropped|left|sin|senza)\b|n't|sans|ohne|sem|nicht|kein/i
const plain = all.filter(({ question, gold }) => !excludes(gold) && !negations.test(question))
const turned = all.filter(({ gold }) => excludes(gold))

/** A word with two neighbouring letters swapped, or one left out: as keyboards do. */
function slipsOf(word: string): string[] {
  const at = Math.floor(word.length / 2)
  return [
    word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1),
    word.slice(0, at) + word.slice(at + 1),
  ].filter((each) => each !== word)
}

const misspelt = (question: string) => {
  const words = question.split(' ')
  return words.flatMap((word, at) =>
    word.length < 3 ? [] : slipsOf(word).map((slip) => words.with(at, slip).join(' ')),
  )
}

test('the sets have questions that exclude and many that do not', () => {
  expect(turned.length).toBeGreaterThan(100)
  expect(plain.length).toBeGreaterThan(400)
})

test('nothing that a question wants is excluded, and nothing that it excludes is wanted', () => {
  expect(all.flatMap(({ question, gold }) => invertedIn(question, gold))).toEqual([])
})

test('a question without a word of negation excludes nothing', () => {
  expect(plain.flatMap(({ question, gold }) => inventedIn(question, gold))).toEqual([])
})

test('a slip of the keyboard in any word turns nothing round', () => {
  const inverted = turned.flatMap(({ question, gold }) =>
    misspelt(question).flatMap((each) => invertedIn(each, gold)),
  )
  expect(inverted).toEqual([])
})

test.each([
  (question: string) => `hey, no rush, but ${question} please`,
  (question: string) => `${question}, no rush`,
  (question: string) => `${question} - not urgent, thanks`,
  (question: string) => question.toUpperCase(),
  (question: string) => question.toLowerCase(),
  (question: string) => `not sure if you can help: ${question}`,
])('words around a question exclude nothing of it: %s', (around) => {
  const said = plain.map(({ question, gold }) => ({ question: around(question), gold }))
  expect(said.flatMap(({ question, gold }) => inventedIn(question, gold))).toEqual([])
})
