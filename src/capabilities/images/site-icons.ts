import { buffer } from 'node:stream/consumers'
import type { Clock } from '../../lib/clock.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import { column, nullable, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import { fetchIcon } from './fetch-icon.ts'
import { dayMs } from '../../lib/time.ts'

/** Time after which a site is fetched again; shorter for a site that had no icon. */
const keptMs = 30 * dayMs
const missingMs = dayMs
const maxIconBytes = 512 * 1024
/** Sites that are fetched at the same time. */
const atOnce = 8
/** Time limit for one answer of a site, in milliseconds. */
const oneAnswerMs = 4_000

/** An icon as it is served. */
export interface IconFile {
  mediaType: string
  body: Buffer
}

/** Icons of companies' own sites: fetched on first request, stored as blobs, served by this installation. */
export interface SiteIcons {
  /**
   * Addresses of the icons of some sites, by domain: those already stored, and up to `most` others that are fetched
   * within `withinMs`. An icon that arrives later is stored for the next request.
   */
  find(
    domains: readonly string[],
    options: { most: number; withinMs: number; signal: AbortSignal },
  ): Promise<Map<string, string>>
  /** The file of an address; undefined for anything but an icon. */
  read(id: string): Promise<IconFile | undefined>
}

export interface SiteIconSettings {
  db: Postgres
  blobs: Blobs
  outbound: Outbound
  clock: Clock
  /** Address of an icon by its id. */
  buildUrl(id: string): string
  /** Origin of the site of a domain; https unless a test changes it. */
  findOrigin?(domain: string): string
}

interface KeptIcon {
  domain: string
  blobId: string | null
  fetchedAt: Date
}

const keptIconRow = rowShape<KeptIcon>({
  domain: column.text(),
  blobId: nullable(column.text()),
  fetchedAt: column.instant(),
})

const mediaTypeRow = rowShape({ mediaType: column.text() })

export function openSiteIcons(settings: SiteIconSettings): SiteIcons {
  const { db, blobs, outbound, clock, buildUrl, findOrigin = (domain) => `https://${domain}` } = settings
  /** Fetches under way: several requests for one site share a single fetch. */
  const asking = new Map<string, Promise<string | undefined>>()
  const limited = limitConcurrency(atOnce)

  async function fetchOne(domain: string): Promise<string | undefined> {
    // Read again, because another request may have fetched this site since the caller's look-up.
    const [before] = await keptIcons(db, [domain])
    if (before !== undefined && !isDue(before, clock.now())) return before.blobId ?? undefined
    const limits = { deadlineMs: oneAnswerMs, signal: AbortSignal.timeout(4 * oneAnswerMs) }
    const icon = await fetchIcon(outbound, findOrigin(domain), limits)
    const stored = icon && (await blobs.put(one(icon.bytes), { maxBytes: maxIconBytes }))
    // A site that is down for a while keeps its previous icon.
    const id = stored?.id ?? before?.blobId ?? undefined
    await db.query(sql`
      INSERT INTO site_icons (domain, blob_id, media_type, fetched_at)
      VALUES (${domain}, ${stored?.id ?? null}, ${icon?.mediaType ?? null}, ${new Date(clock.now())})
      ON CONFLICT (domain) DO UPDATE SET fetched_at = excluded.fetched_at,
        blob_id = COALESCE(excluded.blob_id, site_icons.blob_id),
        media_type = COALESCE(excluded.media_type, site_icons.media_type)`)
    return id
  }

  function ask(domain: string): Promise<string | undefined> {
    let running = asking.get(domain)
    if (running === undefined) {
      running = limited(() => fetchOne(domain)).finally(() => asking.delete(domain))
      asking.set(domain, running)
    }
    return running
  }

  return {
    async find(domains, { most, withinMs, signal }) {
      const wanted = [...new Set(domains)]
      const urls = new Map<string, string>()
      if (wanted.length === 0) return urls
      const cachedIcons = new Map((await keptIcons(db, wanted)).map((icon) => [icon.domain, icon]))
      for (const { domain, blobId } of cachedIcons.values())
        if (blobId !== null) urls.set(domain, buildUrl(blobId))
      const due = wanted.filter((domain) => isDue(cachedIcons.get(domain), clock.now())).slice(0, most)
      const fetching = due.map(async (domain) => {
        const id = await ask(domain)
        if (id !== undefined) urls.set(domain, buildUrl(id))
      })
      // A site that fails counts as one without an icon; failures of the store already surfaced in the look-up before.
      const all = Promise.allSettled(fetching)
      await Promise.race([all, aborted(AbortSignal.any([signal, AbortSignal.timeout(withinMs)]))])
      return new Map(urls)
    },
    async read(id) {
      const [row] = await db.query(sql.rows(mediaTypeRow)`
        SELECT media_type AS "mediaType" FROM site_icons WHERE blob_id = ${id} LIMIT 1`)
      const blob = row && (await blobs.get(id))
      return blob && row ? { mediaType: row.mediaType, body: await buffer(blob.content) } : undefined
    },
  }
}

function keptIcons(db: Postgres, domains: readonly string[]): Promise<KeptIcon[]> {
  return db.query(sql.rows(keptIconRow)`
    SELECT domain, blob_id AS "blobId", fetched_at AS "fetchedAt" FROM site_icons
    WHERE domain = ANY(${domains}::text[])`)
}

function isDue(icon: KeptIcon | undefined, nowMs: number): boolean {
  if (icon === undefined) return true
  return nowMs - icon.fetchedAt.getTime() >= (icon.blobId === null ? missingMs : keptMs)
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
