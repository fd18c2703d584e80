import { noCredits, plus, times, toCredits } from '../../lib/credits.ts'
import type { AnyOperation } from '../define.ts'
import type { Caller, Ledger } from '../ports.ts'
import type { PriceLine } from '../price.ts'

export interface Quote {
  lines: PriceLine[]
  maxCredits: number
  /** For a dry run that tried a sample. */
  expectedCredits?: number
  breakdown: { operation: string; units: number; creditsPerUnit: number }[]
}

/** The worst case of one request at the organization's own prices. */
export async function quote(
  ledger: Ledger,
  operation: AnyOperation,
  { caller, input, deps }: { caller: Caller; input: never; deps: unknown },
): Promise<Quote> {
  return priceLines(ledger, caller, operation.price.quote(input, deps))
}

/** The quote of a dry run: what the start would set aside, which may need a look at the upload. */
export async function quoteDryRun(
  ledger: Ledger,
  operation: AnyOperation,
  request: { caller: Caller; input: never; deps: unknown; nowMs: number; leaving: AbortSignal | undefined },
): Promise<Quote> {
  const { caller, input, deps, nowMs, leaving } = request
  const { price, timeoutMs } = operation
  if (price.read === undefined) return quote(ledger, operation, request)
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = leaving === undefined ? limit : AbortSignal.any([limit, leaving])
  const call = { organizationId: caller.organizationId, nowMs, signal }
  const read = await price.read(input, deps, call)
  if (Array.isArray(read)) return priceLines(ledger, caller, read)
  const quoted = await priceLines(ledger, caller, read.most)
  const creditsOf = new Map(
    quoted.breakdown.map(({ operation: key, creditsPerUnit }) => [key, creditsPerUnit]),
  )
  const sum = read.expected.reduce((total, { key, units }) => total + units * (creditsOf.get(key) ?? 0), 0)
  // Of a sample, so whole thousandths are more than enough; rounding must not pass the most.
  return { ...quoted, expectedCredits: Math.min(quoted.maxCredits, Math.round(sum * 1_000) / 1_000) }
}

/** What lines cost at the prices of the organization, or of the one a sandbox belongs to. */
export async function priceLines(ledger: Ledger, caller: Caller, lines: PriceLine[]): Promise<Quote> {
  const keys = lines.map((line) => line.key)
  const prices =
    keys.length === 0 ? {} : await ledger.unitPrices(caller.sandboxOf ?? caller.organizationId, keys)
  const findPrice = (line: PriceLine) => prices[line.key] ?? noCredits
  return {
    lines,
    maxCredits: toCredits(plus(...lines.map((line) => times(findPrice(line), line.units)))),
    breakdown: lines.map((line) => ({
      operation: line.key,
      units: line.units,
      creditsPerUnit: toCredits(findPrice(line)),
    })),
  }
}
