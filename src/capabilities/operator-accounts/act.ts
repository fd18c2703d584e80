import { Failure, invalidMember, type Call, type FailureCode } from '../../operation/index.ts'
import { readOperatorOrigin } from '../../platform/audit/index.ts'
import { ActRefused, type Operator, type Refusal } from './operator.ts'
import type { OperatorAccountsDeps } from './slice.ts'

const codes: Record<Exclude<Refusal, 'invalid'>, FailureCode> = {
  organization: 'not-found',
  subscription: 'not-found',
  key: 'not-found',
  limit: 'not-found',
  conflict: 'conflict',
}

/** Does an operator's act for a request. What is refused becomes a failure that names the member. */
export async function act<T>(
  deps: OperatorAccountsDeps,
  call: Call,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  try {
    return await work({ ...deps, by: readOperatorOrigin(call) })
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error
    const { refusal, member: path, message } = error
    if (refusal === 'invalid') throw invalidMember(path, message, 'not_allowed')
    throw new Failure(codes[refusal], { issues: [{ path, message, code: refusal }] })
  }
}
