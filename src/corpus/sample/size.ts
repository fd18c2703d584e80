import type { WorldSize } from './world.ts'

/** What `small` means: loaded in seconds at the first start. */
const small = { companies: 3000, people: 20_000 }

/** The size an operator names: `small`, or a number of companies with ten people each on average. */
export function sampleSize(named: 'small' | number): WorldSize {
  return named === 'small' ? { ...small } : { companies: named }
}
