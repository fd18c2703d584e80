import type { CorpusKind, Sighting } from '../kinds/index.ts'

type Tracked = Record<string, unknown>

/** A moment at which something was said of an entity, and what it was then. */
export interface Moment {
  /** ISO 8601. */
  observedAt: string
  source: string
  /** Tracked members. */
  tracked: Tracked
  /** Members of records that were said then; what else is tracked continues from the moment before. */
  said: Set<string>
}

/** What one line says of its entity: a sighting, with the values that history tracks. */
export interface Statement extends Omit<Sighting, 'id'> {
  /** Tracked members of the line by itself. */
  own: Tracked
}

/**
 * Puts a line in its place among the moments of an entity, which are in order of time: it goes on from the moment before,
 * and what it says holds until the next moment that says something of it. The same comes out in whatever order lines come.
 */
export function layInto(kind: CorpusKind, moments: Moment[], line: Statement): void {
  const lineMembers = new Set(line.members)
  const place = moments.findLastIndex(({ observedAt }) => observedAt <= line.observedAt)
  const later = moments.slice(place + 1)
  const before = moments[place]
  // A line that is the first knows nothing but itself.
  const statedMembers = Object.keys(line.own).filter(
    (member) =>
      (line.own[member] ?? null) !== null && (moments.length === 0 || says(kind, lineMembers, member)),
  )
  const grown = statedMembers.filter((member) => kind.union.includes(member))
  const added = later.map((moment, index) => {
    const previous = (later[index - 1] ?? before)?.tracked
    return new Map(grown.map((member) => [member, newIn(kind, moment, { member, previous })]))
  })
  const at = findMoment(moments, { place, line })
  for (const member of statedMembers)
    at.tracked[member] = grown.includes(member)
      ? united(line.own[member], at.tracked[member])
      : line.own[member]
  let last = at
  const heldMembers = new Set(statedMembers.filter((member) => !grown.includes(member)))
  for (const [index, moment] of later.entries()) {
    for (const member of grown)
      moment.tracked[member] = united(added[index]?.get(member), last.tracked[member])
    for (const member of heldMembers)
      if (says(kind, moment.said, member)) heldMembers.delete(member)
      else moment.tracked[member] = line.own[member]
    last = moment
  }
}

/** The moment of a line: one of its instant, which it corrects, or a new one that continues from the one before. */
function findMoment(moments: Moment[], { place, line }: { place: number; line: Statement }): Moment {
  const before = moments[place]
  if (before?.observedAt === line.observedAt) {
    for (const member of line.members) before.said.add(member)
    return before
  }
  const { observedAt, source, members, own } = line
  const moment = { observedAt, source, tracked: { ...(before?.tracked ?? own) }, said: new Set(members) }
  moments.splice(place + 1, 0, moment)
  return moment
}

/** Whether members of a line say one that history keeps. */
function says({ trackedFrom, derived }: CorpusKind, members: ReadonlySet<string>, tracked: string): boolean {
  const from = trackedFrom[tracked] ?? [tracked, ...[derived[tracked] ?? []].flat()]
  return from.some((member) => members.has(member))
}

/**
 * What a moment added to a list that grows: the shortest beginning of it without which it is what it was before, at least its
 * first, where it said any.
 */
function newIn(
  kind: CorpusKind,
  { tracked, said: statedMembers }: Moment,
  { member, previous }: { member: string; previous: Tracked | undefined },
): unknown[] {
  const list = toList(tracked[member])
  const before = toList(previous?.[member])
  const wasSaid = says(kind, statedMembers, member)
  for (let length = wasSaid ? Math.min(1, list.length) : 0; length < list.length; length++) {
    const rest = list.slice(length)
    const others = before.filter((value) => !list.slice(0, length).includes(value))
    if (JSON.stringify(rest) === JSON.stringify(others)) return list.slice(0, length)
  }
  return list
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const united = (newer: unknown, older: unknown) => [...new Set([...toList(newer), ...toList(older)])]
