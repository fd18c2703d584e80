import type { AudienceSettings, AudienceState, Direction } from './list-kind.ts'

/** Actions that depend on the state of an audience. */
export type AudienceAction =
  | 'set-search-params'
  | 'change-members'
  | 'build'
  | 'estimate'
  | 'enrich'
  | 'export'
  | 'clone'

/** Reason why the state does not allow an action. */
export type OutOfOrder =
  | 'audience-building'
  | 'audience-enriching'
  | 'audience-without-search'
  | 'audience-not-built'

/** The facts that decide it. */
export interface Situation {
  state: AudienceState
  /** Whether it has search parameters. */
  hasSearch: boolean
  /** Whether any build has succeeded: FAILED says only that the last one did not. */
  hasMembers: boolean
  isEnriching: boolean
}

/** Why the state does not allow an action now; undefined where it does. The table is in README.md. */
export function outOfOrder(action: AudienceAction, at: Situation): OutOfOrder | undefined {
  const isBuilding = at.state === 'BUILDING'
  switch (action) {
    case 'set-search-params':
    // An enrichment that goes on has read its members.
    case 'change-members':
    // An audience that was never built can be cloned, with its search. One that is being filled cannot.
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

/** The percentage at which each stage of a build begins. */
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

/** Percentages at which the first side is done, both are, and the members are being written. */
export const milestones = {
  companiesFirst: { firstFound: 30, bothFound: 90 },
  prospectsFirst: { firstFound: 60, bothFound: 90 },
} as const

export const readDirection = ({
  creationMethod,
  direction,
}: Pick<AudienceSettings, 'creationMethod' | 'direction'>): Direction =>
  direction ?? (creationMethod === 'START_FROM_PROSPECTS' ? 'prospectsFirst' : 'companiesFirst')

/** The status shown to clients: the stage of a running build, which only moves forward because its progress does. */
export function showStatus(
  { state, direction }: { state: AudienceState; direction: Direction },
  progressPercent: number,
): AudienceStatus {
  if (state !== 'BUILDING') return state
  const stage = stages[direction].find(([from]) => progressPercent >= from)
  return stage?.[1] ?? 'BUILDING'
}
