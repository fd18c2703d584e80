import { z } from 'zod'
import { optional, outsideId, withDefault } from '../../../operation/index.ts'
import type { CompanySearchParams, ProfileSearchParams } from '../../../corpus/search/index.ts'
import type { EntityType, Reading, StateOf } from './states.ts'

/** A search that a rule watches. */
export interface RuleSearch {
  companies?: CompanySearchParams | undefined
  people?: ProfileSearchParams | undefined
}

/** One thing that changed, as a rule finds it. */
export interface Change {
  /** What makes it this change and no other: of one entity and rule, the same key is the same change. */
  key: string
  /** As `changeData` shows it. */
  data: object
  /** Addresses where it can be seen. */
  sources?: string[]
  /** Calendar day or instant of the event itself, if known. */
  eventDate?: string | null
}

/** What a rule tells: never nothing. */
export type Changes = readonly [Change, ...Change[]]

/** The changes of a check, where they are enough for the rule to tell of. */
export function tellable(
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
  /** What somebody tracks it for. */
  useCase: string
  /** Members in addition to the common ones. */
  members: M
  /** Refused with its sentence at the member, where the members contradict one another. */
  check?(config: z.output<z.ZodObject<M>>): { path: string; message: string } | undefined
  /** Values of the members, for examples. */
  example: z.input<z.ZodObject<M>>
  /** One item of `changeData`. */
  change: z.ZodType
  /** Records it reads in addition to history. */
  reads?: readonly Reading[]
  /** Whether it can fire for an entity that was just added, from the newest entry of its history. */
  supportsInitialSignals?: boolean
  /**
   * It fires as time passes, on entities that did not change: always and only so, or, if this is a function, also
   * what it finds of changes, with members of which it is true.
   */
  isByClock?: true | ((config: z.output<z.ZodObject<M>>) => boolean)
  /** The search whose answers it watches, for rules that have one: their states say whether it finds the entity. */
  asks?(config: z.output<z.ZodObject<M>>): RuleSearch
  /** Fewest changes of a check that it tells; one, where it does not say. */
  least?(config: z.output<z.ZodObject<M>>): number
  /** The threshold it watches, so that a value that flutters around it fires once. */
  crossing?: Crossing<StateOf[E], z.output<z.ZodObject<M>>>
  /** What somebody who sets it should know. */
  advice?(config: z.output<z.ZodObject<M>>): string | undefined
  /** Puts current members in place of deprecated ones, and names these. */
  upgrade?(config: z.output<z.ZodObject<M>>): { config: z.output<z.ZodObject<M>>; deprecated: string[] }
  /** What changed from one state to a later one; nothing where the rule does not fire. Pure. */
  evaluate(before: StateOf[E], after: StateOf[E], config: z.output<z.ZodObject<M>>): Change[]
  /** The changes in one sentence without subject, as it follows the name of the entity. */
  summary(changes: Changes, config: z.output<z.ZodObject<M>>): string
  /** Two states between which a rule with these members fires, for previews and test signals. */
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

/** A rule whose members are no longer known: what lists and the evaluation handle. */
export interface Rule<E extends EntityType = EntityType> {
  type: string
  entityType: E
  readableName: string
  description: string
  useCase: string
  /** The whole configuration, with its common members. */
  schema: z.ZodObject
  /** A configuration, whole. */
  example: Record<string, unknown>
  change: z.ZodType
  reads: readonly Reading[]
  supportsInitialSignals: boolean
  /** It depends on time alone. */
  isByClock: boolean
  /** Whether it looks at members that did not change. */
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

/** Percent of the threshold that a value has to go back before it may cross again. */
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

/** What a search found some days ago is not kept. */
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
    // The schema of the whole has read what these functions are given: here its members are forgotten.
    const erased = spec as unknown as Omit<Rule<E>, 'schema' | 'example' | 'isByClock'>
    return {
      ...erased,
      entityType,
      schema: z.object(shape),
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
