import type { Word } from './words.ts'

const politeness = new Set(
  'please, pls, plz, can, could, would, will, you, hey, hi, hello, kindly, now, just, i, want, need, to, and, then, help, me'.split(
    ', ',
  ),
)
/** Verbs that ask for something else than a search, and what they stand before. */
const verbs =
  /^(write|draft|compose|summari[sz]e|translate|explain|delete|cancel|unsubscribe|schedule|remind|rewrite|proofread|rephrase|paraphrase|upgrade|reset|call|email|message)$/
const objects = /^(me|us|a|an|the|my|our|this|that|these|those|it|him|her|them|your|all)$/

/** `write me a cold email to a CFO`, `summarise this call`: nobody is looked for. */
export function isOtherTask(words: readonly Word[]): boolean {
  const at = words.findIndex(({ normal }) => !politeness.has(normal))
  const [verb, object] = [words[at]?.normal ?? '', words[at + 1]?.normal ?? '']
  return verbs.test(verb) && objects.test(object)
}
