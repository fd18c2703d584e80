import { parseQuestion } from '../src/capabilities/language/index.ts'
import { atomsOf, goldQuestions, type GoldQuestion } from './language-notation.ts'
import { markdownTable, type Report } from './results-file.ts'

/** Relative days of the gold set do not depend on it, calendar ones would. */
const nowMs = Date.parse('2026-11-23')

/** What a part of the gold set scored. */
export interface Score {
  questions: number
  /** Filters answered that are those of the gold set. */
  precision: number
  /** Filters of the gold set that are answered. */
  recall: number
  /** Questions with exactly the filters, kind and number wanted. */
  exact: number
  /** Questions whose kind (companies, people, neither) is right. */
  kinds: number
  /** Those that are not, and how. */
  misses: string[]
}

/** Parses the questions chosen and compares filter by filter. */
export function scoreOf(questions: readonly GoldQuestion[]): Score {
  const sums = { right: 0, answered: 0, wanted: 0, exact: 0, kinds: 0 }
  const misses: string[] = []
  for (const gold of questions) {
    const parsed = parseQuestion(gold.question, { nowMs })
    const answered = atomsOf(parsed.companySearchParams, parsed.profileSearchParams)
    const missing = [...gold.atoms.difference(answered)]
    const extra = [...answered.difference(gold.atoms)]
    const isKind = parsed.kind === gold.kind
    const isExact =
      missing.length + extra.length === 0 &&
      isKind &&
      parsed.limit === gold.limit &&
      parsed.isCount === gold.isCount
    sums.right += answered.size - extra.length
    sums.answered += answered.size
    sums.wanted += gold.atoms.size
    sums.kinds += isKind ? 1 : 0
    sums.exact += isExact ? 1 : 0
    if (!isExact)
      misses.push(
        `${gold.question}: ${[...missing.map((atom) => `misses ${atom}`), ...extra.map((atom) => `adds ${atom}`)].join('; ')}`,
      )
  }
  return {
    questions: questions.length,
    precision: sums.right / sums.answered,
    recall: sums.right / sums.wanted,
    exact: sums.exact / questions.length,
    kinds: sums.kinds / questions.length,
    misses,
  }
}

/** Processor time of a question of 200 characters, milliseconds. */
function costOf(questions: readonly GoldQuestion[]): { mean: number; worst: number } {
  const texts = questions.map(({ question }, index) =>
    `${question} and ${questions[(index + 1) % questions.length]?.question} and ${questions[(index + 2) % questions.length]?.question}`
      .padEnd(200, ' in Berlin')
      .slice(0, 200),
  )
  for (const text of texts) parseQuestion(text, { nowMs })
  const costs = texts.map((text) => {
    const before = process.cpuUsage()
    parseQuestion(text, { nowMs })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return { mean: costs.reduce((sum, cost) => sum + cost, 0) / costs.length, worst: Math.max(...costs) }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Scores the parser of questions on the gold set; misses of the tuned half are printed, those of the other are not. */
export function benchLanguage(): Omit<Report, 'loadBefore'> {
  const all = goldQuestions()
  const halves = {
    tuned: all.filter(({ isHeldOut }) => !isHeldOut),
    'held out': all.filter(({ isHeldOut }) => isHeldOut),
  }
  const rows = Object.entries(halves).flatMap(([half, questions]) =>
    [['all', questions] as const, ...Map.groupBy(questions, ({ set }) => set)].map(([set, of]) => {
      const { questions: count, precision, recall, exact, kinds, misses } = scoreOf(of)
      if (half === 'tuned' && set === 'all') for (const miss of misses) process.stdout.write(`${miss}\n`)
      return [
        `${half}, ${set}`,
        String(count),
        percent(precision),
        percent(recall),
        percent(exact),
        percent(kinds),
      ]
    }),
  )
  const { mean, worst } = costOf(all)
  return {
    bench: 'language',
    title: `language: ${all.length} questions and the filters they mean`,
    command: 'npm run bench -- language',
    versions: {},
    body: `The questions of bench/language-sets with the filters written beside them by hand, by who wrote the parser; every second
one is held out: of english, other-languages and sloppy its misses were not looked at. A filter is one value of one parameter (a bound, a country, a title);
exact are questions with all their filters, the right kind and number, and nothing else. Names are read without a corpus.

${markdownTable(['half', 'questions', 'precision', 'recall', 'exact', 'kind'], rows)}

A question of 200 characters takes ${mean.toFixed(1)} ms of the processor on average, ${worst.toFixed(1)} ms at most; the first
of a process loads the tables, up to a second.`,
  }
}
