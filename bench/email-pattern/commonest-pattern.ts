import { latinText } from '../../src/lib/latin-text.ts'
import type { Pair } from './pairs.ts'

const rules: readonly ((given: string, family: string) => string)[] = [
  (given, family) => `${given}.${family}`,
  (given, family) => given.charAt(0) + family,
  (given) => given,
  (given, family) => given + family,
  (given, family) => given + family.charAt(0),
  (_given, family) => family,
  (given, family) => `${given.charAt(0)}.${family}`,
  (given, family) => `${given}_${family}`,
  (given, family) => family + given.charAt(0),
  (given, family) => `${family}.${given}`,
  (given, family) => `${given}-${family}`,
  (given, family) => family + given,
]

/** The baseline: the rule that makes most of the colleagues' addresses, the likeliest in general when none does. */
export function commonestPattern(name: string, domain: string, colleagues: readonly Pair[]): string {
  const counts = rules.map((rule) => {
    const made = (pair: Pair) => `${rule(...ends(pair.name))}@${domain}`
    return colleagues.filter((pair) => made(pair) === pair.email).length
  })
  const best = counts.indexOf(Math.max(...counts))
  return `${(rules[best] as (typeof rules)[number])(...ends(name))}@${domain}`
}

/** First and last word. */
function ends(name: string): [string, string] {
  const words = latinText(name).split(' ')
  return [words[0] ?? '', words.at(-1) ?? '']
}
