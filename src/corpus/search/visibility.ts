import type { Param } from '../../store/clickhouse/index.ts'
import type { EntityKind, Snapshot } from '../commits/index.ts'
import { and, type Condition } from './condition.ts'

/** Tables of a kind: search rows, the records, and the versions that are no longer the newest. */
export const tables = {
  companies: { rows: 'companies', bodies: 'company_bodies', superseded: 'companies_superseded' },
  people: { rows: 'people', bodies: 'person_bodies', superseded: 'people_superseded' },
  postings: {
    rows: 'job_postings',
    bodies: 'job_posting_bodies',
    superseded: 'job_postings_superseded',
  },
  posts: { rows: 'posts', bodies: 'post_bodies', superseded: 'posts_superseded' },
  news: { rows: 'news', bodies: 'news_bodies', superseded: 'news_superseded' },
  comments: {
    rows: 'post_comments',
    bodies: 'post_comment_bodies',
    superseded: 'post_comments_superseded',
  },
  reactions: {
    rows: 'post_reactions',
    bodies: 'post_reaction_bodies',
    superseded: 'post_reactions_superseded',
  },
} as const

/**
 * A condition within a snapshot: rows published by then and not superseded by then. It reads `id` and `born`, which
 * search rows and identifiers both have, so every read of the corpus sees the same versions.
 */
export function seen(kind: EntityKind, condition: Condition, snapshot: Snapshot): Condition {
  const { number, mayHoldLater, mayHoldSuperseded } = snapshot
  if (!mayHoldLater && !mayHoldSuperseded) return condition
  const visible: Condition = {
    kind: 'sql',
    text: (bind) => {
      const tests: string[] = []
      const bound = bind('UInt32', number)
      if (mayHoldLater) tests.push(`born <= ${bound}`)
      if (mayHoldSuperseded) {
        const gone = `SELECT id, born FROM ${tables[kind].superseded} WHERE dead <= ${bound}`
        tests.push(`(id, born) ${bind.within.replace('IN', 'NOT IN')} (${gone})`)
      }
      return tests.join(' AND ')
    },
  }
  return and([condition, visible])
}

/**
 * Which of a few entities' versions are superseded in a snapshot, as `id born`. For point look-ups: found by primary
 * key, where the condition of `seen` would read every superseded version there is.
 */
export function supersededOf(
  kind: EntityKind,
  ids: readonly string[],
  snapshot: Snapshot,
): { sql: string; params: Record<string, Param> } {
  return {
    sql: `SELECT id, born FROM ${tables[kind].superseded}
      WHERE id IN {ids:Array(UInt64)} AND dead <= {number:UInt32}`,
    params: { ids: ids.map(BigInt), number: snapshot.number },
  }
}
