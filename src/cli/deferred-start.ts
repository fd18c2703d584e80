import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { bringUpToDate, type Stores } from '../stores.ts'

const lookMs = 1_000

/**
 * For a service that started without its engine, or that has to rebuild rows: does the rest of the start once the engine
 * answers. `first` is the part that needs more of the engine than its tables. Returns how to stop it.
 */
export function beginLateWork(
  stores: Pick<Stores, 'engine' | 'corpus' | 'isEngineLate'>,
  log: Log,
  first: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const { engine, corpus } = stores
  const wasAway = stores.isEngineLate
  if (wasAway)
    log(
      'the engine does not start: searches answer 503, everything else works; run `almanac doctor` for details',
      {
        level: 'error',
      },
    )
  const work = async () => {
    if (stores.isEngineLate) {
      await bringUpToDate(corpus)
      stores.isEngineLate = false
    }
    await first(signal)
  }
  const waiting = (async () => {
    while (!signal.aborted) {
      try {
        if (await engine.healthy(lookMs)) {
          await work()
          if (wasAway) log('the engine is back')
          return
        }
      } catch (cause) {
        if (!signal.aborted) log('the engine is not ready yet', { level: 'warn', cause: String(cause) })
      }
      await delay(lookMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return async () => {
    ending.abort(new Error('the service ends'))
    await waiting
  }
}
