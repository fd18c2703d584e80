import { buildOnce } from './build-once.ts'
import edition2022 from '../../../data/reference/naics-2022.json' with { type: 'json' }
import retired2017 from '../../../data/reference/naics-2017-retired.json' with { type: 'json' }
import type { NaicsBody } from './schema.ts'

/** A code of the North American Industry Classification System. */
export interface NaicsCode {
  code: string
  title: string
}

/** The body of getNaicsCodes: the 2022 edition, all levels (2 to 6 digits), in the order of the codes. */
export const naicsBody: () => NaicsBody = buildOnce(() => ({ naicsCodes: edition2022.map(named) }))

/**
 * The code with its title, for display and to check input. Also knows the codes that the 2022 edition dropped,
 * because company data still carries them. Any of 31, 32, 33 (44, 45; 48, 49) answers with its sector range.
 */
export function findNaics(code: string): NaicsCode | undefined {
  return byCode().get(code.trim())
}

const byCode = buildOnce(() => {
  const codes = new Map<string, NaicsCode>()
  for (const [code, title] of retired2017 as [string, string][]) codes.set(code, { code, title })
  for (const entry of naicsBody().naicsCodes) {
    codes.set(entry.code, entry)
    const range = /^(\d\d)-(\d\d)$/.exec(entry.code)
    if (!range) continue
    for (let sector = Number(range[1]); sector <= Number(range[2]); sector++) codes.set(String(sector), entry)
  }
  return codes
})

function named(row: string[]): NaicsCode {
  return { code: row[0]!, title: row[1]! }
}
