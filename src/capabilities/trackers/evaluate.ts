import { kinds } from '../../corpus/kinds/index.ts'
import { earlierState, type EntityChange, type PastState } from '../../corpus/history/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { recordKind } from './commits.ts'
import { readHysteresis, isFlutter } from './flutter.ts'
import type { ListedRule } from './list-kinds.ts'
import { recordsAround } from './read-around.ts'
import type { Around } from './around.ts'
import { toSnapshot, readRecords, type Check } from './check.ts'
import { tellable, type Change, type Changes, type Rule, type RuleConfig } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'
import type { EntityType, StateOf } from './rules/states.ts'
import { dayMs } from '../../lib/time.ts'

/** What a rule found of an entity. */
export interface FoundChange {
  config: ListedRule
  entityId: string
  record: Record<string, unknown>
  changes: Changes
  /** ISO 8601, of the newer state. */
  observedAt: string
  /** The state the newer one was compared with: with entity, rule and changes it identifies the signal. */
  comparedWith: string
}

type State = StateOf['company'] & StateOf['person']

/** Records read at once for rules that go by the clock. */
const recordsAtOnce = 250

/** Rules that are no dummies. */
export const rulesIn = (rules: readonly ListedRule[]) =>
  rules.flatMap((config) => {
    const rule = findRule(config.type)
    return rule === undefined || config.isDummy ? [] : [{ rule, config }]
  })

/**
 * What rules find of some entities between two looks at the corpus. Rules on what history keeps read only what changed,
 * those on records around an entity only what was written since; only rules that depend on the clock read every entity.
 */
export async function* evaluate(
  deps: SearchDeps,
  check: Check,
  ids: readonly string[],
): AsyncGenerator<FoundChange> {
  const rules = rulesIn(check.rules)
  const changed = new Set<string>()
  const onStates = rules.filter(({ rule }) => rule.reads.length === 0 && !rule.isByClock && !rule.asks)
  if (onStates.length > 0) {
    const kind = recordKind[check.entityType]
    const since = { commit: check.since.commits[kind] ?? 0 }
    const snapshot = toSnapshot(check.to.commits[kind] ?? 0)
    for await (const change of deps.history.changes(kind, since, ids, { snapshot, signal: check.signal })) {
      changed.add(change.id)
      for (const each of onStates) yield* ofChange(check, each, change)
    }
  }
  const around = rules.filter(({ rule }) => rule.reads.length > 0)
  if (around.length > 0) yield* ofRecordsAround(deps, check, { ids, rules: around })
  const byClock = rules.filter(({ rule, config }) => rule.goesByClock(config))
  // Of what changed, rules on changes have looked at the time that has passed, too.
  if (byClock.length > 0) yield* ofTime(deps, check, { ids, changed, rules: byClock })
}

/** A rule with what an organization set. */
export interface Listed {
  rule: Rule
  config: ListedRule
}

/** `lookedAtMs`: when it is asked what holds of it, where that is not when it was observed. */
export const toState = (
  entityType: EntityType,
  { observedAt, tracked }: PastState,
  lookedAtMs?: number,
): State => ({
  asOf: observedAt,
  ...(lookedAtMs === undefined ? {} : { lookedAt: new Date(lookedAtMs).toISOString() }),
  company: entityType === 'company' ? tracked : {},
  person: entityType === 'person' ? tracked : {},
})

function* ofChange(check: Check, { rule, config }: Listed, change: EntityChange): Generator<FoundChange> {
  const result = findChanges(check, { rule, config }, change)
  if (result === undefined) return
  const { id, record, after } = change
  yield {
    config,
    entityId: id,
    record,
    changes: result.changes,
    observedAt: after.observedAt,
    comparedWith: result.before.observedAt,
  }
}

/** An entity's newer state with the one seen before it and all that are older. */
export interface Step {
  before: PastState | null
  after: PastState
  /** Oldest first. */
  past: readonly PastState[]
}

/** What a rule finds from one state to the next, without what it found at the state before and what merely flutters. */
export function findChanges(
  { entityType, since, to }: Pick<Check, 'entityType'> & Record<'since' | 'to', { ms: number }>,
  { rule, config }: Listed,
  change: Step,
): { changes: Changes; before: PastState } | undefined {
  const { past, after } = change
  const lookback = readLookback(config, to.ms)
  const before = lookback === undefined ? change.before : earlierState(past, lookback)
  // An entity that was not known then did not change.
  if (change.before === null || before === null || before === undefined) return undefined
  const states = (state: PastState, ms?: number) => toState(entityType, state, ms)
  const fromMs = lookback === undefined ? since.ms : to.ms - lookback.days * dayMs
  let changes = rule.evaluate(states(before, fromMs), states(after, to.ms), config)
  if (changes.length > 0 && lookback !== undefined) {
    const reported = toldThen({ rule, config }, { change, sinceMs: since.ms, states })
    changes = changes.filter(({ key }) => !reported.has(key))
  }
  const all = tellable(rule, config, changes)
  if (all === undefined) return undefined
  if (
    rule.crossing !== undefined &&
    flutters(
      rule,
      config,
      [...past, after].map((state) => states(state)),
    )
  )
    return undefined
  return { changes: all, before }
}

