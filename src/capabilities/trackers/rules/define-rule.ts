import { z } from 'zod'
import { optional, outsideId, withDefault } from '../../../operation/index.ts'
import type { CompanySearchParams, ProfileSearchParams } from '../../../corpus/search/index.ts'
import type { EntityType, Reading, StateOf } from './states.ts'

/** A search that a rule watches. */
export interface RuleSearch {
  companies?: CompanySearchParams | undefined
  people?: ProfileSearchParams | undefined
}

/** One difference between two states, as a rule reports it. */
export interface Change {
  /** Identifies the change among those of one entity and rule: the same key is the same change. */
  key: string
  /** As `changeData` shows it. */
  data: object
  /** Addresses where it can be seen. */
  sources?: string[]
  /** Calendar day or instant of the event itself, if known. */
  eventDate?: string | null
}

/** The changes of a signal, of which there is at least one. */
export type Changes = readonly [Change, ...Change[]]

/** Answers the changes if they are enough for the rule to fire. */
export function selectTellable(
  { least }: Pick<Rule, 'least'>,
  config: RuleConfig,
  changes: readonly Change[],
): Changes | undefined {
  const [first, ...rest] = changes
  return first === undefined || changes.length < least(config) ? undefined : [first, ...rest]
}

/** A value that may flutter around a threshold. */
export interface Crossing<State, Config> {
  value(state: State, config: Config): number | undefined
  threshold(config: Config): number
  direction(config: Config): 'above' | 'below'
}

export interface RuleSpec<E extends EntityType, M extends z.ZodRawShape> {
  /** Stored with every rule: never renamed. */
  type: string
  readableName: string
  /** When it fires, in one or two sentences. */
  description: string
  /** What the rule is good for. */
  useCase: string
  /** Members beside the common ones. */
  members: M
  /** What numbers count, where rules differ in it (`member-forms.ts`). */
  units?: Partial<Record<keyof M & string, string>>
  /** Names the member to refuse, and why, if members contradict each other. */
  check?(config: z.output<z.ZodObject<M>>): { path: string; message: string } | undefined
  /** Values of the members, for examples. */
  example: z.input<z.ZodObject<M>>
  /** One item of `changeData`. */
  change: z.ZodType
  /** Records that the rule reads beside history. */
  reads?: readonly Reading[]
  /** Whether it can fire for an entity that was just added, from the newest entry of its history. */
  supportsInitialSignals?: boolean
  /**
   * Whether the rule depends on the clock. True: on nothing else, so it looks at entities that did not change. A
   * function: the rule reads changes too, and looks at unchanged entities if the function answers true.
   */
  isByClock?: true | ((config: z.output<z.ZodObject<M>>) => boolean)
  /** The search that the rule watches. States of such a rule say whether the search finds the entity. */
  asks?(config: z.output<z.ZodObject<M>>): RuleSearch
  /** Minimum changes of a check for the rule to fire. Default: one. */
  least?(config: z.output<z.ZodObject<M>>): number
  /** The threshold that the rule watches. A value that flutters around it fires once. */
  crossing?: Crossing<StateOf[E], z.output<z.ZodObject<M>>>
  /** Advice for whoever sets the rule. */
  advice?(config: z.output<z.ZodObject<M>>): string | undefined
  /** Replaces deprecated members by current ones, and answers the names of the deprecated. */
  upgrade?(config: z.output<z.ZodObject<M>>): { config: z.output<z.ZodObject<M>>; deprecated: string[] }
  /** Compares a state with a later one. An empty answer does not fire the rule. Pure. */
  evaluate(before: StateOf[E], after: StateOf[E], config: z.output<z.ZodObject<M>>): Change[]
  /** Puts the changes into words that follow the name of the entity. */
  summary(changes: Changes, config: z.output<z.ZodObject<M>>): string
  /** Two states between which the rule fires, for previews and test signals. */
  sample(config: z.output<z.ZodObject<M>>): { before: Partial<StateOf[E]>; after: Partial<StateOf[E]> }
}

/** Members every rule has. */
interface CommonConfig {
  type: string
  entityType: EntityType
  lookbackDays?: number | undefined
  isDummy: boolean
  cooldownDays?: number | undefined
  hysteresisPercent?: number | undefined
}

/** A rule as an organization set it. */
export type RuleConfig = CommonConfig & Record<string, unknown>

