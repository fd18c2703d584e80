import { roleMailboxes } from '../../lib/mail-domains.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { normalizeSlug, readPersonPage } from '../../lib/network-url.ts'
import { exactToken } from '../search-index/index.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import {
  allKinds,
  emailSubjectTokens,
  kinds,
  phoneSubjectToken,
  subjectTokens,
  type EntityKind,
  type Sealed,
} from '../kinds/index.ts'
import type { WrittenStores } from './abandon.ts'
import { findMentions, forgetMentions, type MentionedIn } from './forget-mentions.ts'
import { forgetInMerges } from './merge-mentions.ts'
import { isStrong, findOwners } from './identify.ts'
import {
  dropConfirmations,
  dropContested,
  dropLines,
  dropSnapshots,
  readCarriers,
  readSnapshots,
  recordStore,
} from '../record-store/index.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'
import { writeCommit } from './write-commit.ts'

/** Everything the corpus holds about one person. */
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
  /** Ids of records that were merged into theirs. */
  formerIds: string[]
  history: { observedAt: string; source: string; tracked: Record<string, unknown> }[]
  /** Records they wrote, newest first, at most 1,000. */
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
  /** Names that records of others give the people of some tokens, with what each record is known by. */
  mentions(tokens: readonly string[]): Promise<MentionedIn[]>
  /** Takes the people of some tokens out of records of others that name them; answers how many. Safe to repeat. */
  forgetMentions(tokens: readonly string[]): Promise<number>
}

/** Kinds whose records end with the person who wrote them. */
const authoredKinds = allKinds
  .filter(({ suppression }) => suppression.of === 'author')
  .map(({ name }) => name)
const maxAuthoredPosts = 1_000
const spec = kinds.people

/** `onPublished` runs after each commit, as in `openWriter`. */
export function openSubjects(
  stores: WrittenStores,
  onPublished: () => Promise<void> = async () => {},
): Subjects {
  return {
    async find(tokens) {
      const published = await readPublishedCommit(stores.db, 'people')
      const versions = await findCarriers(stores.db, tokens, published)
      return Promise.all(versions.map((version) => describe(stores.db, version, published)))
    },
    async erase(tokens) {
      let people: KnownVersion[] = []
      await endVersions(stores, 'people', async (published) => {
        people = await findCarriers(stores.db, tokens, published)
        return people
      })
      let authored = 0
      // Also where nobody was found: what was written under a given name may have come without its author.
      const addressTokens = tokens.flatMap((token) => {
        if (token.startsWith('slug:')) return `p${token}`
        return token.startsWith('soc:') ? token : []
      })
      const theirs = [...people.flatMap(authorTokens), ...addressTokens]
      for (const kind of authoredKinds) {
        authored += await endVersions(stores, kind, async (published) => {
          const versions = await writtenBy(stores.db, kind, { tokens: theirs, published })
          theirs.push(...listAliases(kind, versions))
          return versions
        })
      }
      await forgetPast(
        stores,
        people.map(({ id }) => id),
      )
      await onPublished()
      return { people: people.length, authored }
    },
    mentions: (tokens) => findMentions(stores.db, tokens),
    async forgetMentions(tokens) {
      const rewritten = await forgetMentions(stores, tokens)
      await forgetInMerges(stores.db, tokens)
      if (rewritten > 0) await onPublished()
      return rewritten
    },
  }
}

const listTokens = ({ members, sealed }: KnownVersion) =>
  subjectTokens(spec.identifiers(members, sealed), sealed.emails, members['url'])

/** People whose newest version carries one of some tokens. */
async function findCarriers(
  db: Postgres,
  tokens: readonly string[],
  published: number,
): Promise<KnownVersion[]> {
  if (published === 0 || tokens.length === 0) return []
  const wanted = new Set(tokens)
  // Also those whose page is in the record as an address only.
  const pages = tokens.flatMap((token) => /^(?:slug|uid):(.+)$/s.exec(token)?.[1] ?? [])
  const sought = [...tokens, ...pages.map((page) => exactToken('page', page))]
  const owners = await findOwners(db, 'people', sought, published)
  const versions = await knownVersions(db, spec, [...new Set([...owners.values()].flat())], published)
  return [...versions.values()].filter((version) => listTokens(version).some((token) => wanted.has(token)))
}

async function describe(db: Postgres, version: KnownVersion, published: number): Promise<DataSubject> {
  const { id, members, sealed } = version
  const { authored, aliases } = await authoredBy(db, version)
  const tokens = [...new Set([...listTokens(version), ...aliases])]
  const owners = await findOwners(db, 'people', tokens, published)
  const roles = new Set(
    sealed.emails.flatMap(({ email }) => (isRole(email) ? emailSubjectTokens(email) : [])),
  )
  const isOwn = (token: string) =>
    isStrong(token) || (!roles.has(token) && (owners.get(token) ?? []).every((owner) => owner === id))
  const contacts = [
    ...sealed.emails.filter(({ email }) => emailSubjectTokens(email).every(isOwn)).map(({ email }) => email),
    ...sealed.phoneNumbers.map(({ number }) => number).filter((number) => isOwn(phoneSubjectToken(number))),
  ]
  const history = await readSnapshots(recordStore(db), 'people', {
    ids: [id],
    asOf: published,
    most: 1_000_000,
  })
  return {
    id,
    record: members,
    sealed,
    tokens: tokens.filter(isOwn),
    observedAt: version.observedAt,
    contacts,
    pages: listPages(members),
    formerIds: (await withMerged(db, 'people', [id])).filter((merged) => merged !== id),
    history: history.map(({ observedAt, source, tracked }) => ({
      observedAt,
      source,
      tracked: JSON.parse(tracked) as Record<string, unknown>,
    })),
    authored,
  }
}

