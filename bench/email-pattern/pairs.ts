import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { createWorld, generatePerson } from '../../src/corpus/sample/index.ts'
import { normalizeEmail } from '../../src/lib/email.ts'
import { seeded, type Random } from '../resolution-sets.ts'

/** A person and the address that is theirs. */
export interface Pair {
  name: string
  email: string
}

/** Pairs by the domain of the address, each address once; domains in alphabetical order. */
export function byDomain(pairs: readonly Pair[]): Map<string, Pair[]> {
  const domains = new Map<string, Map<string, Pair>>()
  for (const { name, email } of pairs) {
    const address = normalizeEmail(email)
    if (address === undefined || name.trim() === '') continue
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const people = domains.get(domain) ?? new Map<string, Pair>()
    domains.set(domain, people)
    if (!people.has(address)) people.set(address, { name: name.trim(), email: address })
  }
  const sorted = [...domains].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(sorted.map(([domain, people]) => [domain, [...people.values()]]))
}

/** Pairs of a CSV file of two columns, name and e-mail address, with a header or without. */
export async function pairsOfFile(file: string): Promise<Pair[]> {
  const pairs: Pair[] = []
  const rows = createReadStream(file).pipe(
    parse({ bom: true, relax_column_count: true, skip_empty_lines: true }),
  )
  for await (const [name = '', email = ''] of rows as AsyncIterable<string[]>)
    if (email.includes('@')) pairs.push({ name, email })
  return pairs
}

const clean = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

type Rule = (given: string, family: string) => string

/** Shares differ from those the finder assumes, on purpose. */
const rules: readonly [number, Rule][] = [
  [30, (given, family) => `${given}.${family}`],
  [20, (given, family) => given.charAt(0) + family],
  [14, (given) => given],
  [10, (given, family) => given + family.charAt(0)],
  [8, (given, family) => `${given}_${family}`],
  [6, (given, family) => family + given.charAt(0)],
  [5, (_given, family) => family],
  [4, (given, family) => `${family}.${given}`],
  [3, (given, family) => `${given.charAt(0)}${family}`.slice(0, 8)],
]

/** Noise of real directories: other rules for some, addresses of nobody's name, role mailboxes and numbers. */
const noise = { otherRule: 0.09, free: 0.08, role: 0.02, numbered: 0.03 }

/** Made pairs: names of the sample generator, a rule for each domain, and noise. Equal seeds give equal pairs. */
export function madePairs(people: number): Pair[] {
  const companies = Math.ceil(people / 12)
  const world = createWorld({ seed: 77, companies, people, asOf: '2026-01-01' })
  const random = seeded(77)
  const ruleOf = new Map<number, Rule>()
  return Array.from({ length: people }, (_, index): Pair => {
    const company = Math.floor(index / 12)
    const rule = ruleOf.get(company) ?? drawRule(random)
    ruleOf.set(company, rule)
    const { name, first_name, last_name } = generatePerson(world, index)
    const [given, family] = [clean(first_name ?? ''), clean(last_name ?? '')]
    return {
      name: name ?? '',
      email: `${madeLocal(random, rule, { given, family, index })}@company${company}.example`,
    }
  })
}

function madeLocal(random: Random, rule: Rule, of: { given: string; family: string; index: number }): string {
  const { given, family, index } = of
  let draw = random()
  if ((draw -= noise.role) < 0) return ['info', 'office', 'press'][index % 3] ?? 'info'
  if ((draw -= noise.numbered) < 0) return `x${10_000 + index}`
  if ((draw -= noise.free) < 0)
    return `${['sunny', 'blue', 'rider', 'mega'][index % 4]}${given.slice(0, 1)}${index % 97}`
  const made = (draw - noise.otherRule < 0 ? drawRule(random) : rule)(given, family)
  return made === '' ? `person${index}` : made
}

function drawRule(random: Random): Rule {
  let draw = random() * rules.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, rule] of rules) if ((draw -= weight) < 0) return rule
  return (given, family) => `${given}.${family}`
}
