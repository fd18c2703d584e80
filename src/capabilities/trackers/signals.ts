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
import type { Changes } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'
import type { EntityType } from './rules/states.ts'
import { entityMembers, signalText, type EntityIdentity, type Signal } from './signal.ts'
import { insertSignals, priceSignals, type NewSignal } from './signal-rows.ts'

/** A signal with the additional members of its event. */
export interface FoundSignal extends NewSignal {
  identity: EntityIdentity
}

/** The list that signals belong to. */
export interface SignalList {
  organizationId: string
  listId: string
  listName: string
  billingMethod: 'per_check' | 'per_notification'
}

export interface Signals {
  /** A finding, as a signal of its entity. */
  of(match: FoundChange, entityType: EntityType): FoundSignal
  /** What an entity is known by. */
  readIdentity(entityType: EntityType, id: string | null, record: Record<string, unknown>): EntityIdentity
  newSignalId(): string
  /** Stores signals whose change was not told before; answers those. */
  store(tx: Queryable, list: SignalList, signals: readonly FoundSignal[]): Promise<FoundSignal[]>
  /** Tells of stored signals in the feed. `charged`: what they cost together; each has its share. */
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
  const readIdentity: Signals['readIdentity'] = (entityType, entityId, record) => {
    const company = record as unknown as CompanyRecord
    const person = record as unknown as PersonRecord
    const isCompany = entityType === 'company'
    const pnetSlug = (isCompany ? company.pnet_primary_slug : person.primary_slug) ?? null
    return {
      entityId,
      entityType,
      name: (isCompany ? company.preferred_name : person.name) ?? null,
      pnetIdentifier: (isCompany ? company.li_org_id : person.user_id) ?? null,
      pnetSlug,
      pnetUrl:
        pnetSlug === null || network.hosts.length === 0 ? null : networkUrl(entityType, pnetSlug, network),
      domain: isCompany ? (company.domains?.[0] ?? null) : null,
      externalIds: (isCompany ? company : person).external_ids ?? null,
    }
  }

  return {
    newSignalId,
    readIdentity,
    of({ config, entityId, record, changes, observedAt, comparedWith }, entityType) {
      const rule = findRule(config.type)
      if (rule === undefined) throw new Error(`no rule is of type ${config.type}`)
      const identity = readIdentity(entityType, entityId, record)
      const signal: Signal = {
        id: newSignalId(),
        ...entityMembers(identity),
        ...signalText({ rule, config }, identity, changes as unknown as Changes),
        observedAt,
        centiCreditsCharged: 0,
        isDummy: false,
      }
      const keys = changes.map(({ key }) => key).toSorted()
      return {
        ruleId: config.id,
        changeKey: sha256Hex(JSON.stringify([keys, comparedWith])).slice(0, 32),
        signal,
        identity,
      }
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

/** The event of a signal. */
function buildEvent(list: SignalList & { charged: MilliCredits }, { ruleId, signal, identity }: FoundSignal) {
  const { organizationId, listId, listName, billingMethod, charged } = list
  const { id, entityType, entityId, type, summary, changeData, sources, methodology, isDummy } = signal
  const isCompany = entityType === 'company'
  const { name, pnetIdentifier, pnetSlug, pnetUrl, domain, externalIds } = identity
  return {
    organizationId,
    data: {
      success: true,
      eventId: id,
      occurredAt: signal.observedAt,
      entity: {
        type: entityType,
        orderingKey: `${entityType}:${entityId ?? 'none'}`,
        identifiers: {
          pnetOrgId: isCompany ? pnetIdentifier : null,
          pnetSlug,
          domain,
          pnetUserId: isCompany ? null : pnetIdentifier,
          name,
          pnetUrl,
          entityId,
          externalIds,
        },
      },
      subscription: { id: ruleId, type, listId, listName },
      signal: { type, summary, changeData, sources, methodology, confidence: 1, isDummy },
      billing: { creditsCharged: toCredits(charged), billingMethod },
    },
  }
}

/** Ids of the rules of a list: those that are as they were keep theirs. */
export function withIds(
  rules: readonly Record<string, unknown>[],
  ruleRows: readonly ListedRule[],
  clock: Clock,
): ListedRule[] {
  const text = ({ id: _id, ...rule }: Record<string, unknown>) =>
    JSON.stringify(Object.entries(rule).toSorted())
  const free = [...ruleRows]
  return rules.map((rule) => {
    const place = free.findIndex((other) => text(other) === text(rule))
    const [same] = place < 0 ? [] : free.splice(place, 1)
    return { ...rule, id: same?.id ?? newId('trule', clock) } as unknown as ListedRule
  })
}
