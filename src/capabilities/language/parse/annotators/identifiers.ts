import type { Meaning } from '../mention.ts'
import type { Word } from '../words.ts'

const hostName =
  /^(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9-]+\.)+(?:com|org|net|io|ai|co|de|fr|es|it|nl|uk|eu|app|dev|tech|us|ca|ch|at|be|br|in|jp|cn|se|no|dk|fi|pl|example))(?:\/\S*)?$/i

/** Characters of the longest host name, and some of a path after it. */
const maxHostLength = 300

/** Domains (`stripe.com`), their endings (`.ai domains`), NAICS codes. */
export function readIdentifierAt(
  words: readonly Word[],
  from: number,
  question: string,
): { to: number; is: Meaning } | undefined {
  return readDomainAt(words, from, question) ?? readSuffixAt(words, from) ?? readNaicsAt(words, from)
}

function readDomainAt(
  words: readonly Word[],
  from: number,
  question: string,
): { to: number; is: Meaning } | undefined {
  const word = words[from]!
  if (!((from === 0 && word.gap === '') || /[\s(@]$/.test(word.gap))) return undefined
  const rest = question.slice(word.start, word.start + maxHostLength)
  const run = /^\S+/.exec(rest)?.[0].replace(/[),;:!?.]+$/, '') ?? ''
  const host = run.includes('.') ? hostName.exec(run)?.[1] : undefined
  if (host === undefined || isListedTechnology(run)) return undefined
  const end = word.start + run.length
  let to = from + 1
  while (words[to] !== undefined && words[to]!.end <= end) to++
  return { to, is: { kind: 'domain', domain: host.toLowerCase() } }
}

const suffixNouns = new Set([
  'domain',
  'domains',
  'websites',
  'website',
  'tld',
  'sites',
  'companies',
  'startups',
])
const domainNouns = new Set(['domain', 'domains', 'tld'])

function readSuffixAt(words: readonly Word[], from: number): { to: number; is: Meaning } | undefined {
  const { gap, normal } = words[from]!
  const next = words[from + 1]?.normal ?? ''
  if (!/[\s(]\.$|^\.$/.test(gap) || !/^[a-z]{2,6}$/.test(normal) || !suffixNouns.has(next)) return undefined
  return { to: domainNouns.has(next) ? from + 2 : from + 1, is: { kind: 'suffix', suffix: normal } }
}

function readNaicsAt(words: readonly Word[], from: number): { to: number; is: Meaning } | undefined {
  if (words[from]!.normal !== 'naics') return undefined
  const at = /^codes?$/.test(words[from + 1]?.normal ?? '') ? from + 2 : from + 1
  const code = words[at]
  if (code?.isNumber !== true || !/^\d{2,6}$/.test(code.text)) return undefined
  return { to: at + 1, is: { kind: 'naics', code: code.text } }
}

/** Fly.io is a technology first. */
const isListedTechnology = (run: string) => /^(fly\.io)$/i.test(run)
