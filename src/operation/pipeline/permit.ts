import { isInRanges } from '../../lib/network-address.ts'
import type { AnyOperation } from '../define.ts'
import { Failure, failures } from '../failure.ts'
import type { Caller, KeyRestrictions } from '../ports.ts'
import { mayCall, type Role } from '../roles.ts'

/** Refuses with 403 any request that the settings of the key, or the role of the person, do not cover. */
export function permit(operation: AnyOperation, caller: Caller, address: string): void {
  const { restrictions, person } = caller
  if (person !== undefined && !mayCall(person.role, operation)) throw refuseRole(person.role)
  const reason = findReason(operation, caller)
  if (reason !== undefined) throw new Failure('forbidden', {}, { ...failures.forbidden, message: reason })
  if (restrictions !== undefined && !covers(restrictions, operation, address)) throw new Failure('forbidden')
}

/** Why a request is refused that its key would cover, were it sent in another way. */
function findReason(
  { area, effect, answersSecret }: AnyOperation,
  { isOutgoing, sessionId, person, mode }: Caller,
): string | undefined {
  if (effect !== 'changes') return undefined
  if (isOutgoing === true && (area === 'keys' || area === 'people'))
    return 'This secret of the API key was replaced by a rotation: it makes and changes no keys and no people. Use the new secret.'
  if (sessionId !== undefined && person === undefined && area === 'keys' && answersSecret === true)
    return 'This session was opened with an API key, so it is shown no new secrets. Send the request with the key itself, or sign in as a person.'
  if (person !== undefined && mode === 'test' && (area === 'people' || area === 'account'))
    return 'In the sandbox the organization and its people are not changed: both are real. Switch to live first.'
  return undefined
}

/** Says the role: the person in the browser may not know it. */
function refuseRole(role: Role): Failure {
  const message = `Your role in this organization, ${role}, does not cover this request. Ask an owner or admin.`
  return new Failure('forbidden', {}, { ...failures.forbidden, message })
}

function covers(
  { scopes, isReadOnly, allowedAddresses }: KeyRestrictions,
  operation: AnyOperation,
  address: string,
): boolean {
  if (allowedAddresses.length > 0 && !isInRanges(address, allowedAddresses)) return false
  if (isReadOnly && operation.effect === 'changes') return false
  return scopes.length === 0 || scopes.some((scope) => matchesScope(scope, operation.id))
}

/** `*` matches any letters, or none. Patterns are short and have at most a few stars. */
export function matchesScope(pattern: string, operationId: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === operationId
  if (operationId.length < first.length + last.length) return false
  if (!operationId.startsWith(first) || !operationId.endsWith(last)) return false
  let offset = first.length
  for (const part of rest) {
    const index = operationId.indexOf(part, offset)
    if (index === -1) return false
    offset = index + part.length
  }
  return offset <= operationId.length - last.length
}
