import type { Answerings, Probe } from './source.ts'
import type { Capability } from './capabilities.ts'

/** A source as the operator set it up, open. */
export interface ConfiguredSource {
  /** Shown as provenance; different for each. */
  name: string
  /** Id of its kind. */
  kind: string
  answers: Answerings
  /** What it is used for, of what it answers. */
  capabilities: readonly Capability[]
  perSecond: number
  timeoutMs: number
  /** Set by the operator; undefined where those of the kind hold. */
  cacheDays?: { found: number; notFound: number } | undefined
  cost?: { perCall?: number | undefined; perFound?: number | undefined } | undefined
  /** Digest of its settings and files: answers under others are not these. */
  fingerprint: string
  /** What the check may ask, the best first. */
  probes: readonly Probe[]
  isLocal: boolean
}
