import { logContext } from '../../lib/log.ts'
import { findBodyLimit } from '../body-limit.ts'
import type { AnyOperation } from '../define.ts'
import type { Warning } from '../envelope.ts'
import { Failure } from '../failure.ts'
import { readOtherNames } from '../other-names.ts'
import type { Caller, ReceivedFile } from '../ports.ts'
import { accessRules, type Received } from './access.ts'
import type { Incoming } from './exchange.ts'
import { permit } from './permit.ts'
import type { PipelinePorts, Progress } from './progress.ts'
import { receive } from './receive.ts'
import { receiveFile } from './receive-file.ts'
import { receiveMembers } from './receive-members.ts'
import { isStrict, unknownRefused } from './strict.ts'
import { givenMembers, validate } from './validate.ts'

/** A request that may be worked on: its caller is known, it is within the limit, and it is valid. */
export interface Admitted {
  operation: AnyOperation
  incoming: Incoming
  progress: Progress
  /** Undefined for operations without a key. */
  caller: Caller | undefined
  input: never
  warnings: Warning[]
  /** Sentences of advice to add to the answer. */
  advice: string[]
  /** Unknown members are refused instead of warned about. */
  isStrict: boolean
  file: ReceivedFile | undefined
  /** What makes two requests the same: the members as sent, and the file. */
  rawInput: Record<string, unknown>
}

/** Reads a request, finds its caller, counts it and checks it. Everything learnt so far is noted in `progress`. */
export async function admit(
  ports: PipelinePorts,
  operation: AnyOperation,
  { incoming, progress }: { incoming: Incoming; progress: Progress },
): Promise<Admitted> {
  const rule = accessRules[operation.access]
  const received = readMembers(incoming, findBodyLimit(operation))
  const caller = await rule.findCaller(ports, incoming, received)
  if (caller !== undefined) {
    progress.caller = caller
    const context = logContext.getStore()
    if (context !== undefined) context['organizationId'] = caller.organizationId
    permit(operation, caller, incoming.address)
  }
  const admission = await rule.admit(ports, operation, { incoming, caller })
  if (admission !== undefined) {
    progress.admission = admission
    if (!admission.admitted)
      throw new Failure('rate-limited', { retryAfterSeconds: admission.retryAfterSeconds })
  }
  if (received instanceof Failure) throw received
  const members = givenMembers(operation, incoming, received)
  progress.rawInput = members
  const strict = isStrict(incoming)
  const read = readOtherNames(operation.otherNames, members)
  progress.givenPath = read.givenPath
  const refusesUnknown = strict || operation.refusesUnknown || incoming.refusesUnknown === true
  // An empty filter must not mean everything where money is spent later.
  const lenient = refusesUnknown ? 'beside-others' : 'always'
  const leavesOut = strict ? 'never' : lenient
  const validated = validate(operation, read.members, { leavesOut })
  const { input, warnings: unknown, advice } = validated
  const warnings = unknown.map(({ field, message }) => ({ field: read.givenPath(field), message }))
  if (refusesUnknown && warnings.length > 0) throw unknownRefused(warnings)
  const organizationId = findKeeper(operation, caller)
  const file =
    organizationId === undefined
      ? undefined
      : await receiveFile(ports.files, operation, { incoming, organizationId })
  const rawInput = file === undefined ? members : { ...members, file }
  return { operation, incoming, progress, caller, input, warnings, advice, file, rawInput, isStrict: strict }
}

/** Whose a file of the request is: the operator's is of the installation. Nobody's files are not taken. */
export function findKeeper({ access }: AnyOperation, caller: Caller | undefined): string | undefined {
  return access === 'operator' ? '' : caller?.organizationId
}

function readMembers(incoming: Incoming, mostBytes: number): Received {
  try {
    return incoming.members === undefined
      ? receive(incoming.body, mostBytes)
      : receiveMembers(incoming.members, mostBytes)
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}
