import { createHmac } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import { openBytes, sealBytes } from '../lib/sealed-bytes.ts'
import { stableStringify } from '../lib/stable-json.ts'
import type { PersonalStore } from '../platform/privacy/index.ts'
import { deleteOldest, sql, type Postgres } from '../store/postgres/index.ts'
import type { Capability } from './capabilities.ts'
import { dayMs } from '../lib/time.ts'

/** An answer of a source as it is kept; undefined members say that nothing was found. */
export interface KeptAnswer {
  found?: { answer: unknown; observedAt: string; confidence: number; leftOut?: number } | undefined
  askedAtMs: number
}

/** The question to a source: its name with all settings, since other settings may change the answer. */
export interface CacheKey {
  source: string
  settings: string
  capability: string
  question: unknown
}

/**
 * Answers of sources, kept for a while so that the same question is not paid for twice. Neither questions nor answers
 * can be read in the store: the key is a digest, the answer is encrypted.
 */
export interface AnswerCache {
  read(key: CacheKey): Promise<KeptAnswer | undefined>
  write(key: CacheKey, answer: KeptAnswer, days: number): Promise<void>
  /** Removes what has expired, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

const purgeBatch = 5_000
export function openAnswerCache(settings: { db: Postgres; clock: Clock; secret: Buffer }): AnswerCache {
  const { db, clock, secret } = settings
  const seal = { key: secret, purpose: 'source answers' }
  const digest = (key: CacheKey) =>
    createHmac('sha256', secret).update('source answers\0').update(stableStringify(key)).digest('hex')
  return {
    async read(key) {
      const name = digest(key)
      const [row] = await db.query<{ answer: Buffer | null; askedAt: Date }>(sql`
        SELECT answer, asked_at AS "askedAt" FROM source_answers
        WHERE key = decode(${name}, 'hex') AND expires_at > ${new Date(clock.now())}`)
      if (row === undefined) return undefined
      const askedAtMs = row.askedAt.getTime()
      if (row.answer === null) return { askedAtMs }
      const text = openBytes(row.answer, name, seal)?.toString()
      if (text === undefined) return undefined
      return { askedAtMs, found: JSON.parse(text) as NonNullable<KeptAnswer['found']> }
    },
    async write(key, { found: answered, askedAtMs }, days) {
      if (days <= 0) return
      const name = digest(key)
      const answer =
        answered === undefined ? null : sealBytes(Buffer.from(JSON.stringify(answered)), name, seal)
      const expiresAt = new Date(askedAtMs + days * dayMs)
      await db.query(sql`
        INSERT INTO source_answers (key, source, capability, answer, asked_at, expires_at)
        VALUES (decode(${name}, 'hex'), ${key.source}, ${key.capability}, ${answer}, ${new Date(askedAtMs)}, ${expiresAt})
        ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, asked_at = excluded.asked_at,
          expires_at = excluded.expires_at
        WHERE source_answers.asked_at <= excluded.asked_at`)
    },
    purge: (nowMs) =>
      deleteOldest(db, {
        table: 'source_answers',
        where: sql`expires_at <= ${new Date(nowMs)}`,
        by: 'expires_at',
        most: purgeBatch,
      }),
  }
}

/** What sources answer about companies only. */
const ofCompanies: readonly Capability[] = ['company.live', 'company.search', 'company.logo']

/**
 * Every answer that may be about a person. Whose an answer is cannot be read in it, so one who is to be forgotten takes
 * all of them along; sources are asked again.
 */
export function forgetAnswers(db: Postgres): PersonalStore {
  return {
    tables: ['source_answers'],
    async forget() {
      const rows = await db.query(sql`
        DELETE FROM source_answers WHERE capability <> ALL(${[...ofCompanies]}::text[]) RETURNING 1`)
      return rows.length
    },
  }
}
