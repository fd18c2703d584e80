import { z } from 'zod'
import { companyNameKey } from '../../names/index.ts'
import { normalText } from '../../../lib/text-normal.ts'
import { slugToken } from '../../identify/index.ts'
import { always, and, identifiedBy, not } from '../condition.ts'
import { filter, pair } from '../filter.ts'
import { numberRange, rangeCondition } from '../range.ts'
import { anyPhrase } from '../text.ts'

/** The name as it stands in the column `names`; empty when it holds no letter or digit. */
const makeKey = (name: string) => (normalText(name) === '' ? '' : companyNameKey(name))

/** Company search parameters about names. */
export const nameFilters = {
  nameLike: filter(pair(z.string().min(1).max(500)), (value) =>
    and([
      value.anyOf === undefined ? always : anyPhrase('names', value.anyOf.map(makeKey)),
      not(anyPhrase('names', (value.noneOf ?? []).map(makeKey))),
    ]),
  ),
  numWordsInName: filter(numberRange(z.number().int().min(0)), (range) =>
    rangeCondition('name_words', range, 'name_words > 0'),
  ),
  pnetSlugs: filter(z.array(z.string().min(1)).max(10_000), (slugs) =>
    identifiedBy('companies', slugs.map(slugToken)),
  ),
}

export const nameMeanings: Record<keyof typeof nameFilters, string> = {
  nameLike:
    'Words of one of the company’s names, in sequence; legal forms, accents, case and punctuation aside.',
  numWordsInName: 'Number of words in the preferred name.',
  pnetSlugs: 'Companies with one of these slugs on the network, former ones included.',
}
