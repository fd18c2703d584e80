import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { sampleSize } from '../corpus/sample/index.ts'
import { loadSample, noneLoaded, sampleState, sampleTotal } from '../corpus/sample-load/index.ts'
import type { Almanac } from '../main.ts'
import { column, nullable, rowShape, sql } from '../store/postgres/index.ts'
import type { Stores } from '../stores.ts'
import { showProgress } from './progress.ts'

/** The observation date of every sample, so that the same command makes the same corpus on any day. */
export const sampleDay = '2026-11-01'

const untouchedRow = rowShape({ untouched: nullable(column.bool()) })

/** At the first start, with an empty corpus, loads the sample the settings ask for. */
export async function loadFirstSample(setup: {
  config: Config
  stores: Stores
  almanac: Almanac
  /** Aborting leaves the rest for the next start. */
  signal: AbortSignal
}): Promise<void> {
  const { config, almanac } = setup
  const { corpus: stores } = setup.stores
  if (config.ALMANAC_SAMPLE === 'none') return
  const size = sampleSize(config.ALMANAC_SAMPLE)
  const world = { seed: 1, people: size.companies * 10, asOf: sampleDay, ...size }
  const [corpus] = await stores.db.query(
    sql.rows(untouchedRow)`SELECT max(published) = 0 AS untouched FROM corpus_commits`,
  )
  // A corpus with anything else in it belongs to the operator; only an interrupted sample load is resumed.
  if (corpus?.untouched !== true && (await sampleState(stores.db, world)) !== 'begun') return
  process.stdout.write(`loading the sample: ${world.companies} companies, ${world.people} people\n`)
  const progress = showProgress('sample', process.stderr, systemClock)
  const done = noneLoaded()
  await loadSample(stores, {
    world,
    signal: setup.signal,
    onPublished: () => almanac.snapshots.refresh(),
    onProgress(step) {
      done[step.kind] = step.done
      const rows = Object.values(done).reduce((sum, count) => sum + count, 0)
      // A person takes far longer than a hotel, so the rows left say little about the time left.
      progress.update({ share: rows / sampleTotal(world), rows, isEven: false })
    },
  }).finally(() => progress.stop())
}
