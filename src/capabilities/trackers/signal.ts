import { z } from 'zod'
import { briefRecord } from '../../operation/index.ts'
import type { Changes, Rule, RuleConfig } from './rules/define-rule.ts'
import type { EntityType } from './rules/states.ts'

const text = z.string().nullable()
const externalIds = z.record(z.string(), z.string()).nullable()

/** What a signal says of its entity, rule and change; `changeData` is that of the rule. */
const signalMembers = {
  id: z.string(),
  entityId: z.string().nullable().describe('The entity in this service.'),
  entityType: z.enum(['company', 'person']),
  name: text,
  pnetIdentifier: text.describe('Organization id or user id on the network.'),
  pnetSlug: text,
  pnetUrl: text,
  domain: text.describe('Main domain of a company, as its record shows it.'),
  externalIds: externalIds.describe('external_ids of its record: ids in other data sets, by source.'),
  type: z.string().describe('Type of the rule that fired.'),
  summary: z.string(),
  sources: z.array(z.string()).describe('Addresses where it can be seen.'),
  methodology: z.string(),
  observedAt: z.iso.datetime().describe('When the newer of the two compared states was observed.'),
  eventDate: text.describe('Day or instant of the event itself, where known.'),
  centiCreditsCharged: z.int().describe('Hundredths of a credit that this signal cost by itself.'),
  isDummy: z.boolean(),
}

/** A signal, whatever its rule. */
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

/** What an entity is known by. */
export interface EntityIdentity {
  entityId: string | null
  entityType: EntityType
  name: string | null
  pnetIdentifier: string | null
  pnetSlug: string | null
  pnetUrl: string | null
  domain: string | null
  externalIds: Record<string, string> | null
}

/** The members of a signal that say whom it is about. */
export const entityMembers = ({
  entityId,
  entityType,
  name,
  pnetIdentifier,
  pnetSlug,
  pnetUrl,
  domain,
  externalIds,
}: EntityIdentity): EntityIdentity => ({
  entityId,
  entityType,
  name,
  pnetIdentifier,
  pnetSlug,
  pnetUrl,
  domain,
  externalIds,
})

const nothingMore = { name: null, domain: null, externalIds: null }

/** A stored signal; signals of earlier versions have fewer members that identify their entity. */
export const wholeSignal = (signal: Signal): Signal => ({
  ...nothingMore,
  ...signal,
})

/** How a change was found, for whoever asks why there is a signal. */
const methodology = (config: RuleConfig) =>
  config.lookbackDays === undefined
    ? 'The state of this refresh compared with that of the refresh before.'
    : `The state of this refresh compared with the snapshot of about ${config.lookbackDays} days before it.`

/** What changes of an entity say, without what belongs to a stored signal. */
export function signalText(
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
    methodology: methodology(config),
    // The newest of several.
    eventDate: days.toSorted().at(-1) ?? null,
  }
}

/** Somebody made up, for previews and lists without members. */
export const exampleEntity: Record<EntityType, EntityIdentity> = {
  company: {
    entityId: null,
    entityType: 'company',
    name: 'Acme',
    pnetIdentifier: '1001',
    pnetSlug: 'acme',
    pnetUrl: null,
    domain: 'acme.example',
    externalIds: null,
  },
  person: {
    entityId: null,
    entityType: 'person',
    name: 'Ada Example',
    pnetIdentifier: '2001',
    pnetSlug: 'ada-example',
    pnetUrl: null,
    domain: null,
    externalIds: null,
  },
}

const earlier = '2026-01-01T00:00:00.000Z'
const later = '2026-01-20T00:00:00.000Z'

/** The changes a rule tells between the two states of its sample, by evaluating them as any others. */
function sampleChanges(rule: Rule, config: RuleConfig): { changes: Changes; observedAt: string } {
  const { before, after } = rule.sample(config)
  const [from, to] = [
    { asOf: earlier, company: {}, person: {}, ...before },
    { asOf: later, company: {}, person: {}, ...after },
  ]
  const [first, ...rest] = rule.evaluate(from, to, config)
  if (first === undefined) throw new Error(`the sample of ${rule.type} does not fire`)
  return { changes: [first, ...rest], observedAt: to.asOf }
}

/** A made-up signal as a rule with this configuration would tell it. */
export function sampleSignal(
  rule: Rule,
  config: RuleConfig,
  entity = exampleEntity[rule.entityType],
): Signal {
  const { changes, observedAt } = sampleChanges(rule, config)
  return {
    id: 'tsig_preview',
    ...entityMembers(entity),
    ...signalText({ rule, config }, entity, changes),
    observedAt,
    centiCreditsCharged: 0,
    isDummy: config.isDummy,
  }
}