/** A rule whose own members the compiler does not know. Lists and the evaluation handle all rules in this form. */
export interface Rule<E extends EntityType = EntityType> {
  type: string
  entityType: E
  readableName: string
  description: string
  useCase: string
  /** The whole configuration, with its common members. */
  schema: z.ZodObject
  /** What numbers of this rule count, by member, where rules differ in it. */
  units: Readonly<Record<string, string | undefined>>
  /** A configuration, whole. */
  example: Record<string, unknown>
  change: z.ZodType
  reads: readonly Reading[]
  supportsInitialSignals: boolean
  /** Whether the rule depends on the clock alone. */
  isByClock: boolean
  /** Whether the rule looks at entities that did not change. */
  goesByClock(config: RuleConfig): boolean
  crossing?: Crossing<StateOf[E], RuleConfig>
  asks?(config: RuleConfig): RuleSearch
  check(config: RuleConfig): { path: string; message: string } | undefined
  least(config: RuleConfig): number
  advice(config: RuleConfig): string | undefined
  upgrade(config: RuleConfig): { config: RuleConfig; deprecated: string[] }
  evaluate(before: StateOf[E], after: StateOf[E], config: RuleConfig): Change[]
  summary(changes: Changes, config: RuleConfig): string
  sample(config: RuleConfig): { before: Partial<StateOf[E]>; after: Partial<StateOf[E]> }
}

/** Percent of the threshold that a value must go back before it may cross again. */
const defaultHysteresisPercent = 5

function commonMembers(entityType: EntityType) {
  return {
    entityType: z.literal(entityType).describe('What the rule is about.'),
    lookbackDays: optional(z.int().min(1).max(90)).describe(
      'Compares with the snapshot from about this many days ago. Default: with that of the last refresh.',
    ),
    isDummy: withDefault(z.boolean(), false).describe(
      'True: the rule fires only through fireTrackerDummy and is skipped otherwise.',
    ),
    cooldownDays: optional(z.int().min(1).max(365)).describe(
      'Days after a signal in which the rule sends no other for the same entity.',
    ),
    id: outsideId(optional(z.string().max(100))).describe(
      'Id that a list shows for the rule, accepted so that you can send back what you read. Not needed: an unchanged rule keeps its id.',
    ),
  }
}

const hysteresis = {
  hysteresisPercent: withDefault(z.number().min(0).max(90), defaultHysteresisPercent).describe(
    'Percent of the threshold the value must move back before another crossing fires. Zero: every crossing fires.',
  ),
}

/** Answers of a search are stored for the previous refresh alone, so there is nothing older to compare with. */
const notLookedBack = {
  path: 'lookbackDays',
  message: 'This rule always compares with the previous refresh: omit this member.',
}

const definer =
  <E extends EntityType>(entityType: E) =>
  <M extends z.ZodRawShape>(spec: RuleSpec<E, M>): Rule<E> => {
    const { type, members, example, crossing } = spec
    const shape: z.ZodRawShape = {
      type: z.literal(type),
      ...commonMembers(entityType),
      ...(crossing === undefined ? {} : hysteresis),
      ...members,
    }
    // The schema has validated the configuration that these functions receive, so its own type can be forgotten here.
    const erased = spec as unknown as Omit<Rule<E>, 'schema' | 'example' | 'isByClock' | 'units'>
    return {
      ...erased,
      entityType,
      schema: z.object(shape),
      units: spec.units ?? {},
      example: { type, entityType, ...example },
      reads: spec.reads ?? [],
      supportsInitialSignals: spec.supportsInitialSignals ?? true,
      isByClock: spec.isByClock === true,
      goesByClock: (config) =>
        typeof spec.isByClock === 'function' ? spec.isByClock(config as never) : spec.isByClock === true,
      check(config) {
        if (spec.asks && config.lookbackDays !== undefined) return notLookedBack
        return spec.check ? erased.check(config) : undefined
      },
      advice: (config) => (spec.advice ? erased.advice(config) : undefined),
      least: (config) => spec.least?.(config as never) ?? 1,
      upgrade: (config) => (spec.upgrade ? erased.upgrade(config) : { config, deprecated: [] }),
    }
  }

/** A rule about companies, as a constant in `company/<type>.ts`. */
export const companyRule = definer('company')

/** A rule about people, as a constant in `person/<type>.ts`. */
export const personRule = definer('person')
