import {
  findNamedEntities,
  nameOfItem,
  type NamedEntities,
  type NamedItem,
} from '../../corpus/lookup/index.ts'
import { Failure, type Call } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { memberKey } from './cost-members.ts'
import { audienceFailures } from './failures.ts'
import type { Audience } from './list-kind.ts'
import { maxHandItems } from './member-sides.ts'
import type { AudiencesDeps } from './slice.ts'

/** What a client names the members by that it adds or removes. */
interface HandOrder {
  kind: 'company' | 'person'
  audienceId: string
  items: readonly NamedItem[]
}

/** Longest label of a member that lists store. */
const maxLabelLength = 500

export const findToAdd = (deps: AudiencesDeps, call: Call, order: HandOrder): Promise<NamedEntities> =>
  findNamed(deps, call, order)

/**
 * Adds the entities that items name, whatever the search of the audience says: builds keep them. `joined` were never in the
 * audience before: only they are charged, unless they are among those `paidBefore`. It runs in the transaction of the charge.
 */
export async function addByHand(
  deps: AudiencesDeps,
  call: Call,
  {
    tx,
    order: { kind, audienceId, items },
    named: { entities },
  }: { tx: Queryable; order: HandOrder; named: NamedEntities },
) {
  const members = entities.map(({ index, entityId }) => ({
    kind,
    entityId,
    label: nameOfItem(items[index] ?? {}).slice(0, maxLabelLength),
  }))
  const { organizationId, keyId: by } = call
  const audience = await lockMembers(deps, tx, call, audienceId)
  const outcome = await deps.lists.add(tx, organizationId, audienceId, { members, by })
  if (!outcome.done) throw new Failure('not-found')
  const { added, version } = outcome
  // It has members now, so it can be read, enriched and exported as a built one.
  if (added > 0 && audience.state === 'DRAFT')
    await deps.lists.change(tx, organizationId, audienceId, { state: 'NORMAL', by })
  const joined = added === 0 ? [] : await findJoined(deps, tx, { organizationId, audienceId, version, kind })
  const unpaid = await countUnpaid(deps, tx, call, { kind, joined })
  const counts = await readCounts(deps, tx, call, audienceId)
  return {
    added,
    joined: joined.length,
    paidBefore: joined.length - unpaid,
    returned: added - joined.length,
    skipped: entities.length - added,
    ...counts,
  }
}

/** Notes newcomers as paid for; answers how many of them have to be. */
async function countUnpaid(
  { recordReads }: AudiencesDeps,
  tx: Queryable,
  { organizationId, requestId, nowMs, mode }: Call,
  { kind: of, joined }: { kind: 'company' | 'person'; joined: readonly string[] },
): Promise<number> {
  // Nothing is remembered as paid by a sandbox key, which pays nothing.
  if (mode === 'test') return joined.length
  const kind = of === 'company' ? 'companies' : 'people'
  const by = { organizationId, requestId, kind, extent: 'row', priceKey: memberKey[kind], nowMs } as const
  return (await recordReads.claim(tx, joined, by)).size
}

/** Removes the entities that items name. A later build brings back whom its search finds. */
export async function removeByHand(deps: AudiencesDeps, call: Call, { kind, audienceId, items }: HandOrder) {
  const { entities, invalid } = await findNamed(deps, call, { kind, audienceId, items })
  const members = entities.map(({ entityId }) => ({ kind, entityId }))
  const { organizationId, keyId: by } = call
  return deps.db.transact(async (tx) => {
    await lockMembers(deps, tx, call, audienceId)
    const outcome = await deps.lists.remove(tx, organizationId, audienceId, { members, by })
    if (!outcome.done) throw new Failure('not-found')
    const absent = outcome.notFound.map((place) => entities[place]?.index ?? 0)
    const failed = [...invalid.map(({ index }) => index), ...absent].toSorted((a, b) => a - b)
    return {
      removed: outcome.removed,
      notFound: failed.length,
      failedIdentifiers: failed.map((index) => nameOfItem(items[index] ?? {})),
      ...(await readCounts(deps, tx, call, audienceId)),
    }
  })
}

/** Looks the names up before anything is locked. Throws what forbids a change now. */
async function findNamed(
  deps: AudiencesDeps,
  { organizationId }: Call,
  { kind: entityType, audienceId, items }: HandOrder,
): Promise<NamedEntities> {
  const audience = await deps.audiences.require(organizationId, audienceId)
  await deps.audiences.requireOrder('change-members', { ...audience, organizationId })
  return findNamedEntities(deps.search.search, deps.network, { entityType, items })
}

/** Locks an audience until the transaction ends, so that no build begins meanwhile; one that has begun replaces the members. */
async function lockMembers(
  { lists }: AudiencesDeps,
  tx: Queryable,
  { organizationId, keyId: by }: Call,
  audienceId: string,
): Promise<Audience> {
  const outcome = await lists.change(tx, organizationId, audienceId, { by })
  if (!outcome.done) throw new Failure('not-found')
  if (outcome.list.state === 'BUILDING') throw audienceFailures.of('audience-building')
  return outcome.list
}

/** Those of an addition that were never members before. */
async function findJoined(
  { lists }: AudiencesDeps,
  tx: Queryable,
  {
    organizationId,
    audienceId,
    version,
    kind,
  }: Omit<HandOrder, 'items'> & {
    organizationId: string
    version: number
  },
): Promise<string[]> {
  const joined = await lists.difference(tx, organizationId, audienceId, {
    kind,
    from: version - 1,
    to: version,
    movements: ['joined'],
    after: { leftIn: null, number: 0 },
    most: maxHandItems,
  })
  return (joined ?? []).flatMap(({ entityId }) => entityId ?? [])
}

async function readCounts(
  { lists }: AudiencesDeps,
  tx: Queryable,
  { organizationId }: Call,
  audienceId: string,
) {
  const { company = 0, person = 0 } = (await lists.find(tx, organizationId, audienceId))?.counts ?? {}
  return { companiesCount: company, prospectsCount: person }
}
