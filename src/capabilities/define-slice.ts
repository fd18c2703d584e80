import type { NetworkHosts } from '../lib/network-url.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
// The names and types of settings; their values come with the parts.
// oxlint-disable-next-line no-restricted-imports
import type { Config } from '../config.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { bindOperations, type Registry, type SliceDefaults } from '../operation/index.ts'
import { bindJobs } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { PersonalStore } from '../platform/privacy/index.ts'
import type { ScheduleKind } from '../platform/schedules/index.ts'
import type { Installation } from '../platform/telemetry/index.ts'
import type { MaintenanceTask } from '../platform/maintenance/index.ts'
import type { Sources } from '../sources/index.ts'
import type { Blobs } from '../store/blobs/index.ts'
import type { Postgres } from '../store/postgres/index.ts'

/** Everything beneath the slices, which each of them opens on. */
export interface SliceParts {
  config: Config
  /** Time of the caller, which can be put forward in a sandbox. */
  clock: Clock
  /** Real time, for keys and whatever else is real in a sandbox too. */
  realClock: Clock
  log: Log
  /** Address clients reach the service at. */
  baseUrl: string
  /** Address of the page about getting more credits. */
  moreCredits: string
  db: Postgres
  /** Seals cursors and ids. */
  secret: Buffer
  /** How addresses of the professional network are written here. */
  network: NetworkHosts
  platform: Platform
  corpus: Corpus
  sources: Sources
  registry: Registry
  installation: Installation
  /** True for what sandbox keys work with: a synthetic corpus, no outside sources, and nothing that runs by itself. */
  isSandbox: boolean
  /** Dependencies of another slice, which is opened first if necessary. */
  openDeps<D>(slice: Slice<D>): D
}

/** An address that takes messages of another service: no key, no envelope, not in the documents. */
export interface Receiver {
  path: `/${string}`
  /** An error that it throws is answered with 500. */
  receive(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): Promise<{ status: number; body: object }>
}

/** Small public files by id: no key. An id names one content for ever. */
export interface StaticFiles {
  /** What the id follows. */
  path: `/${string}`
  /** Undefined for an id that names none. */
  read(id: string): Promise<{ mediaType: string; body: Uint8Array } | undefined>
}

/** An opened slice. A sandbox uses only `deps`. */
export interface OpenedSlice<D> {
  /** Dependencies of its operations and jobs. */
  deps: D
  /** Recurring work. */
  tasks?: readonly MaintenanceTask[]
  /** Kinds of schedules that its operations make; they run with the real data alone. */
  schedules?: readonly ScheduleKind[]
  /** Addresses that take messages of other services. */
  receivers?: readonly Receiver[]
  /** Small public files by id. */
  files?: readonly StaticFiles[]
  /** Ends background work; stores and platform are still open. */
  close?(): Promise<void>
}

/** The stores in which a slice keeps data about people, without the rest of the service. */
export interface ForgetParts {
  db: Postgres
  clock: Clock
  secret: Buffer
  blobs: Pick<Blobs, 'get' | 'remove'>
}

/** A folder of `capabilities/`, declared whole in its `open.ts`, or in `slice.ts` where that takes a few lines. */
export interface SliceSpec<D> {
  open(parts: SliceParts): OpenedSlice<D>
  /** Its data about people, and how each person is forgotten. The service does not start with an undeclared table. */
  forget?(parts: ForgetParts): readonly PersonalStore[]
  /** Its other tables with text, and the reason why nobody has to be forgotten in them. */
  keeps?: Readonly<Record<string, string>>
  /** `same`: sandbox keys work with what live keys work with. Default: with one opened on the parts of the sandbox. */
  sandbox?: 'same'
}

const sliceMark = Symbol('slice')

/** A slice as other slices refer to it and the composition root opens it. */
export interface Slice<D> extends SliceSpec<D> {
  name: string
  readonly [sliceMark]: true
}

/** A slice whose dependencies are no longer known: what is discovered. */
export type AnySlice = Slice<unknown>

/**
 * Binds a slice's name to the type of its dependencies once, for its operations, its jobs and itself:
 * `export const { operation, defineJob, defineSlice } = sliceOf<ContactsDeps>('contacts')`. `failures`: those of its
 * `failures.ts`, which its operations may name.
 */
export function prepareSlice<D, Code extends string = never>(
  name: string,
  defaults: SliceDefaults<Code> = {},
) {
  return {
    operation: bindOperations<D, Code>(name, defaults),
    defineJob: bindJobs<D>(name),
    defineSlice: (spec: SliceSpec<D>): Slice<D> => ({ ...spec, name, [sliceMark]: true }),
  }
}

export function isSlice(value: unknown): value is AnySlice {
  return typeof value === 'object' && value !== null && sliceMark in value
}
