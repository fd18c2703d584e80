import type { Command } from 'commander'
import type { Probed } from '../../sources/index.ts'
import { OperatorError } from '../context.ts'
import type { OpenedSources } from '../sources-context.ts'
import { table } from '../table.ts'

export interface DoctorSourcesContext {
  openSources(): Promise<OpenedSources>
  print(value: unknown): void
}

const maxMs = 120_000
const answered: readonly Probed['outcome'][] = ['found', 'not_found']

/** `almanac doctor sources`: one call to each outside source. */
export function registerDoctorSources(doctor: Command, context: DoctorSourcesContext): void {
  doctor
    .command('sources')
    .description('call each outside source once; exit code 1 if one does not answer')
    .action(async (_options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: true }>()
      const { sources, close } = await context.openSources()
      try {
        const probed = await sources.probe(AbortSignal.timeout(maxMs))
        const rows = probed.map(({ source, kind, capability, outcome, ms, reason }) => ({
          source,
          kind,
          asked: capability,
          outcome,
          ms,
          reason,
        }))
        context.print(json ? probed : table(rows, 'No sources are set up (ALMANAC_SOURCES).'))
        const wrong = probed.filter(({ outcome }) => !answered.includes(outcome)).length
        if (wrong > 0) throw new OperatorError(`${wrong} of ${probed.length} sources did not answer.`)
      } finally {
        await close()
      }
    })
}
