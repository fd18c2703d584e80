import { openMedia, type MediaKind, type MediaQuestion } from '../../corpus/media/index.ts'
import { postToken, slugToken } from '../../corpus/identify/index.ts'
import type { Post, CompanyReference } from '../../corpus/records/index.ts'
import { referredCompany } from '../../corpus/search-index/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { addRelated, type RelatedById } from './related-records.ts'
import { toSnapshot, type Check } from './check.ts'
import { readHires } from './read-hires.ts'
import type { Reading, SeenReaction } from './rules/states.ts'

const pageSize = 500

/** Reads the records about some entities that were written between two refreshes. Entities without any are absent. */
export async function readRelated(
  deps: SearchDeps,
  check: Check,
  { ids, readings }: { ids: readonly string[]; readings: ReadonlySet<Reading> },
): Promise<RelatedById> {
  const around: RelatedById = new Map()
  for (const reading of readings)
    if (reading === 'hires') await readHires(deps, check, { ids, around })
    else await readMedia(deps, check, { ids, reading, around })
  return around
}

async function readMedia(
  deps: SearchDeps,
  check: Check,
  { ids, reading, around }: { ids: readonly string[]; reading: MediaKind & Reading; around: RelatedById },
): Promise<void> {
  const { search, history } = deps
  const media = openMedia(search)
  const commit = check.since.commits[reading] ?? 0
  const upTo = check.to.commits[reading] ?? 0
  if (upTo <= commit) return
  const clues = ids.map((id) => ({ id }))
  const question: MediaQuestion = {
    ...(check.entityType === 'company' ? { companies: clues } : { people: clues }),
    afterCommit: commit,
  }
  const wanted = new Set(ids)
  const read = media[reading] as (
    question: MediaQuestion,
    request: object,
  ) => ReturnType<(typeof media)['posts']>
  for (let after: unknown, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const snapshot = (await search.snapshots.at(reading, upTo)) ?? (await search.snapshots.newest(reading))
    const page = await read(question, { limit: pageSize, after, snapshot, signal: check.signal })
    after = page.next
    const changed = history.changes(reading, { commit }, page.ids, {
      snapshot: toSnapshot(upTo),
      signal: check.signal,
    })
    const records: { before: object | undefined; after: object }[] = []
    for await (const { record, before } of changed)
      records.push({ before: before === null ? undefined : { ...record, ...before.tracked }, after: record })
    if (reading === 'reactions')
      await addCaptions(
        deps,
        check,
        records.map((each) => each.after),
      )
    const owners = await findOwners(
      deps,
      check,
      records.map((each) => each.after),
    )
    for (const [place, each] of records.entries())
      for (const owner of owners[place] ?? [])
        if (wanted.has(owner)) addRelated(around, owner, { reading, ...each })
  }
}

/** Adds the text of the post to each reaction, if the corpus holds the post. */
async function addCaptions(
  { search }: SearchDeps,
  check: Check,
  reactions: readonly object[],
): Promise<void> {
  const reactionRows = reactions as (SeenReaction & object)[]
  const tokens = [...new Set(reactionRows.map(({ post_id }) => postToken(post_id)))]
  if (tokens.length === 0) return
  const snapshot = await search.snapshots.newest('posts')
  const records = await search.lookup('posts', { tokens, snapshot, perToken: 1, signal: check.signal })
  const captions = new Map(
    records.flatMap(({ body, tokens: carried }) =>
      carried.map((token) => [token, (JSON.parse(body) as Post).caption] as const),
    ),
  )
  for (const reaction of reactionRows)
    reaction.post_caption = captions.get(postToken(reaction.post_id)) ?? null
}

/** Finds the entities of records: their authors, or the companies that they are about. */
async function findOwners(
  { search }: SearchDeps,
  check: Check,
  records: readonly object[],
): Promise<string[][]> {
  const kind = check.entityType === 'company' ? ('companies' as const) : ('people' as const)
  const tokens = records.map((record) =>
    check.entityType === 'company'
      ? listCompanies(record).flatMap(referredCompany)
      : readAuthor(record as Post),
  )
  const all = [...new Set(tokens.flat())]
  if (all.length === 0) return records.map(() => [])
  const snapshot = await search.snapshots.newest(kind)
  const carriers = await search.lookup(kind, { tokens: all, snapshot, perToken: 1, signal: check.signal })
  const owner = new Map(
    carriers.flatMap(({ id, tokens: carried }) => carried.map((token) => [token, id] as const)),
  )
  return tokens.map((own) => [...new Set(own.flatMap((token) => owner.get(token) ?? []))])
}

const readAuthor = ({ author_pnet_slug: slug }: Post) => (slug ? [slugToken(slug)] : [])

interface Referring {
  company?: CompanyReference | null
  companies?: CompanyReference[] | null
  author_type?: string | null
  author_pnet_slug?: string | null
}

function listCompanies(record: object): CompanyReference[] {
  const { company, companies, author_type, author_pnet_slug } = record as Referring
  const named = [...(company ? [company] : []), ...(companies ?? [])]
  if (named.length > 0 || author_type !== 'company' || !author_pnet_slug) return named
  return [{ li_org_id: null, pnet_primary_slug: author_pnet_slug, domain: null, name: null }]
}