function isRole(email: string): boolean {
  const local = normalizeEmail(email)?.split('@')[0] ?? ''
  return roleMailboxes.has(local.replaceAll(/[\d._-]/g, ''))
}

/** What posts and the like are looked up by when the person wrote them: their pages, and accounts elsewhere. */
function authorTokens({ id, members, sealed }: KnownVersion): string[] {
  const slugs = [members['primary_slug'], ...((members['slugs'] as unknown[] | undefined) ?? [])]
  const texts = slugs.filter((slug) => typeof slug === 'string')
  return [
    `pid:${id}`,
    ...[...texts, ...listPages(members)].map((slug) => exactToken('pslug', normalizeSlug(slug))),
    ...spec.identifiers(members, sealed).filter((token) => token.startsWith('soc:')),
  ]
}

/** Further identifiers of the owner of these records. */
function listAliases(kind: EntityKind, owned: readonly KnownVersion[]): string[] {
  const { suppression } = kinds[kind]
  if (suppression.of === 'nobody') return []
  return owned.flatMap(({ members }) => suppression.aliases?.(members) ?? [])
}

function listPages(members: Record<string, unknown>): string[] {
  const page = typeof members['url'] === 'string' ? readPersonPage(members['url']) : undefined
  return page === undefined ? [] : [page]
}

/** Records written by the people that some tokens name. */
async function writtenBy(
  db: Postgres,
  kind: EntityKind,
  { tokens, published }: { tokens: readonly string[]; published: number },
): Promise<KnownVersion[]> {
  const carriers = await readCarriers(recordStore(db), kind, {
    tokens: [...new Set(tokens)],
    asOf: published,
  })
  const versions = await knownVersions(
    db,
    kinds[kind],
    carriers.map(({ id }) => id),
    published,
  )
  return [...versions.values()]
}

/** What somebody wrote, and what else they are known by as the owner of it; accounts tell it to the kinds after them. */
async function authoredBy(
  db: Postgres,
  person: KnownVersion,
): Promise<Pick<DataSubject, 'authored'> & { aliases: string[] }> {
  const tokens = authorTokens(person)
  const authored: DataSubject['authored'] = []
  const aliases: string[] = []
  for (const kind of authoredKinds) {
    const versions = await writtenBy(db, kind, { tokens, published: await readPublishedCommit(db, kind) })
    const names = listAliases(kind, versions)
    tokens.push(...names)
    aliases.push(...names)
    const newest = versions.toSorted((a, b) => a.rank - b.rank).slice(0, maxAuthoredPosts)
    authored.push(...newest.map(({ members }) => ({ kind, record: members })))
  }
  return { authored, aliases }
}

/** Ends versions in a commit of their own, chosen while no writer can add one; answers how many. */
async function endVersions(
  stores: WrittenStores,
  kind: EntityKind,
  choose: (published: number) => Promise<readonly KnownVersion[]>,
): Promise<number> {
  let ended: readonly KnownVersion[] = []
  await writeCommit(stores, kind, { entityIds: 0, source: 'privacy' }, async (rows) => {
    ended = await choose(await readPublishedCommit(stores.db, kind))
    for (const version of ended) rows.retire(version)
    return async (tx) => {
      const ids = await withMerged(
        tx,
        kind,
        ended.map(({ id }) => id),
      )
      await dropSnapshots(tx, kind, { ids })
      await dropConfirmations(tx, kind, ids)
      await dropLines(tx, kind, ids)
      const tokens = ended.flatMap(({ members, sealed }) => kinds[kind].identifiers(members, sealed))
      await dropContested(tx, kind, { tokens })
    }
  })
  return ended.length
}

/** Entities with those that were merged into them, whose history stays for who undoes it. */
async function withMerged(db: Queryable, kind: EntityKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    WITH RECURSIVE parts AS (
      SELECT id FROM unnest(${[...ids]}::bigint[]) AS id
      UNION
      SELECT m.merged_id FROM corpus_merges m JOIN parts ON m.entity_id = parts.id
      WHERE m.kind = ${kind} AND m.merged_id IS NOT NULL AND m.undone_commit IS NULL)
    SELECT id::text AS id FROM parts`)
  return rows.map(({ id }) => id)
}

/** The log of merges holds what was merged. */
async function forgetPast({ db }: WrittenStores, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(sql`
    DELETE FROM corpus_merges
    WHERE kind = 'people' AND (entity_id = ANY(${ids}::bigint[]) OR merged_id = ANY(${ids}::bigint[]))`)
}
