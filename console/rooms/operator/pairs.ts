/** Two records that may be one; `mergeId`: they were joined, and that is in doubt. */
export interface Pair {
  key: string
  ids: readonly [string, string]
  score: number
  evidence: readonly string[]
  mergeId?: string
}

/** What was done with a pair; with `mergeId` it can be undone. */
export interface Decision {
  text: string
  mergeId?: string
}

interface Possible {
  ids: [string, string]
  score: number
  evidence: string[]
}

interface Doubtful {
  mergeId: string
  entityId: string
  mergedId: string | null
  score: number
  evidence: string[]
}

/** Pairs of the last search, which was for one kind. */
export function readPairs(result: Record<string, unknown> | undefined, kind: 'companies' | 'people'): Pair[] {
  if (result?.['records'] !== kind) return []
  const { pairs = [], doubtful = [] } = result as { pairs?: Possible[]; doubtful?: Doubtful[] }
  return [
    ...pairs.map(({ ids, score, evidence }) => ({ key: ids.join(' '), ids, score, evidence })),
    ...doubtful.flatMap(({ mergeId, entityId, mergedId, score, evidence }) =>
      mergedId === null
        ? []
        : [{ key: mergeId, ids: [entityId, mergedId] as const, score, evidence, mergeId }],
    ),
  ]
}
