import type { z } from 'zod'
import type { NetworkHosts } from '../lib/network-url.ts'
import type { Clock } from '../lib/clock.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { CorpusSearch } from '../corpus/search/index.ts'
import type { Capability, GivenAnswer, Question } from './capabilities.ts'
import type { AskOutcome } from './attempt.ts'
import type { ReadSettingsFile } from './settings-file.ts'

/** What a source found, or that it knows nothing. Failures are thrown (`failures.ts`). */
export type SourceAnswer<C extends Capability> =
  | {
      found: true
      answer: GivenAnswer<C>
      /** When it was true, ISO 8601; the moment of the call when left out. */
      observedAt?: string | undefined
      /** How sure the source is, 0 to 1; 1 when left out. */
      confidence?: number | undefined
    }
  | { found: false }

/** What one call to a source may use. */
export interface SourceCall {
  /** The way out, within this call's time, the source's rate and the size limit. */
  outbound: Outbound
  /** Aborts when the time is up or another source was faster. */
  signal: AbortSignal
  nowMs: number
  /**
   * Reads what the source's interface answered by its documented form. Of lists that are `lines` what is not of it is left
   * out and told the operator; throws SourceUnavailable for anything else that is not.
   */
  read<Schema extends z.ZodObject>(schema: Schema, body: unknown): z.output<Schema>
}

/** How a source answers one capability. */
export interface Answering<C extends Capability> {
  /** Credits of the operator's own account at the source; for the operator's log. */
  cost?: { perCall?: number; perFound?: number }
  /** Days an answer may be given again; 0 never. Default 30 for what was found, 1 for what was not. */
  cacheDays?: { found: number; notFound: number }
  /** Whether the question can be put to the source at all; it is left out otherwise. Default: always. */
  takes?(question: Question<C>): boolean
  fetch(question: Question<C>, call: SourceCall): Promise<SourceAnswer<C>>
}

export type Answerings = { [C in Capability]?: Answering<C> }

/** What an opened source may use in addition to its calls. */
export interface SourceHost {
  /** What this one is called. */
  name: string
  clock: Clock
  /** Reads a file that a setting names, relative to the folder of the sources file. No kind reads such a file itself. */
  readFile: ReadSettingsFile
  /** What is known already: a source of our own may reason from it. */
  corpus: { search: CorpusSearch; network: NetworkHosts }
  /** Other configured sources. A source never asks itself, and a source asked this way may not ask further ones. */
  ask<C extends Capability>(capability: C, question: Question<C>, signal: AbortSignal): Promise<AskOutcome<C>>
}

/** A kind of source, as its file declares it. */
export interface SourceKind<S extends z.ZodObject = z.ZodObject> {
  /** Kebab-case; what the configuration names. */
  id: string
  /** One sentence for operators. */
  summary: string
  /** Members of `settings` in the configuration. Strict: a misspelt one is refused at the start. */
  settings: S
  /** Names of settings that are secret: masked wherever settings are shown. */
  secrets: readonly Extract<keyof z.output<S>, string>[]
  /** Requests a second, unless the operator says otherwise. */
  perSecond: number
  /** Milliseconds a call may take, unless the operator says otherwise. */
  timeoutMs: number
  /** Called once for each configured source; what it keeps between calls lives here. Throws when settings contradict. */
  open(settings: z.output<S>, host: SourceHost): Answerings | Promise<Answerings>
  /** What answers depend on besides the settings, such as the text of a file they name: another has another cache. */
  revision?(settings: z.output<S>, host: SourceHost): string | Promise<string>
  /**
   * What `almanac doctor sources` asks first; it goes on to the other capabilities where the source does not take it. Free
   * where the source has such a question.
   */
  probe(settings: z.output<S>, answers: Answerings): Probe
  /** Whether it may answer without asking anybody. Any other is out of order when it does. */
  isLocal?(settings: z.output<S>): boolean
}

/** A question of any capability that any account may ask, answered by found or not. */
export type Probe = { [C in Capability]: { capability: C; question: Question<C> } }[Capability]

const made = new WeakSet<object>()

/** Declares a kind of source: one constant in one file of `adapters/`, discovered by that file. */
export function defineSource<S extends z.ZodObject>(kind: SourceKind<S>): SourceKind<S> {
  made.add(kind)
  return kind
}

export function isSourceKind(value: unknown): value is SourceKind {
  return typeof value === 'object' && value !== null && made.has(value)
}
