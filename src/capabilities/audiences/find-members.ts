import type { Position } from '../../corpus/search/index.ts'
import type { NewMember } from '../../platform/lists/index.ts'
import {
  entityKeys,
  sidesOfEntities,
  type EntityQuestion,
  type EntitySide,
  type SearchDeps,
} from '../search/index.ts'
import { milestones } from './state.ts'
import type { Direction } from './list-kind.ts'

/** Progress range of one side, in percent of the build. */
interface Stretch {
  from: number
  to: number
}

/** What a build looks for. */
export interface BuildQuestion {
  organizationId: string
  question: EntityQuestion
  direction: Direction
  /** Most of each kind. */
  most: { companies: number; people: number }
  nowMs: number
  signal: AbortSignal
  /** Called after each page with the progress of the search, in percent of the build. Ends the search by throwing. */
  onProgress(percent: number): Promise<void>
}

const idsAtOnce = 5_000

/** Ids of hundreds of thousands of entities, eight bytes each. */
class FoundIds {
  #pages: BigUint64Array[] = []
  count = 0

  add(ids: readonly string[]): void {
    this.#pages.push(BigUint64Array.from(ids, BigInt))
    this.count += ids.length
  }

  *pages(): Generator<string[]> {
    for (const page of this.#pages) yield Array.from(page, String)
  }

  /** All of them in the order of their numbers, some thousands at a time. */
  *ordered(): Generator<string[]> {
    const all = new BigUint64Array(this.count)
    let end = 0
    for (const page of this.#pages) {
      all.set(page, end)
      end += page.length
    }
    all.sort()
    for (let start = 0; start < end; start += idsAtOnce)
      yield Array.from(all.subarray(start, start + idsAtOnce), String)
  }
}

export interface FoundEntities {
  companies: FoundIds
  people: FoundIds
}

type Kind = keyof FoundEntities

/**
 * Ids of the companies and people of an audience, most prominent first: people at the chosen companies, or, where it
 * starts from prospects, companies of the chosen people.
 */
export async function findMembers(deps: SearchDeps, build: BuildQuestion): Promise<FoundEntities> {
  const { question, direction } = build
  const asker = { ...build, advise: () => undefined }
  const sides = await sidesOfEntities(deps, asker, question)
  const entities: FoundEntities = { companies: new FoundIds(), people: new FoundIds() }
  const { firstFound, bothFound } = milestones[direction]
  const first: Stretch = { from: 1, to: firstFound }
  const second: Stretch = { from: firstFound, to: bothFound }
  const take = (kind: Kind, side: EntitySide, within: Stretch) =>
    takeSide(deps, build, { kind, side, into: entities[kind], within })

  await build.onProgress(first.from)
  if (question.companies === undefined && question.people === undefined) return entities
  if (question.people === undefined) await take('companies', sides.companies(), first)
  else if (direction === 'prospectsFirst') {
    const people = await sides.people()
    const last = await take('people', people, first)
    if (last !== undefined) await take('companies', sides.toCompanies(people, last), second)
  } else if (question.companies === undefined) await take('people', await sides.people(), second)
  else {
    const last = await take('companies', sides.companies(), first)
    if (last !== undefined) await take('people', await sides.peopleAt(last), second)
  }
  await build.onProgress(bothFound)
  return entities
}

interface Taking {
  kind: Kind
  side: EntitySide
  into: FoundIds
  within: Stretch
}

/** Returns the position of the last id that was added; undefined where none was. */
async function takeSide(
  deps: SearchDeps,
  { most, signal, onProgress }: BuildQuestion,
  { kind, side, into, within }: Taking,
): Promise<Position | undefined> {
  let end: Position | undefined
  for await (const { ids, last } of entityKeys(deps, kind, { ...side, most: most[kind], signal })) {
    into.add(ids)
    end = last
    await onProgress(within.from + ((within.to - within.from) * into.count) / most[kind])
  }
  return end
}

/** As members of a list, companies first. */
export async function* toMembers(entities: FoundEntities): AsyncGenerator<NewMember<'company' | 'person'>[]> {
  for (const [kind, ids] of [
    ['company', entities.companies],
    ['person', entities.people],
  ] as const)
    for (const page of ids.pages()) yield page.map((entityId) => ({ kind, entityId }))
}

/**
 * The most that a build would find now: the cap on the first kind is not applied to the second yet. `advise` is told once
 * of each parameter that narrows nothing.
 */
export async function countMembers(
  deps: SearchDeps,
  {
    question,
    direction,
    most,
    advise = () => undefined,
    ...context
  }: Omit<BuildQuestion, 'onProgress'> & { advise?: (advice: string) => void },
): Promise<{ companies: number; people: number; all: { companies: number; people: number } }> {
  // Parameters of companies are read for both sides.
  const sentences = new Set<string>()
  const asker = { ...context, advise: (sentence: string) => void sentences.add(sentence) }
  const sides = await sidesOfEntities(deps, asker, question)
  const { signal } = context
  const count = async (kind: Kind, side: EntitySide) => deps.search.count(kind, { ...side, signal })
  const all = { companies: 0, people: 0 }
  if (question.people !== undefined) {
    const people = await sides.people()
    all.people = await count('people', people)
    if (direction === 'prospectsFirst' && all.people > 0)
      all.companies = await count('companies', sides.toCompanies(people, lastOfAll))
    else if (question.companies !== undefined) all.companies = await count('companies', sides.companies())
  } else if (question.companies !== undefined) all.companies = await count('companies', sides.companies())
  for (const sentence of sentences) advise(sentence)
  return {
    companies: Math.min(all.companies, most.companies),
    people: Math.min(all.people, most.people),
    all,
  }
}

/** A rank after every row: ranks have 32 bits. */
const lastOfAll: Position = { rank: 0xff_ff_ff_ff, id: '18446744073709551615' }
