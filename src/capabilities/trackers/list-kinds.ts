import { z } from 'zod'
import { defineListKind, type List, type ListsOfKind } from '../../platform/lists/index.ts'
import type { RuleConfig } from './rules/define-rule.ts'
import type { EntityType } from './rules/states.ts'

/** How a list pays: for each entity checked, or for each signal told. */
export const billingMethods = ['per_check', 'per_notification'] as const

/** Most companies or people a list has. */
export const maxMembers = 100_000

const entityTypes = ['company', 'person'] as const satisfies readonly EntityType[]

/** A rule of a list, as it was read, with its id; what only one sort of rule has is beside these members. */
const listedRule = z.looseObject({
  id: z.string(),
  type: z.string(),
  entityType: z.enum(entityTypes),
  isDummy: z.boolean(),
  lookbackDays: z.number().optional(),
  cooldownDays: z.number().optional(),
  hysteresisPercent: z.number().optional(),
})

const settings = z.object({
  refreshIntervalDays: z.int(),
  rules: z.array(listedRule),
  /** Most members that a search finds. */
  maxDynamicMembers: z.int(),
  billingMethod: z.enum(billingMethods),
  /** Whether members are found by a search, also when it names somebody who was forgotten and is empty now. */
  isDynamic: z.boolean(),
})

export type TrackerSettings = z.infer<typeof settings>
export type TrackerState = 'ACTIVE' | 'PAUSED'
export type Tracker = List<TrackerSettings, TrackerState, EntityType>
export type TrackerListsOfKind = ListsOfKind<TrackerSettings, TrackerState, EntityType>

/** A rule of a list. */
export type ListedRule = RuleConfig & { id: string }

export const listRules = ({ settings: { rules } }: Tracker): ListedRule[] => rules

/** Each kind of list has members of one type; both are handled alike, so neither is typed by its own alone. */
const members = (entityType: EntityType): readonly [EntityType] => [entityType]

const alike = { settings, states: ['ACTIVE', 'PAUSED'], quota: 1_000, names: 'free' } as const

export const companyTrackers = defineListKind({
  kind: 'tracker_company_list',
  prefix: 'tclist',
  ...alike,
  memberKinds: members('company'),
})

export const personTrackers = defineListKind({
  kind: 'tracker_person_list',
  prefix: 'tplist',
  ...alike,
  memberKinds: members('person'),
})

/** Kinds of schedules: the refresh, and the notice before it. They are stored, so they are never renamed. */
export const refreshKind = 'tracker_refresh'
export const noticeKind = 'tracker_refresh_notice'
