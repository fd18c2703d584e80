import { ROLE_MAILBOXES } from '../../lib/mail-domains.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { normalizeSlug, personPageOf } from '../../lib/network-url.ts'
import { exactToken } from '../search-index/index.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { runCommit } from '../commits/index.ts'
import {
  allKinds,
  emailSubjectTokens,
  kinds,
  phoneSubjectToken,
  subjectTokens,
  type EntityKind,
  type Sealed,
} from '../kinds/index.ts'
import { abandonCommit } from './abandon.ts'
import { isStrong, ownersOf } from './identify.ts'
import { isoTime, knownVersions, type KnownVersion } from './known.ts'
import { CommitRows, sendRows } from './rows.ts'

/** What the corpus holds of one person. */
export interface DataSubject {
  id: string
  /** When the record was true. ISO 8601. */
  observedAt: string
  record: Record<string, unknown>
  sealed: Sealed
  /** Identifiers that are this person's alone: not a mailbox or number that others have, too. */
  tokens: string[]
  /** Addresses and numbers that are this person's alone, as they are stored. */
  contacts: string[]
  /** Slugs and ids that the addresses of their pages name. */
  pages: string[]
  history: { observedAt: string; source: string; tracked: Record<string, unknown> }[]
  /** What they wrote, newest first, at most 1,000. */
  authored: { kind: EntityKind; record: Record<string, unknown> }[]
}

export interface Subjects {
  /** The people who carry one of some identifiers now. */
  find(tokens: readonly string[]): Promise<DataSubject[]>
  /**
   * Ends the people who carry one of some identifiers, and what they wrote: one commit a kind, from which on no search,
   * count or look-up sees them. Their history goes at once, the rows with the next compaction. Safe to repeat.
   */
  erase(tokens: readonly string[]): Promise<{ people: number; authored: number }>
}

interface SubjectStores {
  db: Postgres
  engine: ClickHouse
}

/** Kinds whose records end with the person who wrote them. */
const authoredKinds = allKinds
  .filter(({ suppression }) => suppression.of === 'author')
  .map(({ name }) => name)
const mostAuthored = 1_000
const spec = kinds.people

/** `onPublished` runs after each commit, as in `openWriter`. */
export function openSubjects(
  stores: SubjectStores,
  onPublished: () => Promise<void> = async () => {},
): Subjects {
  return {
    async find(tokens) {
      const published = await publishedOf(stores.db, 'people')
      const found = await carriersOf(stores.engine, tokens, published)
      return Promise.all(found.map((known) => describe(stores, known, published)))
    },
    async erase(tokens) {
      let people: KnownVersion[] = []
      await endVersions(stores, 'people', async (published) => {
        people = await carriersOf(stores.engine, tokens, published)
        return people.map(({ id, born }) => ({ id, born }))
      })
      let authored = 0
      const theirs = people.flatMap(authorTokens)
      // Also where nobody was found: what was written under a given name may have come without its author.
      const given = tokens.filter((token) => token.startsWith('slug:')).map((token) => `p${token}`)
      for (const kind of authoredKinds) {
        authored += await endVersions(stores, kind, (published) =>
          writtenBy(stores.engine, kind, { tokens: [...theirs, ...given], published }),
        )
      }
      await forgetPast(
        stores,
        people.map(({ id }) => id),
      )
      await onPublished()
      return { people: people.length, authored }
    },
  }
}

async function publishedOf(db: Postgres, kind: EntityKind): Promise<number> {
  const [state] = await db.query<{ published: number }>(sql`
    SELECT published FROM corpus_commits WHERE kind = ${kind}`)
  return state?.published ?? 0
}

const tokensOf = ({ members, sealed }: KnownVersion) =>
  subjectTokens(spec.identifiers(members, sealed), sealed.emails, members['url'])

/** People whose newest version carries one of some tokens. */
async function carriersOf(
  engine: ClickHouse,
  tokens: readonly string[],
  published: number,
): Promise<KnownVersion[]> {
  if (published === 0 || tokens.length === 0) return []
  const asked = new Set(tokens)
  // Also those whose page stands in the record as an address only.
  const pages = tokens.flatMap((token) => /^(?:slug|uid):(.+)$/s.exec(token)?.[1] ?? [])
  const sought = [...tokens, ...pages.map((page) => exactToken('page', page))]
  const owners = await ownersOf(engine, 'people', sought, published)
  const known = await knownVersions(engine, spec, [...new Set([...owners.values()].flat())], published)
  return [...known.values()].filter((version) => tokensOf(version).some((token) => asked.has(token)))
}

