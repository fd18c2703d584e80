import { z } from 'zod'
import { briefRecord } from '../../operation/index.ts'
import type { Changes, Rule, RuleConfig } from './rules/define-rule.ts'
import type { EntityType } from './rules/states.ts'

const text = z.string().nullable()
const externalIds = z.record(z.string(), z.string()).nullable()

/**
 * The members that identify an entity. A signal and its event name them alike, and look-ups and tracker lists take
 * identifiers under these names.
 */
export const entityIdentity = {
  entityId: text.describe('Id in this service: entity_id of its record. Look-ups and tracker lists take it.'),
  entityType: z.enum(['company', 'person']),
  name: text,
  pnetOrgId: text.describe('Organization id of a company on the network: li_org_id of its record.'),
  pnetUserId: text.describe('User id of a person on the network: user_id of the record.'),
  pnetIdentifier: text.describe('pnetOrgId of a company, pnetUserId of a person.'),
  pnetSlug: text,
  pnetUrl: text,
  domain: text.describe('Main domain of a company, as its record shows it.'),
  externalIds: externalIds.describe('external_ids of its record: ids in other data sets, by source.'),
}

const identitySchema = z.object(entityIdentity)

/** The members that identify an entity, with their values. */
export type EntityIdentity = z.infer<typeof identitySchema>

/** Members that every signal has. `changeData` depends on the rule and is added by the schemas below. */
const signalMembers = {
  id: z.string(),
  ...entityIdentity,
  type: z.string().describe('Type of the rule that fired.'),
  summary: z.string(),
  sources: z.array(z.string()).describe('Addresses where it can be seen.'),
  methodology: z.string(),
  observedAt: z.iso.datetime().describe('When the newer of the two compared states was observed.'),
  eventDate: text.describe('Day or instant of the event itself, where known.'),
  centiCreditsCharged: z.int().describe('Hundredths of a credit that this signal cost by itself.'),
  isDummy: z.boolean(),
}

/** A signal of any rule. */
export const signalSchema = z
  .object({ ...signalMembers, changeData: z.array(z.looseObject({ kind: z.string() })) })
  .meta({ id: 'TrackerSignal' })

briefRecord(signalSchema, [
  'id',
  'type',
  'summary',
  'entityId',
  'pnetSlug',
  'pnetUrl',
  'observedAt',
  'eventDate',
])

export type Signal = z.infer<typeof signalSchema>

/** A signal of one rule. */
export const makeSignalSchema = ({ change }: Rule) =>
  z.object({ ...signalMembers, changeData: z.array(change).min(1) })

const notNamedBefore = { name: null, domain: null, externalIds: null }

/** Adds to a stored signal the identifying members that earlier versions did not store. */
export function completeSignal(signal: Signal): Signal {
  const { entityType, pnetIdentifier } = signal
  return { ...notNamedBefore, ...nameIdentifier(entityType, pnetIdentifier), ...signal }
}

/** An id on the network under both of its names: the one of its type, and `pnetIdentifier`. */
export const nameIdentifier = (entityType: EntityType, pnetIdentifier: string | null) => ({
  pnetIdentifier,
  pnetOrgId: entityType === 'company' ? pnetIdentifier : null,
  pnetUserId: entityType === 'person' ? pnetIdentifier : null,
})

/** Explains in one sentence why there is a signal. */
const describeMethod = (config: RuleConfig) =>
  config.lookbackDays === undefined
    ? 'The state of this refresh compared with that of the refresh before.'
    : `The state of this refresh compared with the snapshot of about ${config.lookbackDays} days before it.`

/** Writes the members of a signal that follow from its rule and changes. */
export function writeSignal(
  { rule, config }: { rule: Rule; config: RuleConfig },
  entity: EntityIdentity,
  changes: Changes,
) {
  const days = changes.flatMap(({ eventDate }) => eventDate ?? [])
  return {
    type: rule.type,
    summary: `${entity.name ?? 'An entity without a name'} ${rule.summary(changes, config)}.`,
    changeData: changes.map(({ data }) => data as { kind: string }),
    sources: [...new Set(changes.flatMap(({ sources = [] }) => sources))],
    methodology: describeMethod(config),
    // A signal of several changes has the date of the newest.
    eventDate: days.toSorted().at(-1) ?? null,
  }
}

/** Invented entities, for previews and for lists without members. */
export const exampleEntity: Record<EntityType, EntityIdentity> = {
  company: {
    entityId: null,
    entityType: 'company',
    name: 'Acme',
    ...nameIdentifier('company', '1001'),
    pnetSlug: 'acme',
    pnetUrl: null,
    domain: 'acme.example',
    externalIds: null,
  },
  person: {
    entityId: null,
    entityType: 'person',
    name: 'Ada Example',
    ...nameIdentifier('person', '2001'),
    pnetSlug: 'ada-example',
    pnetUrl: null,
    domain: null,
    externalIds: null,
  },
}

const earlier = '2026-01-01T00:00:00.000Z'
const later = '2026-01-20T00:00:00.000Z'

/** Evaluates a rule between the two states of its sample, as if they were real. */
function findSampleChanges(rule: Rule, config: RuleConfig): { changes: Changes; observedAt: string } {
  const { before, after } = rule.sample(config)
  const [from, to] = [
    { asOf: earlier, company: {}, person: {}, ...before },
    { asOf: later, company: {}, person: {}, ...after },
  ]
  const [first, ...rest] = rule.evaluate(from, to, config)
  if (first === undefined) throw new Error(`the sample of ${rule.type} does not fire`)
  return { changes: [first, ...rest], observedAt: to.asOf }
}

/** Makes the signal that a rule with this configuration would send, about an invented entity unless one is given. */
export function makeSampleSignal(
  rule: Rule,
  config: RuleConfig,
  entity = exampleEntity[rule.entityType],
): Signal {
  const { changes, observedAt } = findSampleChanges(rule, config)
  return {
    id: 'tsig_preview',
    ...entity,
    ...writeSignal({ rule, config }, entity, changes),
    observedAt,
    centiCreditsCharged: 0,
    isDummy: config.isDummy,
  }
}
