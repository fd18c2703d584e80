import { findMetroArea, metroAreasBody, naturalRegionCalled } from '../../../../corpus/reference/index.ts'
import type { LocationStrategy, Place } from '../mention.ts'
import { buildPhrases, listRows } from '../phrases.ts'
import { areas } from '../tables/world.ts'
import type { Word } from '../words.ts'
import { findLongest, ordinary, readQualified, joinSpelling } from './place-words.ts'

let areaTable: ReturnType<typeof buildPhrases<string>> | undefined

/** Metro areas by the names of this module and of the reference data. */
export function openAreas() {
  areaTable ??= buildPhrases([
    ...listRows(areas),
    ...metroAreasBody().metroAreas.flatMap(({ slug, synonyms }) =>
      synonyms.map((name): [string, string] => [name, slug]),
    ),
  ])
  return areaTable
}

/** A metro area, or an island with its country after it: `Cornwall, UK`, and no `Cornwall, Ontario`. */
export function readArea(words: readonly Word[], from: number): { to: number; place: Place } | undefined {
  const match = openAreas().at(words, from)
  if (match === undefined || (match.to === from + 1 && ordinary.has(words[from]!.normal))) return undefined
  const slug = match.values[0]!
  const strategy: LocationStrategy = { strategy: 'preset-region', region: slug }
  const name = findMetroArea(slug)?.name ?? slug
  const place: Place = { type: 'area', strategy, name }
  const called = joinSpelling(words, from, match.to)
  if (!/^\s*,/.test(words[match.to]?.gap ?? '')) return { to: match.to, place }
  for (let to = findLongest(words, match.to); to > match.to; to--)
    if (naturalRegionCalled(`${called}, ${joinSpelling(words, match.to, to)}`)?.slug === slug)
      return { to, place }
  return readQualified(words, match.to, called) === undefined ? { to: match.to, place } : undefined
}
