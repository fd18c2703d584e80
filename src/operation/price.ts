import type { MilliCredits } from '../lib/credits.ts'
import { listedPrice, priceList, type PriceKey } from './price-list.ts'

/** A number of units of one price key. Quotes and charges consist of these. */
export interface PriceLine {
  key: PriceKey
  units: number
}

/** The worst case of an input beside what it is likely to cost. */
export interface EstimatedLines {
  most: PriceLine[]
  /** Units may be fractions. */
  expected: PriceLine[]
}

/** What pricing an input needs to know about the request. */
export interface PriceCall {
  organizationId: string
  nowMs: number
  signal: AbortSignal
}

/**
 * The cost of an operation, as data: `quote` is the worst case for an input, `charge` the actual cost of an output. `charge`
 * never exceeds `quote`, line by line.
 */
export interface Price<I = never, O = never> {
  kind: 'free' | 'per-request' | 'per-item' | 'per-job'
  /** One sentence for people: documentation and the `free` form of chargeInfo. */
  describe: string
  keys: readonly PriceKey[]
  /** Whether a balance below the quote may still buy part of the answer (pages). */
  partial: boolean
  /**
   * For starts of jobs whose size only the handler can determine: guard and hold come after the handler and use the lines it
   * returns.
   */
  late?: true
  /** `deps` are the operation's dependencies, for operations whose worst case depends on how the installation is set up. */
  quote(input: I, deps?: unknown): PriceLine[]
  /** For a dry run of a late price: what the handler would set aside. Changes nothing. Default: the quote. */
  read?(input: I, deps: unknown, call: PriceCall): Promise<PriceLine[] | EstimatedLines>
  /**
   * `unitPrices` are those of the hold, in milli-credits, for prices that take the cheapest of several ways. Left out when
   * the output does not show the cost: the handler then answers with `paid(output, lines)`.
   */
  charge?(output: O, input: I, unitPrices?: UnitPrices): PriceLine[]
}

/** Milli-credits for each unit, by price key. */
export type UnitPrices = Partial<Record<PriceKey, MilliCredits>>

/** Costs nothing; `why` becomes chargeInfo.message. */
export function free(why = 'This operation is free.'): Price<unknown, unknown> {
  return { kind: 'free', describe: why, keys: [], partial: false, quote: () => [], charge: () => [] }
}

export interface ItemLine<I, O, D = unknown> {
  key: PriceKey
  /** Most items this input can return, given the dependencies. */
  most(input: I, deps: D | undefined): number
  /** Number of items in this output. */
  count(output: O): number
}

/** Costs one unit for every item returned; a balance below a full page buys the part it can pay for. */
export function perItem<I, O, D = unknown>(...lines: ItemLine<I, O, D>[]): Price<I, O> {
  return {
    kind: 'per-item',
    describe: sentence(lines),
    keys: lines.map((line) => line.key),
    partial: true,
    quote: (input, deps) =>
      lines.map((line) => ({ key: line.key, units: line.most(input, deps as D | undefined) })).filter(some),
    charge: (output) => lines.map((line) => ({ key: line.key, units: line.count(output) })).filter(some),
  }
}

export interface RequestLine<I, O> {
  key: PriceKey
  /** Whether this input asks for the unit; default yes. */
  asked?(input: I): boolean
  /** Units this output costs; default one. */
  units?(output: O, input: I): number
  /** Worst case; default one. */
  most?(input: I): number
}

/**
 * Costs a fixed number of units for a request, charged when `when` holds for the output (default: always); the balance must
 * cover the worst case.
 */
export function perRequest<I, O>(...lines: RequestLine<I, O>[]): Price<I, O> {
  return {
    kind: 'per-request',
    describe: sentence(lines),
    keys: lines.map((line) => line.key),
    partial: false,
    quote: (input) =>
      lines
        .filter((line) => line.asked?.(input) ?? true)
        .map((line) => ({ key: line.key, units: line.most?.(input) ?? 1 }))
        .filter(some),
    charge: (output, input) =>
      lines
        .filter((line) => line.asked?.(input) ?? true)
        .map((line) => ({ key: line.key, units: line.units?.(output, input) ?? 1 }))
        .filter(some),
  }
}

export interface JobLine<I> {
  key: PriceKey
  /** Most units the job for this input can deliver. */
  most(input: I): number
}

/** The price of a job whose size is only known once its start has read the input. */
export interface LateJob<I, D = unknown> {
  describe: string
  keys: readonly PriceKey[]
  /** The most the job can cost, before anything is read. */
  most(input: I): PriceLine[]
  /** What the start would set aside, for a dry run; it may read and changes nothing. Default: `most`. */
  read?(input: I, deps: D, call: PriceCall): Promise<PriceLine[] | EstimatedLines>
}

/** Start of a job: holds the worst case, which the balance must cover; the job charges what it delivers. */
function perJob<I, D>(...lines: JobLine<I>[] | [{ late: LateJob<I, D> }]): Price<I, unknown> {
  const [first] = lines
  if (first !== undefined && 'late' in first) return latePrice(first.late)
  return jobPrice(lines as JobLine<I>[])
}

function jobPrice<I>(lines: readonly JobLine<I>[]): Price<I, unknown> {
  return {
    kind: 'per-job',
    describe: `${sentence(lines)} Set aside at the start; charged as delivered, and the rest is given back.`,
    keys: lines.map((line) => line.key),
    partial: false,
    quote: (input) => lines.map((line) => ({ key: line.key, units: line.most(input) })).filter(some),
    charge: () => [],
  }
}

/** The guard and the hold come after the handler, of the lines that its JobAnswer names. */
function latePrice<I, D>({ describe, keys, most, read }: LateJob<I, D>): Price<I, unknown> {
  return {
    kind: 'per-job',
    describe,
    keys,
    partial: false,
    late: true,
    quote: (input) => most(input),
    ...(read !== undefined && { read: (input, deps, call) => read(input, deps as D, call) }),
    charge: () => [],
  }
}

/** The price constructors with an operation's own types: `price: (p) => p.perItem({ … })`. */
export interface PriceOf<I, O, D = unknown> {
  perItem(...lines: ItemLine<I, O, D>[]): Price<I, O>
  perRequest(...lines: RequestLine<I, O>[]): Price<I, O>
  perJob(...lines: JobLine<I>[]): Price<I, O>
  perJob(job: { late: LateJob<I, D> }): Price<I, O>
}

export const priceOf: PriceOf<never, never> = { perItem, perRequest, perJob }

const some = (line: PriceLine) => line.units > 0

function sentence(lines: readonly { key: PriceKey }[]): string {
  const parts = lines.map(({ key }) => `${listedPrice(key)} per ${priceList[key].unit}`)
  return `${parts.join(' plus ')}.`
}