async function describe(
  { db, engine }: SubjectStores,
  known: KnownVersion,
  published: number,
): Promise<DataSubject> {
  const { id, members, sealed } = known
  const tokens = tokensOf(known)
  const owners = await ownersOf(engine, 'people', tokens, published)
  const roles = new Set(
    sealed.emails.flatMap(({ email }) => (isRole(email) ? emailSubjectTokens(email) : [])),
  )
  const isOwn = (token: string) =>
    isStrong(token) || (!roles.has(token) && (owners.get(token) ?? []).every((owner) => owner === id))
  const contacts = [
    ...sealed.emails.filter(({ email }) => emailSubjectTokens(email).every(isOwn)).map(({ email }) => email),
    ...sealed.phoneNumbers.map(({ number }) => number).filter((number) => isOwn(phoneSubjectToken(number))),
  ]
  const rows = await engine.query<{ observed_at: string; source: string; tracked: string }>({
    tag: 'subject-history',
    sql: `SELECT toString(observed_at) AS observed_at, source, tracked FROM snapshots
      WHERE kind = 'people' AND id = {id:UInt64} AND born <= {published:UInt32} ORDER BY snapshots.observed_at`,
    params: { id: BigInt(id), published },
  })
  return {
    id,
    record: members,
    sealed,
    tokens: tokens.filter(isOwn),
    observedAt: known.observedAt,
    contacts,
    pages: pagesOf(members),
    history: rows.map(({ observed_at, source, tracked }) => ({
      observedAt: isoTime(observed_at),
      source,
      tracked: JSON.parse(tracked) as Record<string, unknown>,
    })),
    authored: (
      await Promise.all(
        authoredKinds.map((kind) =>
          authoredBy(
            {
              db,
              engine,
            },
            kind,
            known,
          ),
        ),
      )
    ).flat(),
  }
}

function isRole(email: string): boolean {
  const local = normalizeEmail(email)?.split('@')[0] ?? ''
  return ROLE_MAILBOXES.has(local.replaceAll(/[\d._-]/g, ''))
}

/** What posts and the like are looked up by when the person wrote them. */
function authorTokens({ id, members }: KnownVersion): string[] {
  const slugs = [members['primary_slug'], ...((members['slugs'] as unknown[] | undefined) ?? [])]
  const known = slugs.filter((slug) => typeof slug === 'string')
  return [
    `pid:${id}`,
    ...[...known, ...pagesOf(members)].map((slug) => exactToken('pslug', normalizeSlug(slug))),
  ]
}

function pagesOf(members: Record<string, unknown>): string[] {
  const page = typeof members['url'] === 'string' ? personPageOf(members['url']) : undefined
  return page === undefined ? [] : [page]
}

interface VersionOf {
  id: string
  born: number
}

async function writtenBy(
  engine: ClickHouse,
  kind: EntityKind,
  { tokens, published }: { tokens: readonly string[]; published: number },
): Promise<VersionOf[]> {
  if (tokens.length === 0) return []
  const rows = await engine.query<{ entity: string; newest: number }>({
    tag: 'subject-authored',
    sql: `SELECT toString(id) AS entity, max(born) AS newest FROM versions
      WHERE kind = {kind:String} AND born <= {published:UInt32}
        AND id IN (SELECT id FROM identifiers
          WHERE kind = {kind:String} AND token IN {tokens:Array(String)} AND born <= {published:UInt32})
        AND (id, born) NOT IN (SELECT id, born FROM ${kinds[kind].supersededTable} WHERE dead <= {published:UInt32})
      GROUP BY id`,
    params: { kind, tokens: [...new Set(tokens)], published },
    maxMs: 60_000,
  })
  return rows.map(({ entity, newest }) => ({ id: entity, born: newest }))
}

async function authoredBy(
  { db, engine }: SubjectStores,
  kind: EntityKind,
  person: KnownVersion,
): Promise<DataSubject['authored']> {
  const published = await publishedOf(db, kind)
  const found = await writtenBy(engine, kind, { tokens: authorTokens(person), published })
  const ids = found.slice(0, mostAuthored).map(({ id }) => id)
  const known = await knownVersions(engine, kinds[kind], ids, published)
  return [...known.values()].map(({ members }) => ({ kind, record: members }))
}

/** Ends versions in a commit of their own, chosen while no writer can add one; answers how many. */
async function endVersions(
  { db, engine }: SubjectStores,
  kind: EntityKind,
  choose: (published: number) => Promise<readonly VersionOf[]>,
): Promise<number> {
  const abandon = (of: EntityKind, number: number) => abandonCommit(engine, kinds[of], number)
  let ended: readonly VersionOf[] = []
  await runCommit({ db, abandon }, kind, 0, async (commit) => {
    ended = await choose(await publishedOf(db, kind))
    const rows = new CommitRows(kinds[kind], commit)
    for (const { id, born } of ended) rows.retire(id, born)
    await sendRows(engine, rows.take())
    return { rows: 0, superseded: rows.superseded, source: 'privacy' }
  })
  if (ended.length > 0) await dropSnapshots(engine, kind, ended)
  return ended.length
}

async function dropSnapshots(
  engine: ClickHouse,
  kind: EntityKind,
  ended: readonly VersionOf[],
): Promise<void> {
  await engine.command({
    tag: 'subject-erase',
    sql: 'DELETE FROM snapshots WHERE kind = {kind:String} AND id IN {ids:Array(UInt64)}',
    params: { kind, ids: ended.map(({ id }) => BigInt(id)) },
  })
}

/** The log of merges holds what was merged. */
async function forgetPast({ db }: SubjectStores, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(sql`
    DELETE FROM corpus_merges
    WHERE kind = 'people' AND (entity_id = ANY(${ids}::bigint[]) OR merged_id = ANY(${ids}::bigint[]))`)
}
