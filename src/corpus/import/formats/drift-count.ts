import type { LeftOut } from '../../kinds/index.ts'
import type { Drift } from './shape.ts'

/**
 * Where rows of a file are not as their format is documented, values that a step of a mapping could make nothing of
 * (`lost`, by the step), and values that identify nobody and were left out, counted.
 */
export interface DriftReport {
  path: string
  kind: Drift['kind'] | 'lost' | LeftOut['why']
  /** How many values. */
  values: number
  example: unknown
  /** The line of the file the example is on: the first with one. */
  line?: number
}

/** Paths distinguished; a file that uses values as member names must not fill the memory. */
const maxPaths = 500

export class DriftCount {
  readonly #reports = new Map<string, DriftReport>()

  readonly add = ({ path, kind, value }: Drift, line?: number): void => {
    this.#count(path, kind, { value, line })
  }

  readonly lost = (step: string, value: unknown, line?: number): void => {
    this.#count(step, 'lost', { value, line })
  }

  #count(path: string, kind: DriftReport['kind'], at: { value: unknown; line: number | undefined }): void {
    const { value: example, line } = at
    this.merge([{ path, kind, values: 1, example, ...(line === undefined ? {} : { line }) }])
  }

  /** A value of a line that identifies nobody. */
  leftOut({ member, value, why }: LeftOut, line: number): void {
    this.merge([{ path: member, kind: why, values: 1, example: value, line }])
  }

  /** Adds what was counted elsewhere, of rows that come after. */
  merge(reports: readonly DriftReport[]): void {
    for (const report of reports) {
      const key = `${report.kind} ${report.path}`
      const existing = this.#reports.get(key)
      if (existing !== undefined) existing.values += report.values
      else if (this.#reports.size < maxPaths) this.#reports.set(key, { ...report })
    }
  }

  /** The most frequent first. */
  list(): DriftReport[] {
    return [...this.#reports.values()].sort((a, b) => b.values - a.values || a.path.localeCompare(b.path))
  }
}
