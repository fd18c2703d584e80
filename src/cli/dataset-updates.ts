import type { Datasets, UpdateWindow } from '../corpus/datasets/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { program } from './background-process.ts'
import { keepWorking, type WorkKeeper } from './keep-working.ts'

const everyMs = 60_000

export interface UpdateSettings {
  datasets: Pick<Datasets, 'hasDue'>
  window: UpdateWindow | undefined
  clock: Clock
  log: Log
  /** What Node runs; default: `almanac data update --due`. */
  args?: readonly string[]
}

/** Loads and removes data sets in a process of their own. Looks once a minute for what is due. */
export function keepDatasets(settings: UpdateSettings): WorkKeeper {
  const { datasets, window, clock, log, args = [program, 'data', 'update', '--due'] } = settings
  return keepWorking({
    isDue: () => datasets.hasDue({ nowMs: clock.now(), window }),
    args,
    everyMs,
    log,
    failure: 'data sets were not all updated',
  })
}
