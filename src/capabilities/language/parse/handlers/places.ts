import type { Mention, MeaningOf, Place } from '../mention.ts'
import type { Part, Side } from '../draft.ts'
import { chooseList, put, type State } from '../state.ts'
import { addToPosting } from './hiring.ts'
import { toRange } from './nearby.ts'

/** Countries, states and areas: of headquarters, of offices, of postings, or of the person's home. */
export function place(state: State, mention: Mention<MeaningOf<'place'>>): boolean {
  const { frame } = state
  if (frame?.cue === 'offices') return office(state, mention)
  if (isBeforeOffice(state, mention)) return officeThere(state, mention)
  if (frame?.cue === 'hiring' && !mention.is.isAdjective && addPlaceToPosting(state, mention)) return true
  if (isBehind(state) || isRemit(state, mention)) return false
  if (isOfOthers(state, mention) || isOfUnread(state, mention)) return false
  const side = chooseSide(state, mention)
  dropOrigin(state, mention, side)
  return side === 'company' ? headquarters(state, mention) : home(state, mention)
}

/** `who left Berlin`, `used to live in Paris`, `born in Rome`: where somebody was, who may be anywhere now. */
function isBehind(state: State): boolean {
  const { frame, mentions, index, words } = state
  // `willing to relocate to Germany`: where they are not yet.
  const [verb, to] = words.slice(Math.max(0, mentions[index]!.from - 2), mentions[index]!.from)
  if (to?.normal === 'to' && /^(relocat(e|ing)|move|moving)$/.test(verb!.normal)) return true
  if (frame?.cue === 'left' && !frame.isUsed) return true
  if (frame?.cue === 'founded' && state.kind === 'people' && /^born$/.test(joinWords(state, frame.mention)))
    return true
  if (!state.isFormer) return false
  const former = mentions.findLastIndex(
    ({ is }, at) => at < index && is.kind === 'cue' && is.cue === 'former',
  )
  const between = mentions.slice(former + 1, index)
  const isBefore =
    between.every(({ is }) => is.kind === 'cue') &&
    (between.length > 0 || /\b(from|of|at|in)$/.test(joinWords(state, mentions[former]!)))
  if (isBefore) state.isFormer = false
  return isBefore
}

/** `VP Sales EMEA, based in London`: what the post is for, and not where somebody lives. */
function isRemit({ mentions, index, kind }: State, { is, from }: Mention<MeaningOf<'place'>>): boolean {
  const before = mentions[index - 1]
  const isRegion = is.place.type === 'country' && is.place.code.startsWith('X-')
  if (kind !== 'people' || !isRegion || before?.to !== from || before.is.kind !== 'title') return false
  return mentions.some(
    (each, at) =>
      at > index &&
      each.is.kind === 'cue' &&
      (each.is.cue === 'based' || each.is.cue === 'lives') &&
      mentions[at + 1]?.is.kind === 'place',
  )
}

/** `Japanese restaurants in London`: what comes from elsewhere is told not to be read, for both together are nowhere. */
function dropOrigin(state: State, { is }: Mention<MeaningOf<'place'>>, side: Side): void {
  const country = readCountry(is.place)
  if (is.isAdjective || country === undefined || state.isNegated || state.joiners.length > 0) return
  const { draft } = state
  const isOrigin = ({ mention, param, list, value, ...part }: Part) =>
    part.side === side &&
    mention.is.kind === 'place' &&
    mention.is.isAdjective &&
    list === 'anyOf' &&
    (param === 'headquartersCountryCode' || param === 'country3LetterCode') &&
    value !== country
  draft.unplaced.push(...draft.parts.filter(isOrigin).map(({ mention }) => mention))
  draft.parts = draft.parts.filter((part) => !isOrigin(part))
}

function readCountry(place: Place): string | undefined {
  if (place.type === 'country') return place.code
  if (place.type === 'state') return place.countryCode
  return place.strategy.strategy === 'free-form-city' ? (place.strategy.countryCode ?? undefined) : undefined
}

const others =
  /^(investors?|backers?|customers?|clients?|buyers?|suppliers?|shareholders?|owners?|ownership|parents?|subsidiar(y|ies)|capital|money|funding|markets?|exports?|citizens?|nationals?|passports?|visas?|origins?|roots?|competitors?)$/

/** `without any US investor`, `with French customers`: where those are, and not who is looked for. */
function isOfOthers({ words, mentions, index }: State, { to }: Mention): boolean {
  const next = words[to]
  if (next === undefined || !/^[\s-]+$/.test(next.gap) || !others.test(next.normal)) return false
  const behind = mentions[index + 1]
  return behind?.from !== to || !['companies', 'industry', 'title'].includes(behind.is.kind)
}

/** `US retailers with stores in Canada`: what nobody understood is there, and whoever is looked for is placed already. */
function isOfUnread(
  { words, mentions, index, understood, draft, kind }: State,
  { is, from }: Mention,
): boolean {
  const [cue, before] = [mentions[index - 1], mentions[index - 2]]
  if (cue?.is.kind !== 'cue' || cue.is.cue !== 'in' || cue.to !== from || kind !== 'companies') return false
  const isUnread = understood[cue.from - 1] === false && !/[,;]/.test(words[cue.from]!.gap)
  const isHeld = before?.is.kind === 'cue' && before.is.cue === 'with' && before.to === cue.from - 1
  const isPlaced = draft.parts.some(({ param }) => param.startsWith('headquarters'))
  return is.kind === 'place' && isUnread && isHeld && isPlaced
}

