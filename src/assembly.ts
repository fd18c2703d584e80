import type { Log } from './lib/log.ts'
import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'
import type { Replaced } from './capabilities/index.ts'
import type { SourceKind } from './sources/index.ts'
import type { Stores } from './stores.ts'
import type { Documents } from './surfaces/documents/index.ts'

/** What a service is assembled from. */
export interface Assembly {
  config: Config
  stores: Stores
  clock: Clock
  log: Log
  /** Address clients reach the service at. */
  baseUrl: string
  /** The port it listens at, as soon as it does. */
  listensAt?: () => number | undefined
  /** Documents of the same operations and address, where they were rendered before. */
  documents?: Documents
  /** Replacements for parts of a slice, in tests. */
  replaced?: Replaced
  /** Kinds of sources a sources file may name; those of the program when left out. */
  sourceKinds?: readonly SourceKind[]
  /**
   * True when no other process reads the corpus: a write then notifies this process instead of waiting for all to notice.
   */
  readsAlone?: boolean
}
