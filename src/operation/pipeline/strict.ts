import type { AnyOperation } from '../define.ts'
import type { Warning } from '../envelope.ts'
import { Failure } from '../failure.ts'
import { unknownIssues } from '../unknown-members.ts'
import type { Incoming } from './exchange.ts'

/** Whether `X-Strict` asks that what is not understood is refused. A value that is neither yes nor no is refused itself. */
export function isStrict(incoming: Incoming): boolean {
  const header = incoming.header('x-strict')
  if (header === undefined || header === '0') return false
  if (header === '1') return true
  throw new Failure('invalid-header', {
    issues: [{ path: 'X-Strict', message: 'Expected 1 or 0.', code: 'invalid_format' }],
  })
}

/** The refusal of members that a request does not know: as its warnings, which a strict caller does not want to pay for. */
export function unknownRefused(warnings: readonly Warning[]): Failure {
  return new Failure('invalid-request', { issues: unknownIssues(warnings) })
}

/** What is said of a search that is paid for although a filter of it was not understood; undefined of others. */
export function strictAdvice(operation: AnyOperation, warnings: readonly Warning[]): string | undefined {
  const inside = warnings.filter(({ field }) => field.includes('.'))
  if (inside.length === 0 || operation.price.kind === 'free') return undefined
  return `Not understood, so it narrowed nothing: ${inside
    .slice(0, 5)
    .map(({ field }) => field)
    .join(
      ', ',
    )}${inside.length > 5 ? ' …' : ''}. With the header X-Strict: 1 such a request is refused before it costs anything.`
}
