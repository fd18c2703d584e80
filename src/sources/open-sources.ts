import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { NetworkHosts } from '../lib/network-url.ts'
import type { CorpusSearch } from '../corpus/search/index.ts'
import { createPace, type Outbound } from '../platform/outbound/index.ts'
import type { Postgres } from '../store/postgres/index.ts'
import { openAnswerCache } from './answer-cache.ts'
import { openAskOne, type AskOne, type Probed, type SourceState } from './guarded-calls.ts'
import type { AskOptions } from './ask-options.ts'
import type { AskOutcome } from './attempt.ts'
import type { Capability, Question } from './capabilities.ts'
import type { SourcesDocument } from './configuration.ts'
import type { ConfiguredSource } from './configured-source.ts'
import { race } from './race.ts'
import { settingsFiles } from './settings-file.ts'
import { openDocument, type DocumentParts } from './open-document.ts'
import { SourcesRefused, type SourcesEdit } from './sources-file.ts'
import { inSequence } from './sequence.ts'

/** The configured outside sources. */
export interface Sources {
  /** Names of the sources that answer a capability, in the operator's order. */
  names(capability: Capability): string[]
  /**
   * Asks the sources of a capability. Never throws for what a source does: a failure is an attempt, and the next one is
   * asked. Throws only when the caller's signal aborts.
   */
  ask<C extends Capability>(
    capability: C,
    question: Question<C>,
    options: AskOptions<C>,
  ): Promise<AskOutcome<C>>
  /** Makes one call to each source, or to the one named, whatever is cached and whether it failed before. */
  probe(signal: AbortSignal, name?: string): Promise<Probed[]>
  /** The file as it is now; undefined where sources cannot be set up. */
  readDocument(): Promise<Pick<SourcesDocument, 'file' | 'template'> | undefined>
  /**
   * Changes the file and takes it over; other processes follow it within seconds. A file that could not be used is not
   * written. `isRemote`: it was not asked for on the machine, so it may name only variables and files that are for it. Throws SourcesRefused.
   */
  change(edit: SourcesEdit, how?: { isRemote?: boolean }): Promise<void>
  /** How each source fared since the start, by outcome, and whether it is being left alone at a moment. */
  states(nowMs: number): SourceState[]
  /** Removes answers that have expired, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

export interface SourcesParts extends DocumentParts {
  outbound: Outbound
  clock: Clock
  db: Postgres
  secret: Buffer
  corpus: { search: CorpusSearch; network: NetworkHosts }
}

/** No sources: what an installation without a sources file has, and every sandbox. */
export const noSources: Sources = {
  names: () => [],
  ask: async () => ({ answers: [], attempts: [] }),
  probe: async () => [],
  readDocument: async () => undefined,
  change: async () => {
    throw new SourcesRefused('', 'A sandbox has no sources. Set them up in the installation itself.')
  },
  states: () => [],
  purge: async () => 0,
}

/** Opens the sources of a file. Throws InvalidSources. */
export async function openSources(parts: SourcesParts): Promise<Sources> {
  const { document, clock, corpus } = parts
  const cache = openAnswerCache(parts)
  // Names of the sources whose calls led here: a source that asks others is never asked by them again.
  const chain = new AsyncLocalStorage<readonly string[]>()
  const one = openAskOne({ ...parts, cache, pace: createPace() })

  const askOne: AskOne = (source, request) =>
    chain.run([...(chain.getStore() ?? []), source.name], () => one.ask(source, request))

  async function ask<C extends Capability>(
    capability: C,
    question: Question<C>,
    options: AskOptions<C>,
  ): Promise<AskOutcome<C>> {
    options.signal.throwIfAborted()
    await configured.look()
    const within = withinTime(options)
    const asking = chain.getStore() ?? []
    const toAsk = { capability, question, only: options.only }
    const sources = configured
      .list()
      .filter((source) => !asking.includes(source.name) && answersQuestion(source, toAsk))
    const request = { capability, question, options, signal: within.signal }
    try {
      const outcome =
        options.mode === 'race'
          ? await race(sources, request, askOne)
          : await inSequence(sources, request, askOne)
      options.signal.throwIfAborted()
      return outcome
    } finally {
      within.clear()
    }
  }

  const configured = await openDocument(parts, (name, isRemote) => ({
    name,
    clock,
    corpus,
    readFile: settingsFiles(dirname(document.file), { isRemote }),
    ask: (capability, question, signal) => ask(capability, question, { signal }),
  }))
  return {
    ask,
    readDocument: configured.read,
    change: configured.change,
    names: (capability) =>
      configured
        .list()
        .flatMap(({ name, capabilities }) => (capabilities.includes(capability) ? [name] : [])),
    async probe(signal, only) {
      await configured.look({ isNow: true })
      const sources = configured.list().filter(({ name }) => only === undefined || name === only)
      return Promise.all(sources.map((source) => one.probe(source, signal)))
    },
    states: (nowMs) => configured.list().map((source) => one.state(source, nowMs)),
    purge: (nowMs) => cache.purge(nowMs),
  }
}

/** Whether a source answers a question; `only` names those that the caller wants. */
function answersQuestion<C extends Capability>(
  { name, capabilities, answers }: ConfiguredSource,
  ask: { capability: C; question: Question<C>; only: readonly string[] | undefined },
): boolean {
  if (!capabilities.includes(ask.capability)) return false
  if (ask.only !== undefined && !ask.only.includes(name)) return false
  return answers[ask.capability]?.takes?.(ask.question) !== false
}

function withinTime({ signal, withinMs }: { signal: AbortSignal; withinMs?: number }): {
  signal: AbortSignal
  clear(): void
} {
  if (withinMs === undefined) return { signal, clear: () => {} }
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new Error('the time for all sources has run out')),
    withinMs,
  )
  return { signal: AbortSignal.any([signal, controller.signal]), clear: () => clearTimeout(timer) }
}
