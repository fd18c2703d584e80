import { isInRanges } from '../../lib/network-address.ts'
import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Caller, KeyRestrictions } from '../ports.ts'

/** Refuses with 403 any request that the settings of the key do not cover. */
export function permit(operation: AnyOperation, caller: Caller, address: string): void {
  const { restrictions } = caller
  if (restrictions !== undefined && !covers(restrictions, operation, address)) throw new Failure('forbidden')
}

function covers(
  { scopes, isReadOnly, allowedAddresses }: KeyRestrictions,
  operation: AnyOperation,
  address: string,
): boolean {
  if (allowedAddresses.length > 0 && !isInRanges(address, allowedAddresses)) return false
  if (isReadOnly && operation.effect === 'changes') return false
  return scopes.length === 0 || scopes.some((scope) => matches(scope, operation.id))
}

/** `*` matches any letters, or none. Patterns are short and have at most a few stars. */
export function matches(pattern: string, operationId: string): boolean {
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
