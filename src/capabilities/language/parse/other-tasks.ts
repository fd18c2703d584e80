import type { Word } from './words.ts'

const politeness = new Set(
  'please, pls, plz, can, could, would, will, you, hey, hi, hello, kindly, now, just, i, want, need, to, and, then, help, me'.split(
    ', ',
  ),
)
/** Verbs that ask for something else than a search, and what they come before. */
const verbs =
  /^(write|draft|compose|summari[sz]e|translate|explain|delete|cancel|unsubscribe|schedule|remind|rewrite|proofread|rephrase|paraphrase|upgrade|reset|call|email|message)$/
const objects = /^(me|us|a|an|the|my|our|this|that|these|those|it|him|her|them|your|all)$/

/** `what's the weather in Paris`, `time in Tokyo`: something of a place, and nobody in it. */
const otherSubjects =
  /^(what s|what is|how s|how is|tell me|show me|give me)?\s*(the )?(current |local )?(weather|forecast|temperature|time|date|exchange rate|stock price|news|traffic|population|capital)( like)?( (in|of|for|today|tomorrow|now|right now)\b.*)?$/

/** `export all my contacts to csv`: something is done with what somebody has. */
const ofOwnThings =
  /^(please |pls |can you |could you )?(export|download|import|upload|sync|merge|dedupe|backup|back up|enrich|clean up|clean) (all )?(of )?(my|our|these|those|this)\b/

/** `write me a cold email to a CFO`, `summarise this call`: nobody is looked for. */
export function isOtherTask(words: readonly Word[]): boolean {
  const text = words.map(({ normal }) => normal).join(' ')
  if (otherSubjects.test(text) || ofOwnThings.test(text)) return true
  const at = words.findIndex(({ normal }) => !politeness.has(normal))
  const [verb, object] = [words[at]?.normal ?? '', words[at + 1]?.normal ?? '']
  return verbs.test(verb) && objects.test(object)
}
