import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Lookups } from '../../corpus/lookup/index.ts'
import type { AudiencesDeps } from '../audiences/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { ExclusionLists } from './exclusion-lists.ts'
import { exclusionFailures } from './failures.ts'

/** What the operations on exclusion lists need. */
export interface ExclusionsDeps {
  companies: ExclusionLists
  prospects: ExclusionLists
  /** Finds the names of companies on a list. */
  lookups: Lookups
  /** Audiences, whose members become lists. */
  audiences: AudiencesDeps
  network: NetworkHosts
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<
  ExclusionsDeps,
  'too-many-exclusion-lists' | 'exclusion-list-full' | 'nobody-to-exclude'
>('exclusions', { failures: exclusionFailures })
export const tag = 'Exclusion lists'
