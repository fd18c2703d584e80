import { Failure, type Call } from '../../operation/index.ts'
import { noteRequest } from './note-request.ts'
import type { DatasetsDeps } from './slice.ts'

/** Notes that a data set that was added is to be read or removed; what is being removed is there no more. */
export async function changeState<State extends 'wanted' | 'leaving'>(
  deps: DatasetsDeps,
  call: Call,
  { name, state }: { name: string; state: State },
): Promise<{ name: string; state: State } | Failure> {
  const added = await deps.datasets.find(name)
  if (added === undefined || (state === 'wanted' && added.state === 'leaving'))
    return new Failure('not-found')
  await deps.datasets.setState(name, state)
  const action = state === 'wanted' ? 'dataset.updated' : 'dataset.removed'
  await noteRequest(deps, call, { action, name })
  return { name, state }
}
