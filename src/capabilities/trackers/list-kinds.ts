import { z } from 'zod'
import { defineListKind, type List, type ListsOfKind } from '../../platform/lists/index.ts'
import type { RuleConfig } from './rules/define-rule.ts'
import type { EntityType } from './rules/states.ts'

/** What a list is charged for: each entity checked, or each signal sent. */
export const billingMethods = ['per_check', 'per_notification'] as const

/** Maximum members of a list. */
export const maxMembers = 100_000

const entityTypes = ['company', 'person'] as const satisfies readonly EntityType[]

/** A rule of a list, with its id. Members of its own type of rule are beside these. */
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
  /** Maximum members that a search finds. */
  maxDynamicMembers: z.int(),
  billingMethod: z.enum(billingMethods),
  /** Whether a search finds the members. It stays true when the search was emptied because it named a removed person. */
  isDynamic: z.boolean(),
})

export type TrackerSettings = z.infer<typeof settings>
export type TrackerState = 'ACTIVE' | 'PAUSED'
export type Tracker = List<TrackerSettings, TrackerState, EntityType>
export type TrackerListsOfKind = ListsOfKind<TrackerSettings, TrackerState, EntityType>

/** A rule of a list. */
export type ListedRule = RuleConfig & { id: string }

export const listRules = ({ settings: { rules } }: Tracker): ListedRule[] => rules

/** Members of a kind of list, typed as either type: the code that handles both kinds is the same. */
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

/** Kinds of schedules: the refresh, and its notice. They are stored, so they are never renamed. */
export const refreshKind = 'tracker_refresh'
export const noticeKind = 'tracker_refresh_notice'