function addPlaceToPosting(state: State, { is }: Mention<MeaningOf<'place'>>): boolean {
  const { place: at } = is
  if (at.type === 'country') return addToPosting(state, 'countryOrRegionCode', listCodes(at))
  const { frame } = state
  if (
    at.type !== 'area' ||
    frame?.posting === undefined ||
    frame.posting['geoLocation'] !== undefined ||
    state.isNegated
  )
    return false
  frame.posting['geoLocation'] = at.strategy
  frame.isUsed = true
  return true
}

/** `a German office`, `a London branch` */
const isBeforeOffice = ({ words }: State, { to }: Mention): boolean =>
  /^(offices?|branch|branches|presence)$/.test(words[to]?.normal ?? '') && /^[\s-]+$/.test(words[to]!.gap)

function officeThere(state: State, mention: Mention<MeaningOf<'place'>>): boolean {
  const { frame } = state
  const whole = { ...mention, to: mention.to + 1 }
  state.frame = { cue: 'offices', mention: whole, isUsed: true, isNegated: state.isNegated }
  const isPlaced = office(state, whole)
  // The cue after it has been read.
  const next = state.mentions[state.index + 1]
  if (next?.from === mention.to && next.is.kind === 'cue') state.index++
  state.frame = frame
  return isPlaced
}

function office(state: State, mention: Mention<MeaningOf<'place'>>): boolean {
  const { place: at } = mention.is
  const count = state.frame?.count
  // Offices are counted in countries; in a state or a city the number is told not to be understood.
  if (count !== undefined && at.type !== 'country') state.draft.unplaced.push(count)
  if (at.type === 'state') return false
  const range = count === undefined ? undefined : toRange(count.is.bounds)
  const values =
    at.type === 'country'
      ? listCodes(at).map((code) => ({
          type: 'country-or-region',
          countryOrRegionCode: code,
          ...(range && { range }),
        }))
      : [{ type: 'geography', location: at.strategy }]
  state.frame!.isUsed = true
  for (const value of values)
    put(state, { side: 'company', param: 'officeLocationsV2', list: chooseList(state), value, mention })
  return true
}

/** Whom a place is of: what it comes before, else what it comes after. */
function chooseSide(state: State, mention: Mention<MeaningOf<'place'>>): Side {
  if (state.kind === 'companies') return 'company'
  if (state.frame?.cue === 'lives') return 'person'
  if (state.frame?.cue === 'based' && /hq|headquart/.test(joinWords(state, state.frame.mention)))
    return 'company'
  const next = findNounBehind(state)
  if (next !== undefined && (mention.is.isAdjective || next.isNear)) return next.side
  return state.side
}

const joinWords = (state: State, { from, to }: Mention) =>
  state.words
    .slice(from, to)
    .map(({ normal }) => normal)
    .join(' ')

type Reach = { side: Side; isNear: boolean }
const ofCompany: Reach = { side: 'company', isNear: true }
const ofHuman: Reach = { side: 'person', isNear: true }
/** What is between a place and its noun: `German Series B fintechs`. */
const between = new Set<Mention['is']['kind']>(
  'industry, stage, company-tag, technology, size, words, accelerator, ranking, place, function'.split(
    ', ',
  ) as Mention['is']['kind'][],
)
const humans = new Set<Mention['is']['kind']>(['organization', 'title', 'people', 'staff-of', 'person-tag'])

/** The noun that words such as `German Series B fintechs` lead to. */
function findNounBehind(state: State): Reach | undefined {
  let { to } = state.mentions[state.index]!
  for (let at = state.index + 1; at < state.mentions.length; at++) {
    const mention = state.mentions[at]!
    const { is, from } = mention
    const isNear = from === to && !/[,;]/.test(state.words[from]?.gap ?? '')
    if (from > to + 1 || (!isNear && is.kind !== 'place')) return undefined
    to = mention.to
    if (is.kind === 'companies' || (is.kind === 'industry' && is.isNoun)) return ofCompany
    if (humans.has(is.kind)) return ofHuman
    const isJoiner = is.kind === 'cue' && (is.cue === 'and' || is.cue === 'or')
    if (!isJoiner && !between.has(is.kind)) return undefined
  }
  return undefined
}

const listCodes = ({ code, others = [] }: Extract<Place, { type: 'country' }>) => [code, ...others]

function inCountries(
  state: State,
  mention: Mention,
  { side, param, codes }: { side: Side; param: string; codes: readonly string[] },
): true {
  for (const value of codes)
    put(state, { side, param, list: chooseList(state), value, mention, grouped: true })
  return true
}

function headquarters(state: State, mention: Mention<MeaningOf<'place'>>): true {
  const side = 'company'
  const at: Place = mention.is.place
  if (at.type === 'country')
    return inCountries(state, mention, { side, param: 'headquartersCountryCode', codes: listCodes(at) })
  if (at.type === 'state')
    return put(state, {
      side,
      param: 'headquartersStateName',
      list: chooseList(state),
      value: at.name,
      mention,
      grouped: true,
    })
  return put(state, {
    side,
    param: 'headquartersLocation',
    list: chooseList(state, 'unionAll', 'subtractAll'),
    value: at.strategy,
    mention,
    grouped: true,
  })
}

function home(state: State, mention: Mention<MeaningOf<'place'>>): true {
  const side = 'person'
  const at: Place = mention.is.place
  if (at.type === 'country')
    return inCountries(state, mention, { side, param: 'country3LetterCode', codes: listCodes(at) })
  if (at.type === 'state')
    return put(state, {
      side,
      param: 'state',
      list: chooseList(state),
      value: { stateName: at.name, countryCode: at.countryCode },
      mention,
      grouped: true,
    })
  return put(state, {
    side,
    param: 'location',
    list: chooseList(state, 'unionAll', 'subtractAll'),
    value: at.strategy,
    mention,
    grouped: true,
  })
}
