import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Environment of a Node process that finds what an earlier one compiled: to load the service takes a third less, to load
 * the ledger half. Processes that end in order leave it; those that are to be killed call `flushCompileCache`.
 */
export const compiled = {
  // Workers have a folder for temporary files that goes with the run.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'almanac-compile-cache'),
}

/** Workers of this process, and whatever they start, find it, too. */
export function keepCompiled(): void {
  Object.assign(process.env, compiled)
}
