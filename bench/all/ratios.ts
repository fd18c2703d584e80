import { figure, markdownTable } from '../results-file.ts'

/** Processor milliseconds of one operation, a run each; by what was done. */
export type Runs = ReadonlyMap<string, readonly number[]>

/** How much dearer than before something may be. */
export const maxRatio = 1.15
/** A piece of arithmetic that no version of Almanac changes: it tells how fast the machine is today. */
export const yardstick = 'yardstick'

export interface Comparison {
  name: string
  /** Middle of the runs. */
  now: number
  /** Largest less smallest run, as a share of the middle one. */
  spread: number
  before: number | undefined
  ratio: number | undefined
  isDearer: boolean
}

export function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[half]]
  return (low + high) / 2
}

function compareOne(
  name: string,
  runs: readonly number[],
  { before, ratio }: { before: number | undefined; ratio: number | undefined },
): Comparison {
  const now = middleOf(runs)
  const spread = (Math.max(...runs) - Math.min(...runs)) / now
  return { name, now, spread, before, ratio, isDearer: ratio !== undefined && ratio > maxRatio }
}

/** Two versions measured in turns: the middle of the ratios of each pair, so that what the machine did meets both. */
export function comparePairs(now: Runs, before: Runs): Comparison[] {
  return [...now].map(([name, runs]) => {
    const others = before.get(name) ?? []
    const pairs = runs.flatMap((run, index) => (others[index] === undefined ? [] : [run / others[index]]))
    const isMeasure = pairs.length > 0 && name !== yardstick
    return compareOne(name, runs, {
      before: others.length > 0 ? middleOf(others) : undefined,
      ratio: isMeasure ? middleOf(pairs) : undefined,
    })
  })
}

/** Against figures of another day, as if the machine were as fast as it was then. */
export function compareToRecord(now: Runs, record: ReadonlyMap<string, number>): Comparison[] {
  const [today, then] = [now.get(yardstick), record.get(yardstick)]
  const speed = today === undefined || then === undefined ? 1 : middleOf(today) / then
  return [...now].map(([name, runs]) => {
    const before = record.get(name)
    const isMeasure = before !== undefined && name !== yardstick
    return compareOne(name, runs, { before, ratio: isMeasure ? middleOf(runs) / before / speed : undefined })
  })
}

const columns = ['what', 'CPU ms now', 'spread', 'CPU ms before', 'ratio', ''] as const

export const ratioTable = (all: readonly Comparison[]): string =>
  markdownTable(
    columns,
    all.map(({ name, now, spread, before, ratio, isDearer }) => [
      name,
      now.toFixed(3),
      `${Math.round(spread * 100)} %`,
      before === undefined ? '-' : before.toFixed(3),
      ratio === undefined ? '-' : figure(ratio),
      isDearer ? 'dearer' : '',
    ]),
  )

/** The middle figures of the section `all` of a file of results; empty where it has none. */
export function readRecord(results: string): Map<string, number> {
  const section = /<!-- bench:all -->([^]*?)<!-- end:all -->/.exec(results)?.[1] ?? ''
  const rows = [...section.matchAll(/^\| (.+?) \| (\d+\.\d+) \|/gm)]
  return new Map(rows.map(([, name = '', now = '']) => [name, Number(now)]))
}