const readLookback = ({ lookbackDays: days }: RuleConfig, nowMs: number) =>
  days === undefined ? undefined : { days, nowMs }

/** Keys of what the look before found already, with a snapshot as many days before it: that is no transition any more. */
function toldThen(
  { rule, config }: Listed,
  {
    change: { past, before: newest },
    sinceMs,
    states,
  }: { change: Step; sinceMs: number; states: (state: PastState, ms: number) => State },
): Set<string> {
  if (newest === null) return new Set()
  const fromMs = sinceMs - (config.lookbackDays ?? 0) * dayMs
  const older = past.filter(({ observedAt }) => observedAt < newest.observedAt)
  const base = older.findLast(({ observedAt }) => Date.parse(observedAt) <= fromMs) ?? older.at(-1)
  if (base === undefined) return new Set()
  return new Set(rule.evaluate(states(base, fromMs), states(newest, sinceMs), config).map(({ key }) => key))
}

function flutters(rule: Rule, config: RuleConfig, states: readonly State[]): boolean {
  const { crossing } = rule
  if (crossing === undefined) return false
  const values = states.flatMap((state) => crossing.value(state as never, config) ?? [])
  return isFlutter(values, {
    threshold: crossing.threshold(config),
    direction: crossing.direction(config),
    hysteresisPercent: readHysteresis(config),
  })
}

async function* ofRecordsAround(
  deps: SearchDeps,
  check: Check,
  { ids, rules }: { ids: readonly string[]; rules: readonly Listed[] },
): AsyncGenerator<FoundChange> {
  const readings = new Set(rules.flatMap(({ rule }) => rule.reads))
  const around = await recordsAround(deps, check, { ids, readings })
  if (around.size === 0) return
  const records = await readRecords(deps, check, [...around.keys()])
  for (const [entityId, record] of records)
    for (const { rule, config } of rules) {
      const { before, after } = around.get(entityId) as Around
      const changes = tellable(rule, config, evaluateAround(check, { rule, config }, { before, after }))
      if (changes !== undefined)
        yield {
          config,
          entityId,
          record,
          changes,
          observedAt: new Date(check.to.ms).toISOString(),
          comparedWith: 'records',
        }
    }
}

/** With lookbackDays what appeared this many days ago, or earlier, is left out. */
function evaluateAround({ since, to }: Check, { rule, config }: Listed, { before, after }: Around): Change[] {
  const state = (ms: number, more: object) => ({
    asOf: new Date(ms).toISOString(),
    company: {},
    person: {},
    ...more,
  })
  const changes = rule.evaluate(state(since.ms, before), state(to.ms, after), config)
  const { lookbackDays } = config
  if (lookbackDays === undefined) return changes
  const fromMs = to.ms - lookbackDays * dayMs
  return changes.filter(({ eventDate }) => !eventDate || Date.parse(eventDate) >= fromMs)
}

async function* ofTime(
  deps: SearchDeps,
  check: Check,
  { ids, changed, rules }: { ids: readonly string[]; changed: ReadonlySet<string>; rules: readonly Listed[] },
): AsyncGenerator<FoundChange> {
  const { entityType, since, to } = check
  const kind = kinds[recordKind[entityType]]
  for (let start = 0; start < ids.length; start += recordsAtOnce) {
    for (const [entityId, record] of await readRecords(
      deps,
      check,
      ids.slice(start, start + recordsAtOnce),
    )) {
      const tracked = kind.tracked(record)
      const state = (ms: number) => toState(entityType, { observedAt: new Date(ms).toISOString(), tracked })
      for (const { rule, config } of rules) {
        if (!rule.isByClock && changed.has(entityId)) continue
        const changes = tellable(rule, config, rule.evaluate(state(since.ms), state(to.ms), config))
        if (changes !== undefined)
          yield {
            config,
            entityId,
            record,
            changes,
            observedAt: new Date(to.ms).toISOString(),
            comparedWith: 'time',
          }
      }
    }
  }
}
