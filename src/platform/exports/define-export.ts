import { endEvent, bindJobs, type ItemOutcome, type JobDefinition } from '../jobs/index.ts'
import { giveUpExport } from './join-export.ts'
import type { ExportParams, ExportResult, ExportSpec } from './export-spec.ts'
import type { ExportWriter } from './write-export.ts'

const defaultPartRows = 10_000

/** What a slice gives the jobs of its exports: the room they are written in. */
export interface ExportDeps {
  exports: ExportWriter
}

interface PartItem {
  part: number
}

interface PartOutput {
  rows: number
}

/** A kind of export: a kind of job that knows what it writes. */
export interface ExportDefinition<P, R, D> extends JobDefinition<ExportParams<P>, PartItem, PartOutput, D> {
  spec: ExportSpec<P, R, D> & { partRows: number }
}

/** Binds a slice's dependencies: `export const defineExport = bindExports<AudienceDeps>('audiences')`. */
export function bindExports<D extends ExportDeps>(slice: string) {
  return <P extends object, R>(exportSpec: ExportSpec<P, R, D>): ExportDefinition<P, R, D> => {
    const spec = { ...exportSpec, partRows: exportSpec.partRows ?? defaultPartRows }
    const job = bindJobs<D>(slice)<ExportParams<P>, PartItem, PartOutput>({
      id: spec.id,
      async work(context, items) {
        const outcomes: ItemOutcome<PartOutput>[] = []
        for (const { input } of items) {
          const part = await context.deps.exports.writePart(spec, context, input.part)
          if (part === undefined || part.rows === 0) outcomes.push({ state: 'empty' })
          // Nothing is owed before the file is there.
          else outcomes.push({ state: 'delivered', output: { rows: part.rows }, lines: [] })
        }
        return outcomes
      },
      conclude: ({ deps, params }): Promise<ExportResult> => deps.exports.join(spec, params),
      costWhole: (tx, job) => job.deps.exports.charge(tx, spec, job),
      announce: ({ deps, params }) => deps.exports.announce(params.exportId),
      abandon: (tx, { params }) => giveUpExport(tx, params.exportId),
      event: endEvent(spec.event.definition, ({ params, state, result, error }) => {
        const { rows = 0, isWithdrawn = false } = (result ?? {}) as Partial<ExportResult>
        const { exportId, given: exportParams } = params
        if (!isWithdrawn) return spec.event.data({ exportId, given: exportParams, state, rows, error })
        return spec.event.data({ exportId, given: exportParams, state: 'failed', rows, error: withdrawn })
      }),
    })
    return { ...job, spec }
  }
}

/** Said to clients. */
export const withdrawn =
  'Somebody in this file asked to be removed from the corpus. Export it again: rows that were paid for within the re-read window cost nothing again.'
