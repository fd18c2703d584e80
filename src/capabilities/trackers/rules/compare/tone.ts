import { sentiment } from '../../../../corpus/records/index.ts'
import { optional } from '../../../../operation/index.ts'

/** Tone of articles; any where left out or null. */
export const tone = optional(sentiment).describe('Tone of the article.')
