import type { AnyOperation } from '../../src/operation/index.ts'

type Named = readonly [string, AnyOperation]

/** What an operation does that the kernel does differently: reading what is free, charging, changing, taking a file, other methods. */
const kinds: readonly ((operation: AnyOperation) => boolean)[] = [
  ({ effect }) => effect === 'reads',
  ({ price }) => price.kind !== 'free' && price.kind !== 'per-job',
  ({ effect, file }) => effect === 'changes' && file === undefined,
  ({ file }) => file !== undefined,
  ({ method }) => method === 'PATCH',
  ({ method }) => method === 'DELETE',
]

/**
 * The first operation of each kind in each slice. What the kernel does for every operation alike is tried on all of
 * them in one process; these try over HTTP, on real stores, that the service is put together of it.
 */
export function representatives(operations: readonly Named[]): Named[] {
  const bySlice = Map.groupBy(operations, ([, { slice }]) => slice)
  const chosen = new Set(
    [...bySlice.values()].flatMap((own) => kinds.map((isOfKind) => own.find(([, one]) => isOfKind(one)))),
  )
  return operations.filter((operation) => chosen.has(operation))
}
