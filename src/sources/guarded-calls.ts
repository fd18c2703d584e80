import type { Log } from '../lib/log.ts'
import type { AnswerCache, CacheKey } from './answer-cache.ts'
import type { AskOptions } from './ask-options.ts'
import type { Attempt, Provided } from './attempt.ts'
import { callSource, type CallParts, type CallResult } from './call-source.ts'
import { capabilities, type CapabilityAnswer, type Capability, type Question } from './capabilities.ts'
import { closedCircuit, enter, leave, type Circuit } from './circuit.ts'
import type { ConfiguredSource } from './configured-source.ts'
import { tallySources, type SourceTally } from './source-tally.ts'

/** The outcome of one source. No attempt: only cached answers were wanted, and none exists. */
export interface OneOutcome<C extends Capability> {
  attempt?: Attempt | undefined
  provided?: Provided<C> | undefined
}

export interface OneAsked<C extends Capability> {
  capability: C
  question: Question<C>
  options: Pick<AskOptions<C>, 'cachedOnly' | 'maxAgeMs' | 'refuses'>
  signal: AbortSignal
}

export type AskOne = <C extends Capability>(
  source: ConfiguredSource,
  request: OneAsked<C>,
) => Promise<OneOutcome<C>>

/** What one call to a source says of it, for the operator. */
export interface Probed {
  source: string
  kind: string
  capabilities: readonly Capability[]
  /** What it was asked; what it could not be asked, when `not_asked`. */
  capability: Capability
  /** `not_asked`: it takes none of the questions of the check, or answered without asking anybody. */
  outcome: Attempt['outcome'] | 'not_asked'
  ms: number
  /** Why it failed; empty when it did not. */
  reason: string
}

/** How a source fares. */
export interface SourceState extends SourceTally {
  source: string
  kind: string
  capabilities: readonly Capability[]
  /** It is left alone. */
  isOpen: boolean
}

interface Parts extends CallParts {
  cache: AnswerCache
  log: Log
}

const defaultCacheDays = { found: 30, notFound: 1 }

/** Asks single sources: what is cached, then the source if its circuit lets the call through. */
export function openAskOne(parts: Parts): {
  ask: AskOne
  probe(source: ConfiguredSource, signal: AbortSignal): Promise<Probed>
  state(source: ConfiguredSource, nowMs: number): SourceState
} {
  const { clock, log } = parts
  const circuits = new Map<ConfiguredSource, Circuit>()
  const tally = tallySources<ConfiguredSource>()
  const askUncounted: AskOne = async (source, request) => {
    const { capability, question, options } = request
    const key = { source: source.name, settings: source.fingerprint, capability, question }
    const cached = await readCached(parts, key, request)
    if (cached !== undefined) return cached
    if (options.cachedOnly === true) return {}
    const entry = enter(circuits.get(source) ?? closedCircuit, clock.now())
    if (!entry.may) return { attempt: makeAttempt(source, capability, { outcome: entry.why, ms: 0 }) }
    circuits.set(source, entry.circuit)
    const result = takeResult(await callSource(parts, source, request), options)
    const circuit = circuits.get(source) ?? closedCircuit
    circuits.set(source, leave(circuit, result.end, { isTrial: entry.isTrial, nowMs: clock.now() }))
    logTroubles(log, { source: source.name, capability }, result)
    await writeCached(parts, key, { source, result })
    return { attempt: makeAttempt(source, capability, result), provided: result.provided }
  }
  return {
    state: (source, nowMs) => ({
      source: source.name,
      kind: source.kind,
      capabilities: source.capabilities,
      isOpen: nowMs < (circuits.get(source) ?? closedCircuit).notBeforeMs,
      ...tally.read(source),
    }),
    async ask(source, request) {
      const outcome = await askUncounted(source, request)
      if (outcome.attempt !== undefined) tally.count(source, outcome.attempt)
      return outcome
    },
    probe: (source, signal) => probeSource(parts, source, signal),
  }
}

/** Asks the questions of the check until one reaches the vendor. */
async function probeSource(parts: Parts, source: ConfiguredSource, signal: AbortSignal): Promise<Probed> {
  const { name, kind, capabilities: able, isLocal, probes } = source
  const of = { source: name, kind, capabilities: able }
  const leaveOut = (capability: Capability, reason: string) =>
    ({ ...of, capability, outcome: 'not_asked', ms: 0, reason }) as const
  let last = leaveOut(able[0] as Capability, 'it accepts no question of this check; try it with a request')
  for (const { capability, question } of probes) {
    const request = { capability, question: question as Question<Capability>, signal }
    const { outcome, ms, reason = '', requests } = await callSource(parts, source, request)
    if (requests > 0 || isLocal || outcome === 'failed') return { ...of, capability, outcome, ms, reason }
    last = leaveOut(capability, 'it answered without calling the vendor: check what its request needs')
  }
  return last
}

