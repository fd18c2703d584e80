import type { AnyOperation } from '../define.ts'
import type { Warning } from '../envelope.ts'
import { Failure } from '../failure.ts'
import { unknownIssues } from '../unknown-members.ts'
import type { Incoming } from './exchange.ts'

/** Whether `X-Strict` asks to refuse unknown members. A value that is neither yes nor no is refused itself. */
export function isStrict(incoming: Incoming): boolean {
  const header = incoming.header('x-strict')
  if (header === undefined || header === '0') return false
  if (header === '1') return true
  throw new Failure('invalid-header', {
    issues: [{ path: 'X-Strict', message: 'Expected 1 or 0.', code: 'invalid_format' }],
  })
}

/** The refusal of unknown members, in the words of the warnings that a strict caller does not want to pay for. */
export function unknownRefused(warnings: readonly Warning[]): Failure {
  return new Failure('invalid-request', { issues: unknownIssues(warnings) })
}

/** The advice for a paid search with a filter that was not understood; undefined for any other request. */
export function strictAdvice(operation: AnyOperation, warnings: readonly Warning[]): string | undefined {
  const inside = warnings.filter(({ field }) => field.includes('.'))
  if (inside.length === 0 || operation.price.kind === 'free') return undefined
  return `Ignored because unknown, so the search was not narrowed by: ${inside
    .slice(0, 5)
    .map(({ field }) => field)
    .join(
      ', ',
    )}${inside.length > 5 ? ' …' : ''}. Send the header X-Strict: 1 to refuse such requests before they cost anything.`
}
