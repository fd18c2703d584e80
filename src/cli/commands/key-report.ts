import { toCredits } from '../../lib/credits.ts'
import type { KeyRecord } from '../../platform/keys/index.ts'
import { OperatorError, type CliContext } from '../context.ts'

/** Prints a changed key: as JSON, or as one sentence. */
export function report(
  context: CliContext,
  key: KeyRecord | undefined,
  options: { json?: true },
  sentence: (key: KeyRecord) => string,
): void {
  if (key === undefined) throw new OperatorError('The key vanished in the meantime.')
  context.print(options.json ? printableKey(key) : sentence(key))
}

/** Credits as numbers of credits, as everywhere outside of the store. */
export function printableKey({ maxCredits, creditsUsed, ...key }: KeyRecord): object {
  return {
    ...key,
    maxCredits: maxCredits === null ? null : toCredits(maxCredits),
    creditsUsed: toCredits(creditsUsed),
  }
}
