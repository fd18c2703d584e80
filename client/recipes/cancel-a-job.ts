import { Canceled, type Almanac } from '../src/index.ts'

/** Stops a job that takes too long; what it has not delivered is given back. */
export async function enrichUntil(almanac: Almanac, inlineCsv: string, signal: AbortSignal) {
  try {
    const { output } = await almanac.run('startEnrichList', { inlineCsv, as: 'companies' }, { signal })
    return { isStopped: false, status: output.run.status }
  } catch (error) {
    if (error instanceof Canceled) return { isStopped: error.isStopped, status: 'canceled' }
    throw error
  }
}
