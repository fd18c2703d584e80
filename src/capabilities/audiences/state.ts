import type { AudienceSettings, AudienceState, Direction } from './list-kind.ts'

/** What can be asked of an audience that depends on how far it is. */
export type AudienceAction = 'set-search-params' | 'build' | 'estimate' | 'enrich' | 'export' | 'clone'

/** Why an action is out of order. */
export type OutOfOrder =
  | 'audience-building'
  | 'audience-enriching'
  | 'audience-without-search'
  | 'audience-not-built'

/** What decides it. */
export interface Situation {
  state: AudienceState
  /** Whether there is anything to search for. */
  hasSearch: boolean
  /** Whether a build has ever ended well: FAILED tells of the last one only. */
  hasMembers: boolean
  isEnriching: boolean
}

/** Why an action cannot be carried out now; undefined where it can. The table is in README.md. */
export function outOfOrder(action: AudienceAction, at: Situation): OutOfOrder | undefined {
  const isBuilding = at.state === 'BUILDING'
  switch (action) {
    case 'set-search-params':
    // One that was never built can be cloned: its search is. One whose members are about to come cannot.
    case 'clone':
      return isBuilding ? 'audience-building' : undefined
    case 'build':
      if (isBuilding) return 'audience-building'
      if (at.isEnriching) return 'audience-enriching'
      return at.hasSearch ? undefined : 'audience-without-search'
    case 'estimate':
    case 'enrich':
      if (isBuilding) return 'audience-building'
      if (!at.hasMembers) return 'audience-not-built'
      return action === 'enrich' && at.isEnriching ? 'audience-enriching' : undefined
    case 'export':
      if (isBuilding) return 'audience-building'
      return at.hasMembers ? undefined : 'audience-not-built'
  }
}

export const audienceStatuses = [
  'NORMAL',
  'HEALING_COMPANIES',
  'DRAFT',
  'BUILDING',
  'SAVING_COMPANIES',
  'SAVING_PROSPECTS',
  'LINKING_PROSPECTS_WITH_COMPANIES',
  'FAILED',
] as const
export type AudienceStatus = (typeof audienceStatuses)[number]

/** From which percentage on a build is in which stage. */
const stages: Record<Direction, readonly [number, AudienceStatus][]> = {
  companiesFirst: [
    [90, 'LINKING_PROSPECTS_WITH_COMPANIES'],
    [30, 'SAVING_PROSPECTS'],
    [1, 'SAVING_COMPANIES'],
  ],
  prospectsFirst: [
    [90, 'LINKING_PROSPECTS_WITH_COMPANIES'],
    [60, 'SAVING_COMPANIES'],
    [1, 'SAVING_PROSPECTS'],
  ],
}

/** Percentages at which the first side is found, both are, and the members are being written. */
export const milestones = {
  companiesFirst: { firstFound: 30, bothFound: 90 },
  prospectsFirst: { firstFound: 60, bothFound: 90 },
} as const

export const directionOf = ({
  creationMethod,
  direction,
}: Pick<AudienceSettings, 'creationMethod' | 'direction'>): Direction =>
  direction ?? (creationMethod === 'START_FROM_PROSPECTS' ? 'prospectsFirst' : 'companiesFirst')

/** The status clients are shown: of a build that is under way its stage, which only goes forward because progress does. */
export function statusOf(
  { state, direction }: { state: AudienceState; direction: Direction },
  progressPercent: number,
): AudienceStatus {
  if (state !== 'BUILDING') return state
  const stage = stages[direction].find(([from]) => progressPercent >= from)
  return stage?.[1] ?? 'BUILDING'
}
