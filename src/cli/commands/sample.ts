import type { Command } from 'commander'
import type { EntityKind } from '../../corpus/kinds/index.ts'
import { sampleTotal } from '../../corpus/sample-load/index.ts'
import type { Clock } from '../../lib/clock.ts'
import { countArgument } from '../arguments.ts'
import { OperatorError } from '../context.ts'
import { interruptSignal } from '../stop-signal.ts'
import { showProgress, type ProgressOutput } from '../progress.ts'

/**
 * How far a sample is loaded. Until it is done, all kinds but companies and people are counted by the companies they belong
 * to.
 */
export type SampleProgress = Record<EntityKind, number>

export interface SampleRequest {
  /** Companies to make; ten people for each. */
  companies: number
  onProgress: (progress: SampleProgress) => void
  /** Ends the load after the batch in hand. */
  signal: AbortSignal
}

/** Writes the generated records of a sample into the corpus, without looking for records they would change. */
export interface SampleLoader {
  loadSample(request: SampleRequest): Promise<SampleProgress>
  /** Returns how many records were removed. */
  removeSample(): Promise<SampleProgress>
}

/** What `sample` needs of the machine. */
export interface SampleContext {
  /** Opens the corpus of this data directory; the command closes it. */
  openSampleLoader(): Promise<SampleLoader & { close(): Promise<void> }>
  clock: Clock
  print(value: object | string): void
  progress: ProgressOutput
}

/** People for each company. */
const peoplePerCompany = 10

/** `almanac sample N`, `almanac sample remove` */
export function registerSample(program: Command, context: SampleContext): void {
  const sample = program
    .command('sample')
    .description('load made-up companies, ten people for each, and records of every other kind')
    .argument('<companies>', 'how many companies', countArgument)
    .action((companies: number) => runSample(context, companies))

  sample
    .command('remove')
    .description('remove all made-up records from the corpus, and nothing else')
    .action(async () => {
      const loader = await context.openSampleLoader()
      try {
        const removed = await loader.removeSample()
        const counts = writeCounts(removed).filter((text) => !text.startsWith('0 '))
        context.print(counts.length === 0 ? 'There is no sample.' : `sample: ${counts.join(', ')} removed`)
      } finally {
        await loader.close()
      }
    })
}

const writeCounts = (counts: SampleProgress) =>
  Object.entries(counts).map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)

async function runSample(context: SampleContext, companies: number): Promise<void> {
  const interrupt = interruptSignal(() =>
    context.print('Stopping after the current batch; press Ctrl-C again to stop at once.'),
  )
  const loader = await context.openSampleLoader().catch((error: unknown) => {
    interrupt.dispose()
    throw error
  })
  const started = context.clock.now()
  const progress = showProgress('sample', context.progress, context.clock)
  const total = sampleTotal({ companies, people: companies * peoplePerCompany })
  try {
    const loaded = await loader.loadSample({
      companies,
      signal: interrupt.signal,
      onProgress: (done) => {
        const rows = sum(done)
        progress.update({ share: rows / total, rows, isEven: false })
      },
    })
    progress.stop()
    const seconds = Math.max(0.001, (context.clock.now() - started) / 1000)
    const rate = Math.round(sum(loaded) / seconds)
    context.print(
      `sample: ${writeCounts(loaded).join(', ')} in ${seconds.toFixed(1)} s (${rate.toLocaleString('en')} a second)`,
    )
    if (interrupt.signal.aborted) throw new OperatorError('Interrupted. Repeat the command to load the rest.')
  } finally {
    progress.stop()
    interrupt.dispose()
    await loader.close()
  }
}

function sum(counts: SampleProgress): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
