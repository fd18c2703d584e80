/** Which stores answer. */
export type StoresReachable = Record<'postgres' | 'clickhouse', boolean>

export type StoreProbe = () => Promise<StoresReachable>

interface Store {
  /** Answers within the time and never throws. */
  healthy(timeoutMs: number): Promise<boolean>
}

/** Longer than a busy store takes for a trivial statement, shorter than monitors wait. */
const patienceMs = 2_000

/** Asks both stores whether they answer; concurrent callers share the same probe. */
export function storeProbe({ db, engine }: { db: Store; engine: Store }): StoreProbe {
  let asking: Promise<StoresReachable> | undefined
  const ask = async (): Promise<StoresReachable> => {
    const [postgres, clickhouse] = await Promise.all([db.healthy(patienceMs), engine.healthy(patienceMs)])
    return { postgres, clickhouse }
  }
  return () =>
    (asking ??= ask().finally(() => {
      asking = undefined
    }))
}
