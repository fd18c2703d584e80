import { storable } from '../../lib/storable-text.ts'

/** Of an answer, this much is kept: enough to see what a receiver complained of. */
export const maxAnswerBytes = 2_000

/**
 * The beginning of an answer, as the log shows it; null where nothing came. It ends with a whole word: half of an address
 * would not be found when somebody is forgotten.
 */
export function answerText(body: Buffer): string | null {
  if (body.length === 0) return null
  if (body.length <= maxAnswerBytes) return storable(body.toString())
  const beginning = body.subarray(0, maxAnswerBytes).toString()
  const end = beginning.search(/\s\S*$/)
  return end < 0 ? null : storable(beginning.slice(0, end))
}
