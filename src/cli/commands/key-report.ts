import { toCredits } from '../../lib/credits.ts'
import type { KeyRecord } from '../../platform/keys/index.ts'
import type { CliContext } from '../context.ts'

/** Prints a changed key: as JSON, or as one sentence. */
export function report(
  context: CliContext,
  key: KeyRecord,
  options: { json?: true },
  sentence: (key: KeyRecord) => string,
): void {
  context.print(options.json ? printableKey(key) : sentence(key))
}

/** Shows amounts in credits, as everywhere outside the store. */
export function printableKey({ maxCredits, creditsUsed, ...key }: KeyRecord): object {
  return {
    ...key,
    maxCredits: maxCredits === null ? null : toCredits(maxCredits),
    creditsUsed: toCredits(creditsUsed),
  }
}
