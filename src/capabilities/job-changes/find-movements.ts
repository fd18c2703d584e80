import type { EntityChange, History } from '../../corpus/history/index.ts'
import { firstNamed, type Lookups } from '../../corpus/lookup/index.ts'
import { organizationToken } from '../../corpus/identify/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import type { Snapshot } from '../../corpus/commits/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { classifyMovement, isContinuedEmployer, type Movement, type Position } from './classify.ts'
import { buildDetails, type KnownCompany } from './movement-view.ts'
import type { FoundMovement } from './movement-rows.ts'
import { bindProfiles, selectProfilesAfter, type OfList, type WatchedProfile } from './profile-rows.ts'

/** A movement with its entity in the corpus: one person may be in a list under two addresses. */
export interface EntityMovement extends FoundMovement {
  entityId: string
}

interface Stores {
  db: Postgres
  history: History
  lookups: Lookups
}

type Order = OfList & { signal: AbortSignal }
type Moved = { profile: WatchedProfile; change: EntityChange; moved: Movement }

const pageSize = 2_000

/**
 * Movements of a list's people since the previous scan. Profiles the corpus has since learned are compared from now on.
 */
export async function findMovements(
  stores: Stores,
  order: Order,
  { snapshot, since }: { snapshot: Snapshot; since: number },
): Promise<EntityMovement[]> {
  for (const isKnown of [false, true]) await findPeople(stores, order, { snapshot, isKnown })
  const moved: Moved[] = []
  for await (const page of readPages(stores.db, order, true)) {
    const groups = Map.groupBy(page, ({ sinceCommit }) => Math.max(sinceCommit ?? 0, since))
    for (const [commit, profiles] of groups)
      moved.push(...(await movedSince(stores, order, { snapshot, commit, profiles })))
  }
  const companies = await readCompanies(stores.lookups, moved, order.signal)
  return moved.map(({ profile, change, moved: movement }) => ({
    profileId: profile.id,
    pnetUrl: profile.pnetUrl,
    entityId: change.id,
    commit: change.commit,
    movement: movement.movement as FoundMovement['movement'],
    details: buildDetails(movement, { companies, startedAt: startedAtEmployer(movement, change) }),
  }))
}

/** Profiles that the corpus knows, or those it does not, page by page. */
async function* readPages(db: Postgres, of: OfList, isKnown: boolean): AsyncGenerator<WatchedProfile[]> {
  for (let after = ''; ;) {
    const page = await selectProfilesAfter(db, of, { after, isKnown, most: pageSize })
    if (page.length === 0) return
    yield page
    after = page.at(-1)?.id ?? ''
  }
}

/** Resolves profiles that were unknown, and those whose entity was merged into another. */
async function findPeople(
  { db, history, lookups }: Stores,
  order: Order,
  { snapshot, isKnown }: { snapshot: Snapshot; isKnown: boolean },
): Promise<void> {
  for await (const page of readPages(db, order, isKnown)) {
    const ids = page.flatMap(({ entityId }) => entityId ?? [])
    const missing = isKnown ? new Set(await history.missingIds('people', ids, snapshot)) : undefined
    const lost = missing === undefined ? page : page.filter(({ entityId }) => missing.has(entityId ?? ''))
    const foundIds = await lookUpPeople(lookups, lost, { snapshot, signal: order.signal })
    const bound = lost.flatMap(({ id }, index) => {
      const entityId = foundIds[index]
      return entityId === undefined ? [] : [{ id, entityId, sinceCommit: snapshot.number }]
    })
    if (bound.length > 0) await bindProfiles(db, order, bound)
  }
}

const tokensAtOnce = 500

/** Entities of profiles by their identifiers; aligned with them. */
export async function lookUpPeople(
  lookups: Lookups,
  profiles: readonly Pick<WatchedProfile, 'identifier'>[],
  { snapshot, signal }: { snapshot: Snapshot; signal: AbortSignal },
): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = []
  for (let start = 0; start < profiles.length; start += tokensAtOnce) {
    const lists = profiles.slice(start, start + tokensAtOnce).map(({ identifier }) => identifier.split(' '))
    const records = await lookups.lookup('people', { tokens: lists.flat(), snapshot, perToken: 1, signal })
    ids.push(...firstNamed(records, lists).map((record) => record?.id))
  }
  return ids
}

async function movedSince(
  { history }: Stores,
  { signal }: Order,
  scan: { snapshot: Snapshot; commit: number; profiles: readonly WatchedProfile[] },
): Promise<Moved[]> {
  const { snapshot, commit, profiles } = scan
  if (commit >= snapshot.number) return []
  const byEntity = Map.groupBy(profiles, ({ entityId }) => entityId ?? '')
  const moved: Moved[] = []
  for await (const change of history.changes('people', { commit }, byEntity.keys(), { snapshot, signal })) {
    if (change.before === null) continue
    const movement = classifyMovement(positionsIn(change.before.tracked), positionsIn(change.after.tracked))
    if (movement.movement === 'no-change') continue
    for (const profile of byEntity.get(change.id) ?? []) moved.push({ profile, change, moved: movement })
  }
  return moved
}

/** Positions of tracked members, with every member needed for the comparison. */
function positionsIn(tracked: Record<string, unknown>): Position[] {
  const positions = (tracked['experiences'] ?? []) as Partial<Position>[]
  return positions.map((each) => ({
    pnet_company_id: each.pnet_company_id ?? null,
    company_name: each.company_name ?? null,
    title: each.title ?? null,
    is_current: each.is_current ?? null,
    start_date: each.start_date ?? null,
    end_date: each.end_date ?? null,
    seniority: each.seniority ?? null,
    employment_type: each.employment_type ?? null,
  }))
}

function startedAtEmployer({ to }: Movement, { after }: EntityChange): string | null {
  if (to === null) return null
  const starts = positionsIn(after.tracked)
    .filter((position) => isContinuedEmployer(position, to))
    .flatMap(({ start_date }) => start_date ?? [])
  return starts.toSorted()[0] ?? to.start_date
}

/** Data of the corpus on the employers of movements, by organization id. */
async function readCompanies(
  lookups: Lookups,
  moved: readonly Moved[],
  signal: AbortSignal,
): Promise<Map<string, KnownCompany>> {
  const positions = moved.flatMap(({ moved: { to, from } }) => [to, from])
  const ids = [...new Set(positions.flatMap((position) => position?.pnet_company_id ?? []))]
  const companies = new Map<string, KnownCompany>()
  const snapshot = await lookups.snapshots.newest('companies')
  for (let start = 0; start < ids.length; start += tokensAtOnce) {
    const lists = ids.slice(start, start + tokensAtOnce).map((id) => [organizationToken(id)])
    const records = await lookups.lookup('companies', { tokens: lists.flat(), snapshot, perToken: 1, signal })
    for (const [index, record] of firstNamed(records, lists).entries()) {
      if (record === undefined) continue
      const { pnet_primary_slug: slug, domains, logo_url } = JSON.parse(record.body) as CompanyRecord
      const company = { slug, domain: domains?.[0] ?? null, logoUrl: logo_url ?? null }
      companies.set(ids[start + index] as string, company)
    }
  }
  return companies
}
