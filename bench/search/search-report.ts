import type { Timing } from '../measure.ts'
import { figure, markdownTable } from '../results-file.ts'

/** One line of the result: a question, how many rows satisfy it, and everybody's times. */
export interface SearchLine {
  question: string
  what: string
  matches: number
  timings: Map<string, Timing>
}

/** The whole HTTP call may take 1.5 times what the engine alone takes, plus 2 ms. */
export const target = (engineMs: number) => 1.5 * engineMs + 2

const nameless: Timing = { runs: 0, median: Number.NaN, p99: Number.NaN }

/** Tables of medians with ratios, and of the slowest percent, with a sentence of what they come to. */
export function searchTables(lines: readonly SearchLine[], baselines: readonly string[]): string {
  const names = ['HTTP', 'engine', ...baselines]
  const of = (line: SearchLine, name: string) => line.timings.get(name) ?? nameless
  const medians = lines.map((line) => {
    const [http, engine] = [of(line, 'HTTP').median, of(line, 'engine').median]
    return [
      line.question,
      line.what,
      line.matches.toLocaleString('en'),
      ...names.map((name) => figure(of(line, name).median)),
      figure(http / engine),
      http <= target(engine) ? 'yes' : '**no**',
      ...baselines.map((name) => (http < of(line, name).median ? 'yes' : '**no**')),
    ]
  })
  const slowest = lines.map((line) => [
    line.question,
    line.what,
    ...names.map((name) => `${figure(of(line, name).p99)} (${of(line, name).runs})`),
  ])
  const head = ['question', 'what', 'matches']
  return [
    verdict(lines, baselines),
    '### Medians',
    markdownTable(
      [...head, ...names, 'HTTP/engine', 'in target', ...baselines.map((name) => `ahead of ${name}`)],
      medians,
    ),
    '### 99th percentiles (runs)',
    markdownTable(['question', 'what', ...names], slowest),
  ].join('\n\n')
}

function verdict(lines: readonly SearchLine[], baselines: readonly string[]): string {
  const median = (line: SearchLine, name: string) => (line.timings.get(name) ?? nameless).median
  const within = lines.filter((line) => median(line, 'HTTP') <= target(median(line, 'engine'))).length
  const ahead = baselines.map((name) => {
    const won = lines.filter((line) => median(line, 'HTTP') < median(line, name)).length
    return `ahead of ${name} on ${won}`
  })
  return `Of ${lines.length} measurements the HTTP call is within 1.5 × the engine + 2 ms on ${[within, ...ahead].join(', ')}.`
}
