import { kinds } from '../../corpus/kinds/index.ts'
import { earlierState, type EntityChange, type PastState } from '../../corpus/history/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { recordKind } from './record-kinds.ts'
import { readHysteresis, isFlutter } from './hysteresis.ts'
import type { ListedRule } from './list-kinds.ts'
import { readRelated } from './read-related.ts'
import type { RelatedRecords } from './related-records.ts'
import { toSnapshot, readRecords, type Check } from './check.ts'
import { selectTellable, type Change, type Changes, type Rule, type RuleConfig } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'
import type { EntityType, StateOf } from './rules/states.ts'
import { dayMs } from '../../lib/time.ts'

/** The changes that a rule found of an entity. */
export interface FoundChange {
  config: ListedRule
  entityId: string
  record: Record<string, unknown>
  changes: Changes
  /** ISO 8601, of the newer state. */
  observedAt: string
  /** Names the older state. With the entity, the rule and the changes it identifies the signal. */
  comparedWith: string
}

type State = StateOf['company'] & StateOf['person']

/** Records that are read at once for rules that depend on the clock. */
const recordsAtOnce = 250

/** Lists the rules that are not only for tests. */
export const listActiveRules = (rules: readonly ListedRule[]) =>
  rules.flatMap((config) => {
    const rule = findRule(config.type)
    return rule === undefined || config.isDummy ? [] : [{ rule, config }]
  })

/**
 * Evaluates rules for some entities between two refreshes. Rules about history read only entities that changed, and rules
 * about related records only records that were written since. Rules that depend on the clock read every entity.
 */
export async function* evaluate(
  deps: SearchDeps,
  check: Check,
  ids: readonly string[],
): AsyncGenerator<FoundChange> {
  const rules = listActiveRules(check.rules)
  const changed = new Set<string>()
  const onStates = rules.filter(({ rule }) => rule.reads.length === 0 && !rule.isByClock && !rule.asks)
  if (onStates.length > 0) {
    const kind = recordKind[check.entityType]
    const since = { commit: check.since.commits[kind] ?? 0 }
    const snapshot = toSnapshot(check.to.commits[kind] ?? 0)
    for await (const change of deps.history.changes(kind, since, ids, { snapshot, signal: check.signal })) {
      changed.add(change.id)
      for (const each of onStates) yield* compareChange(check, each, change)
    }
  }
  const around = rules.filter(({ rule }) => rule.reads.length > 0)
  if (around.length > 0) yield* compareRelated(deps, check, { ids, rules: around })
  const byClock = rules.filter(({ rule, config }) => rule.goesByClock(config))
  // A rule about changes has considered the time for entities that changed, so those are skipped.
  if (byClock.length > 0) yield* compareOverTime(deps, check, { ids, changed, rules: byClock })
}

/** A rule with its configuration in a list. */
export interface RuleOfList {
  rule: Rule
  config: ListedRule
}

/** Makes the state that rules compare. `lookedAtMs` is the time of the check, if it differs from the observation. */
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

function* compareChange(
  check: Check,
  { rule, config }: RuleOfList,
  change: EntityChange,
): Generator<FoundChange> {
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

/** The newer state of an entity with the states before it. */
export interface Step {
  before: PastState | null
  after: PastState
  /** Oldest first. */
  past: readonly PastState[]
}

/** Finds the changes from one state to the next. Changes that were reported before, and values that flutter, are left out. */
export function findChanges(
  { entityType, since, to }: Pick<Check, 'entityType'> & Record<'since' | 'to', { ms: number }>,
  { rule, config }: RuleOfList,
  change: Step,
): { changes: Changes; before: PastState } | undefined {
  const { past, after } = change
  const lookback = readLookback(config, to.ms)
  const before = lookback === undefined ? change.before : earlierState(past, lookback)
  // An entity that was unknown then has not changed.
  if (change.before === null || before === null || before === undefined) return undefined
  const states = (state: PastState, ms?: number) => toState(entityType, state, ms)
  const fromMs = lookback === undefined ? since.ms : to.ms - lookback.days * dayMs
  let changes = rule.evaluate(states(before, fromMs), states(after, to.ms), config)
  if (changes.length > 0 && lookback !== undefined) {
    const reported = listReportedKeys({ rule, config }, { change, sinceMs: since.ms, states })
    changes = changes.filter(({ key }) => !reported.has(key))
  }
  const all = selectTellable(rule, config, changes)
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

/** Lists the keys of changes that the previous refresh reported, compared with a state as many days older. */
function listReportedKeys(
  { rule, config }: RuleOfList,
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

async function* compareRelated(
  deps: SearchDeps,
  check: Check,
  { ids, rules }: { ids: readonly string[]; rules: readonly RuleOfList[] },
): AsyncGenerator<FoundChange> {
  const readings = new Set(rules.flatMap(({ rule }) => rule.reads))
  const around = await readRelated(deps, check, { ids, readings })
  if (around.size === 0) return
  const records = await readRecords(deps, check, [...around.keys()])
  for (const [entityId, record] of records)
    for (const { rule, config } of rules) {
      const { before, after } = around.get(entityId) as RelatedRecords
      const changes = selectTellable(
        rule,
        config,
        evaluateRelated(check, { rule, config }, { before, after }),
      )
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

/** Compares related records. With lookbackDays, events older than that are left out. */
function evaluateRelated(
  { since, to }: Check,
  { rule, config }: RuleOfList,
  { before, after }: RelatedRecords,
): Change[] {
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

async function* compareOverTime(
  deps: SearchDeps,
  check: Check,
  {
    ids,
    changed,
    rules,
  }: { ids: readonly string[]; changed: ReadonlySet<string>; rules: readonly RuleOfList[] },
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
        const changes = selectTellable(rule, config, rule.evaluate(state(since.ms), state(to.ms), config))
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
