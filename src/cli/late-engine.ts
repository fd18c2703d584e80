import { setTimeout as delay } from 'node:timers/promises'
import { migrateClickHouse } from '../store/clickhouse/index.ts'
import type { Log } from '../lib/log.ts'
import { migrations, type Stores } from '../stores.ts'

const lookMs = 1_000

/**
 * For a service that started without its engine: does what its start left out, once the engine answers. `first` is what
 * needs the engine beyond its tables. Answers how to end the waiting.
 */
export function awaitEngine(
  { engine }: Pick<Stores, 'engine'>,
  log: Log,
  first: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  log('the engine does not start: searches answer 503, the rest works; `almanac doctor` says more', {
    level: 'error',
  })
  const waiting = (async () => {
    while (!signal.aborted) {
      try {
        if (await engine.healthy(lookMs)) {
          await migrateClickHouse(engine, migrations('clickhouse'))
          await first(signal)
          log('the engine is back')
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
