import type { LeftOut } from '../../kinds/index.ts'
import type { Drift } from './shape.ts'

/**
 * Counts where rows of a file differ from their documented format, values that a step of a mapping could not read
 * (`lost`, by the step), and values that identify nobody and were left out.
 */
export interface DriftReport {
  path: string
  kind: Drift['kind'] | 'lost' | LeftOut['why']
  /** How many values. */
  values: number
  example: unknown
  /** The first line of the file with one, which is the example's. */
  line?: number
}

/** Paths that are counted apart, so that a file which uses values as member names does not fill the memory. */
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

  /** Adds counts from elsewhere, of later rows. */
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
