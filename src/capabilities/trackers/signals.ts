import type { Clock } from '../../lib/clock.ts'
import {
  countMilli,
  noCredits,
  splitEvenly,
  splitWhole,
  toCredits,
  type MilliCredits,
} from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { sha256Hex } from '../../lib/stable-json.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { FoundChange } from './evaluate.ts'
import { trackerSignalDetected } from './events.ts'
import type { ListedRule } from './list-kinds.ts'
import type { RuleConfig } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'
import type { EntityType } from './rules/states.ts'
import { nameIdentifier, writeSignal, type EntityIdentity } from './signal.ts'
import { insertSignals, priceSignals, type NewSignal } from './signal-rows.ts'

/** A signal before it is stored, with the identity that its event carries. */
export interface FoundSignal extends NewSignal {
  identity: EntityIdentity
}

/** The list of some signals. */
export interface SignalList {
  organizationId: string
  listId: string
  listName: string
  billingMethod: 'per_check' | 'per_notification'
}

export interface Signals {
  /** Makes the signal of what a rule found. */
  of(match: FoundChange, entityType: EntityType): FoundSignal
  /** Reads the identity of an entity from its record. */
  readIdentity(entityType: EntityType, id: string | null, record: Record<string, unknown>): EntityIdentity
  newSignalId(): string
  /** Stores the signals of changes that have no signal yet, and answers those signals. */
  store(tx: Queryable, list: SignalList, signals: readonly FoundSignal[]): Promise<FoundSignal[]>
  /** Appends the events of stored signals. They cost `charged` together, and each event names its share. */
  tell(
    tx: Queryable,
    list: SignalList & { charged: MilliCredits },
    signals: readonly FoundSignal[],
  ): Promise<void>
}

export function openSignals({
  clock,
  events,
  network,
}: {
  clock: Clock
  events: Events
  network: NetworkHosts
}): Signals {
  const newSignalId = () => newId('tsig', clock)
  const readIdentity: Signals['readIdentity'] = (entityType, entityId, record) => ({
    entityId,
    ...(entityType === 'company'
      ? companyIdentity(record as CompanyRecord, network)
      : personIdentity(record as PersonRecord, network)),
  })
  return {
    newSignalId,
    readIdentity,
    of(match, entityType) {
      const identity = readIdentity(entityType, match.entityId, match.record)
      return makeSignal(match, { id: newSignalId(), identity })
    },
    async store(tx, list, signals) {
      const stored = await insertSignals(tx, { ...list, createdAt: new Date(clock.now()) }, signals)
      const ids = new Set(stored.map(({ signal }) => signal.id))
      return signals.filter(({ signal }) => ids.has(signal.id))
    },
    async tell(tx, list, signals) {
      const { charged, ...of } = list
      const shares = splitEvenly(charged, signals.length)
      const centiCredits = splitWhole(Math.round(countMilli(charged) / 10), signals.length)
      const ids = signals.map(({ signal }) => signal.id)
      if (charged > noCredits) await priceSignals(tx, { ids, centiCredits })
      const eventRows = signals.map((each, index) =>
        buildEvent({ ...of, charged: shares[index] ?? noCredits }, each),
      )
      await events.appendAll(tx, trackerSignalDetected, eventRows)
    },
  }
}

type IdentityOfRecord = Omit<EntityIdentity, 'entityId'>

const companyIdentity = (record: CompanyRecord, network: NetworkHosts): IdentityOfRecord => ({
  entityType: 'company',
  name: record.preferred_name ?? null,
  ...nameIdentifier('company', record.li_org_id ?? null),
  pnetSlug: record.pnet_primary_slug ?? null,
  pnetUrl: pageUrl('company', record.pnet_primary_slug, network),
  domain: record.domains?.[0] ?? null,
  externalIds: record.external_ids ?? null,
})

const personIdentity = (record: PersonRecord, network: NetworkHosts): IdentityOfRecord => ({
  entityType: 'person',
  name: record.name ?? null,
  ...nameIdentifier('person', record.user_id ?? null),
  pnetSlug: record.primary_slug ?? null,
  pnetUrl: pageUrl('person', record.primary_slug, network),
  domain: null,
  externalIds: record.external_ids ?? null,
})

function pageUrl(
  entityType: EntityType,
  slug: string | null | undefined,
  network: NetworkHosts,
): string | null {
  if (slug === null || slug === undefined || network.hosts.length === 0) return null
  return networkUrl(entityType, slug, network)
}

/** Makes the signal of what a rule found. */
function makeSignal(
  { config, changes, observedAt, comparedWith }: FoundChange,
  { id, identity }: { id: string; identity: EntityIdentity },
): FoundSignal {
  const rule = findRule(config.type)
  if (rule === undefined) throw new Error(`no rule is of type ${config.type}`)
  const keys = changes.map(({ key }) => key).toSorted()
  return {
    ruleId: config.id,
    changeKey: sha256Hex(JSON.stringify([keys, comparedWith])).slice(0, 32),
    signal: {
      id,
      ...identity,
      ...writeSignal({ rule, config }, identity, changes),
      observedAt,
      centiCreditsCharged: 0,
      isDummy: false,
    },
    identity,
  }
}

/** Makes the event of a signal. */
function buildEvent(list: SignalList & { charged: MilliCredits }, { ruleId, signal, identity }: FoundSignal) {
  const { organizationId, listId, listName, billingMethod, charged } = list
  const { id, entityType, entityId, type, summary, changeData, sources, methodology, isDummy } = signal
  return {
    organizationId,
    data: {
      success: true,
      eventId: id,
      occurredAt: signal.observedAt,
      entity: {
        type: entityType,
        orderingKey: `${entityType}:${entityId ?? 'none'}`,
        identifiers: identity,
      },
      subscription: { id: ruleId, type, listId, listName },
      signal: { type, summary, changeData, sources, methodology, confidence: 1, isDummy },
      billing: { creditsCharged: toCredits(charged), billingMethod },
    },
  }
}

/** Gives rules their ids. A rule that did not change keeps the id it has. */
export function addIds(
  rules: readonly RuleConfig[],
  ruleRows: readonly ListedRule[],
  clock: Clock,
): ListedRule[] {
  const text = ({ id: _id, ...rule }: Record<string, unknown>) =>
    JSON.stringify(Object.entries(rule).toSorted())
  const free = [...ruleRows]
  return rules.map((rule) => {
    const place = free.findIndex((other) => text(other) === text(rule))
    const [same] = place < 0 ? [] : free.splice(place, 1)
    return { ...rule, id: same?.id ?? newId('trule', clock) }
  })
}
