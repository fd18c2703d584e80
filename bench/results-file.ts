import { execFileSync } from 'node:child_process'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'

/** What one benchmark found, ready to be written down. */
export interface Report {
  /** Name of the benchmark; its section of the file is replaced. */
  bench: string
  title: string
  /** Command that repeats it. */
  command: string
  /** Versions of what was measured. */
  versions: Record<string, string>
  /** Markdown: tables and what they mean. */
  body: string
  /** Load of the machine when the run began: 1 minute average. */
  loadBefore: number
}

export const resultsFile = join(import.meta.dirname, 'RESULTS.md')

const heading = `# Benchmark results

Each section is written by \`npm run bench -- NAME\` and replaced by the next run of the same name. Baselines run in
the same run, on the same rows, in turns with what they are compared to. Times are milliseconds unless a column says
otherwise. Nothing here is asserted by tests.
`

/** Load average of the last minute. */
export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10

/** Replaces the section of this benchmark, keeps the others. */
export async function writeReport(report: Report, file: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '')
  const sections = new Map<string, string>()
  for (const match of before.matchAll(/<!-- bench:(\S+) -->\n([^]*?)<!-- end:\1 -->/g)) {
    sections.set(match[1]!, match[0])
  }
  const { bench } = report
  sections.set(bench, `<!-- bench:${bench} -->\n\n${sectionOf(report)}\n\n<!-- end:${bench} -->`)
  const text = `${heading}\n${[...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, section]) => section)
    .join('\n\n')}\n`
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}

function sectionOf({ title, command, versions, body, loadBefore }: Report): string {
  const named = Object.entries({ node: process.version, almanac: commit(), ...versions })
  return [
    `## ${title}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine()}, load average ${loadBefore} before the run. ` +
      `${named.map(([name, version]) => `${name} ${version}`).join(', ')}.`,
    `To repeat: \`${command}\`.`,
    body.trim(),
  ].join('\n\n')
}

function machine(): string {
  const cores = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown CPU'}, ${memory} GiB, ${process.platform} ${release()}`
}

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no').trim() !== ''
    return git('rev-parse', '--short', 'HEAD').trim() + (isChanged ? ' with changes' : '')
  } catch {
    return 'without version control'
  }
}

/** A Markdown table; the first column is text, the others are numbers or words. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(columns), line(rule), ...rows.map(line)].join('\n')
}

/** Three significant digits, no exponent: `0.84`, `12.3`, `1,230`. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const digits = value === 0 ? 1 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en', {
    minimumFractionDigits: Math.min(2, digits),
    maximumFractionDigits: Math.min(2, digits),
  })
}
