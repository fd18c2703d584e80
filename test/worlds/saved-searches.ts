import { testAlmanac } from '../support/harness.ts'
import { world } from './world.ts'

/** A service for files that write records of their own and search for these alone, by domain and slug. */
export const savedSearchesWorld = world(() => testAlmanac({ sandbox: true }))
