import { readCompanyHead, type FoundRecord } from '../../corpus/lookup/index.ts'
import { exact, shared, type CompanyMatch } from './company-match.ts'
import { nameEvidence, queryFit, type CompanyNameQuery, type NameFit } from './company-names.ts'
import type { NameAsked } from './names-asked.ts'
import { isThere, type Places } from './place-behind-name.ts'
import type { Asking, LookupDeps } from './slice.ts'

const byName = 0.85
/** The confidence left for a name whose companies have other domains than the given one. */
const otherDomain = 0.75
/** A name this alike needs no wider look. */
const goodLikeness = 0.8
/** Companies of the wider look: a record costs a third of a millisecond to read. */
const maxAlikeCompanies = 8
/** The confidence left for a former name or alias with slips: companies have several, so more come near by chance. */
const misspeltAlias = 0.7
/** Members given in addition to the name. */
export interface NameGiven {
  fuzzy: boolean
  /** A domain is given that nobody has. */
  elsewhere: boolean
}

/** A company of a name. */
export type NameMatch = CompanyMatch & {
  likeness: number
  /** The name is the same, and not only alike. */
  isExact: boolean
}

/**
 * Companies of the name, read in each of its ways: the first that a company has goes before the first that one is alike. Of a
 * name that fits none, those that look like it.
 */
export async function companiesOfName(
  deps: LookupDeps,
  call: Asking,
  {
    names,
    records,
    context,
  }: { names: readonly NameAsked[]; records: readonly FoundRecord[]; context: NameGiven },
): Promise<NameMatch[]> {
  const fitting = names.map((name) => ofName(records, name, context))
  const isGood = (near: readonly NameMatch[]) => (near[0]?.likeness ?? 0) >= goodLikeness
  const has = (near: readonly NameMatch[]) => isGood(near) && near[0]?.isExact === true
  const certain = fitting.filter((_, index) => names[index]?.isCertain)
  const best = certain.find(has) ?? certain.find(isGood) ?? fitting.find(has) ?? fitting.find(isGood)
  if (best !== undefined) return best
  // The fullest as it is written, and the barest: those between share its letters.
  const ends = names.filter(
    ({ name }, index) => name.trigrams.length > 0 && (index === 0 || index === names.length - 1),
  )
  const wider = await Promise.all(
    ends.map(async (name) =>
      ofName(await alikeNames(deps, call, { name: name.name, records }), name, context),
    ),
  )
  const all = [...wider, ...fitting]
  return wider.find(isGood) ?? all.find((near) => near.length > 0) ?? []
}

/** What was found, and companies whose names share the most letters: those two slips away have no form in common. */
async function alikeNames(
  deps: LookupDeps,
  call: Asking,
  { name, records }: { name: CompanyNameQuery; records: readonly FoundRecord[] },
): Promise<FoundRecord[]> {
  const alike = await deps.search.alike('companies', {
    tokens: name.trigrams,
    snapshot: await deps.search.snapshots.newest('companies'),
    most: maxAlikeCompanies,
    signal: call.signal,
  })
  const ids = new Set(records.map(({ id }) => id))
  return [...records, ...alike.filter(({ id }) => !ids.has(id))]
}

/** Places are read where the name asked for has one. */
const nowhere: Places = { location_consensus: null, li_locations: null }

/** A name that only one company's begins with, which is hardly enough. */
const onlyBeginning = 0.66
/** The confidence left for a company in another country than the given one, and for one of several in other towns. */
const otherCountry = 0.5
const otherTown = 0.5

/**
 * Companies of a name, the best fit first; of names that fit equally well the more prominent is the likelier. Those that
 * are alike at most come after all that have the name, which they take nothing from.
 */
function ofName(
  records: readonly FoundRecord[],
  { name, place, share = 1, note }: NameAsked,
  context: NameGiven,
): NameMatch[] {
  const all = records.flatMap(({ id, body, rank }) => {
    const head = readCompanyHead(body)
    const fit = queryFit(name, head, context)
    if (fit === undefined) return []
    // Known by other domains than the one given: perhaps another company of the name.
    const isElsewhere = context.elsewhere && (head.domains?.length ?? 0) > 0
    const places = place === undefined ? nowhere : (JSON.parse(body) as Places)
    const isAbroad = isInOtherCountry(places, place)
    return [{ id, body, places, rank, fit, likeness: fit.likeness, isElsewhere, isAbroad }]
  })
  const fitting = nearest(all, place)
  const sure = fitting.filter(({ fit }) => exact.has(fit.agreement))
  const alike = fitting.filter(({ fit }) => !exact.has(fit.agreement))
  const parts = alike.filter(({ fit, likeness }) => fit.agreement === 'part' || likeness > onlyBeginning)
  if (sure.length === 0 && parts.length === 1 && parts[0]?.fit.agreement === 'part')
    parts[0].likeness = onlyBeginning
  const alone = ({ likeness, fit, isElsewhere, isAbroad, places }: (typeof fitting)[number]) =>
    byName *
    share *
    likeness ** 1.5 *
    (isElsewhere ? otherDomain : 1) *
    (isAbroad && place?.isBranch !== true ? otherCountry : 1) *
    (sure.length > 1 && isInOtherTown(places, place) ? otherTown : 1) *
    (fit.isAlias && fit.agreement === 'misspelt' ? misspeltAlias : 1)
  const certain = shared(sure, alone)
  const left = 1 - (certain[0]?.confidence ?? 0)
  const matches = [...certain, ...shared(alike, (each) => alone(each) * left)]
  const worthTelling = (matches[0]?.confidence ?? 0) * 0.01
  return matches
    .filter(({ confidence }) => confidence >= worthTelling)
    .map(({ id, body, fit, likeness, isElsewhere, isAbroad, confidence }) => {
      const evidence = [nameEvidence('companyName', fit)]
      if (note !== undefined) evidence.push(note)
      if (isElsewhere) evidence.push('companyDomain: not known of the company')
      if (isAbroad) evidence.push('companyName: the company is in another country')
      return { id, body, evidence, likeness, isExact: exact.has(fit.agreement), confidence }
    })
}

/** Those where the text says; of a town nobody has, all: it may be that of a shop. */
function nearest<T extends { places: Places; isAbroad: boolean; fit: NameFit }>(
  all: readonly T[],
  place: NameAsked['place'],
): readonly T[] {
  const local = place?.local
  if (local !== undefined) {
    const there = all.filter(({ places }) => isThere(local, places) === true)
    return there.some(({ fit }) => exact.has(fit.agreement)) ? there : all
  }
  const here = all.filter(({ isAbroad }) => !isAbroad)
  return here.length > 0 ? here : all
}

function isInOtherCountry({ location_consensus: location }: Places, place: NameAsked['place']): boolean {
  return Boolean(place?.country && location?.country_code && location.country_code !== place.country)
}

const isInOtherTown = (places: Places, place: NameAsked['place']): boolean =>
  place?.local !== undefined && isThere(place.local, places) === false