/** Tells the operator why a source failed, and what of its answer was left out. */
function logTroubles(
  log: Log,
  of: { source: string; capability: Capability },
  { outcome, reason, leftOut, impossible = [] }: CallResult<Capability>,
): void {
  const warn = (message: string, detail: object) => log(message, { level: 'warn', ...of, ...detail })
  if (reason !== undefined) warn('source failed', { outcome, reason })
  if (leftOut !== undefined) warn('lines of a source left out', { lines: leftOut.count, first: leftOut.why })
  if (impossible.length > 0)
    warn('impossible numbers of a source left out', { numbers: impossible.length, first: impossible[0] })
}

/** The circuit does not count it: whoever asks for renamed pages must not close a source to everybody. */
function takeResult<C extends Capability>(
  result: CallResult<C>,
  { refuses }: OneAsked<C>['options'],
): CallResult<C> {
  const reason = result.provided && refuses?.(result.provided.answer)
  if (reason === undefined) return result
  return { ...result, outcome: 'mismatch', provided: undefined, reason }
}

async function readCached<C extends Capability>(
  { cache, clock, log }: Parts,
  key: CacheKey,
  { capability, options }: OneAsked<C>,
): Promise<OneOutcome<C> | undefined> {
  if (options.maxAgeMs === 0) return undefined
  const cached = await cache.read(key).catch((cause: unknown) => {
    log('answers of sources not read', { level: 'error', cause: String(cause) })
    return undefined
  })
  const oldest = clock.now() - (options.maxAgeMs ?? Number.POSITIVE_INFINITY)
  if (cached === undefined || cached.askedAtMs < oldest) return undefined
  const attempt: Attempt = {
    source: key.source,
    capability,
    ms: 0,
    outcome: 'cached',
    cost: 0,
    found: cached.found !== undefined,
  }
  if (cached.found === undefined) return { attempt }
  // Kept by an earlier version of the program, perhaps in another form.
  const parsed = capabilities[capability].answer.safeParse(cached.found.answer)
  if (!parsed.success || options.refuses?.(parsed.data as CapabilityAnswer<C>) !== undefined) return undefined
  const answer = parsed.data as CapabilityAnswer<C>
  return { attempt, provided: { ...cached.found, answer, source: key.source } }
}

async function writeCached<C extends Capability>(
  { cache, clock, log }: Parts,
  key: CacheKey,
  { source, result }: { source: ConfiguredSource; result: CallResult<C> },
): Promise<void> {
  if (result.outcome !== 'found' && result.outcome !== 'not_found') return
  const days = source.cacheDays ?? source.answers[key.capability as C]?.cacheDays ?? defaultCacheDays
  const { provided } = result
  const named = provided && withoutName(provided)
  // Incomplete answers are requested again as soon as empty ones.
  const isSure =
    provided !== undefined &&
    provided.leftOut === undefined &&
    (provided.answer as { status?: string }).status !== 'unknown'
  // Without it the next question is paid for again: no reason to keep the answer back.
  await cache
    .write(key, { found: named, askedAtMs: clock.now() }, isSure ? days.found : days.notFound)
    .catch((cause: unknown) => log('answer of a source not kept', { level: 'error', cause: String(cause) }))
}

/** The stored part: its source is in the key. */
const withoutName = <C extends Capability>({ source: _source, ...rest }: Provided<C>) => rest

function makeAttempt(
  source: ConfiguredSource,
  capability: Capability,
  { outcome, ms }: Pick<Attempt, 'outcome' | 'ms'>,
): Attempt {
  const { perCall = 0, perFound = 0 } = { ...source.answers[capability]?.cost, ...source.cost }
  // An answer about somebody else is paid for as well.
  const hasFound = outcome === 'found' || outcome === 'mismatch'
  const cost = (hasFound || outcome === 'not_found' ? perCall : 0) + (hasFound ? perFound : 0)
  return { source: source.name, capability, ms, outcome, found: outcome === 'found', cost }
}
