import { guessAddresses, learnPatterns } from '../src/sources/email-pattern/index.ts'
import { commonestPattern } from './email-pattern/commonest-pattern.ts'
import { byDomain, madePairs, pairsOfFile, type Pair } from './email-pattern/pairs.ts'
import { seeded, type Random } from './resolution-sets.ts'
import { markdownTable, type Report } from './results-file.ts'
import { say } from './scratch-dir.ts'

/** People of one domain that are asked for; others only count as colleagues. */
const mostAskedPerDomain = 60

/** What was right, of people asked for. */
export interface Tally {
  asked: number
  domains: number
  first: number
  amongThree: number
  commonest: number
  refused: number
  /** By tenths of the probability of the first candidate. */
  tenths: { guesses: number; expected: number; right: number }[]
}

/** `npm run bench -- email-pattern`: how often the first candidate is the address, on pairs whose truth is known. */
export async function benchEmailPattern(asked: {
  pairs: string | undefined
  people: number
}): Promise<Omit<Report, 'loadBefore'>> {
  const pairs = asked.pairs === undefined ? madePairs(asked.people) : await pairsOfFile(asked.pairs)
  const domains = byDomain(pairs)
  say(`${pairs.length} pairs at ${domains.size} domains`)
  const runs = ([0, 1, 3, 'all'] as const).map((known) => ({ known, tally: measureGuesses(domains, known) }))
  const all = runs.at(-1)?.tally as Tally
  const origin = asked.pairs === undefined ? 'made pairs' : 'pairs of a file'
  return {
    bench: asked.pairs === undefined ? 'email-pattern' : 'email-pattern-file',
    title: `email-pattern: ${pairs.length.toLocaleString('en')} ${origin} at ${domains.size.toLocaleString('en')} domains`,
    command: `npm run bench -- email-pattern${asked.pairs === undefined ? ` --people ${asked.people}` : ' --pairs FILE.csv'}`,
    versions: {},
    body: [
      explanation,
      accuracyTable(runs),
      '### Calibration with all colleagues',
      calibrationTable(all),
    ].join('\n\n'),
  }
}

const explanation = `Each person is asked for with some colleagues of the domain known (drawn with a fixed seed) and their own pair hidden;
with k colleagues only domains of at least k + 1 people count. Top-1: the first candidate is the address. Commonest:
the rule of twelve that makes most of the colleagues' addresses. Addresses that no rule makes count as wrong for both.
The made pairs are names of the sample generator with a rule for each domain and noise (bench/email-pattern/pairs.ts):
they show that it works, not how well it works on real directories; --pairs measures that on your own.`

/** Asks for each person with so many others of the domain known, their own pair hidden. */
export function measureGuesses(domains: Map<string, Pair[]>, known: number | 'all'): Tally {
  const tally: Tally = {
    asked: 0,
    domains: 0,
    first: 0,
    amongThree: 0,
    commonest: 0,
    refused: 0,
    tenths: Array.from({ length: 10 }, () => ({
      guesses: 0,
      expected: 0,
      right: 0,
    })),
  }
  const random = seeded(5)
  for (const [domain, people] of domains) {
    if (people.length < (known === 'all' ? 2 : known + 1)) continue
    tally.domains += 1
    const order = shuffled(people, random)
    for (const pair of order.slice(0, mostAskedPerDomain)) {
      const others = order.filter((one) => one !== pair)
      const colleagues = known === 'all' ? others : shuffled(others, random).slice(0, known)
      count(tally, domain, { pair, colleagues })
    }
  }
  return tally
}

function count(tally: Tally, domain: string, of: { pair: Pair; colleagues: readonly Pair[] }): void {
  const { pair, colleagues } = of
  const guess = guessAddresses(pair.name, learnPatterns(domain, colleagues))
  tally.asked += 1
  if (commonestPattern(pair.name, domain, colleagues) === pair.email) tally.commonest += 1
  if (!guess.pattern) {
    tally.refused += 1
    return
  }
  const place = guess.candidates.findIndex(({ email }) => email === pair.email)
  if (place === 0) tally.first += 1
  if (place >= 0 && place < 3) tally.amongThree += 1
  const probability = guess.candidates[0]?.probability ?? 0
  const tenth = tally.tenths[Math.min(9, Math.floor(probability * 10))]
  if (tenth === undefined) return
  tenth.guesses += 1
  tenth.expected += probability
  if (place === 0) tenth.right += 1
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list]
  for (let index = copy.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[copy[index], copy[other]] = [copy[other] as T, copy[index] as T]
  }
  return copy
}

const percent = (part: number, whole: number) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`)

function accuracyTable(runs: readonly { known: number | 'all'; tally: Tally }[]): string {
  return markdownTable(
    ['colleagues known', 'domains', 'people', 'top-1', 'among 3', 'commonest', 'no pattern said'],
    runs.map(({ known, tally }) => [
      String(known),
      tally.domains.toLocaleString('en'),
      tally.asked.toLocaleString('en'),
      percent(tally.first, tally.asked),
      percent(tally.amongThree, tally.asked),
      percent(tally.commonest, tally.asked),
      tally.refused.toLocaleString('en'),
    ]),
  )
}

function calibrationTable({ tenths }: Tally): string {
  return markdownTable(
    ['said', 'guesses', 'expected right', 'right'],
    tenths.flatMap(({ guesses, expected, right }, index) =>
      guesses === 0
        ? []
        : [
            [
              `${index * 10} to ${index * 10 + 10} %`,
              guesses.toLocaleString('en'),
              percent(expected, guesses),
              percent(right, guesses),
            ],
          ],
    ),
  )
}
