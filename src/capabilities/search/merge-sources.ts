import type { Call } from '../../operation/index.ts'
import { firstNamed, type FoundRecord } from '../../corpus/lookup/index.ts'
import { and, identifiedBy } from '../../corpus/search/index.ts'
import type { Rows } from './ask.ts'
import type { OutsideItem } from './outside-search.ts'
import type { SearchDeps } from './slice.ts'

/** Where a record, or members of it, come from. */
export interface Origin {
  source: string
  /** ISO 8601; null when it is not known. */
  observedAt: string | null
}

/** A record of the answer as JSON, with where it comes from. */
export interface MergedItem {
  body: string
  provenance: Origin[]
}

interface Merging {
  deps: SearchDeps
  call: Call
  kind: 'companies' | 'people'
  rows: Rows
}

/**
 * Lays what outside sources found beside a page of the corpus. One entity is one item: members that the corpus does not
 * have come from the source that does. What the corpus finds for the same question stays where it is in its order, on
 * this page or a later one; what it does not find follows, at most `limit` of it.
 */
export async function mergeSources(
  merging: Merging,
  items: readonly OutsideItem[],
  limit: number,
): Promise<MergedItem[]> {
  const { deps, kind, rows } = merging
  const histories = await deps.history.read(kind, rows.ids, rows.snapshot)
  const merged = new Map<string, MergedItem>()
  for (const [index, id] of rows.ids.entries()) {
    const observedAt = histories.get(id)?.observedAt ?? null
    merged.set(id, { body: rows.bodies[index] as string, provenance: [{ source: 'corpus', observedAt }] })
  }
  const records = await corpusRecords(merging, items)
  const elsewhere = await foundLater(merging, items, records)
  const others = new Map<string, MergedItem>()
  const nameOf = new Map<string, string>()
  for (const item of items) {
    const record = records.get(item)
    if (record !== undefined && elsewhere.has(record.id)) continue
    const mergedItem = record && merged.get(record.id)
    if (mergedItem !== undefined) {
      addTo(mergedItem, item)
      continue
    }
    const name =
      record?.id ?? item.identifiers.map((token) => nameOf.get(token)).find(Boolean) ?? item.identifiers[0]!
    for (const token of item.identifiers) nameOf.set(token, name)
    const other = others.get(name)
    if (other !== undefined) addTo(other, item)
    else if (others.size < limit) others.set(name, startItem(item, record))
  }
  return [...merged.values(), ...others.values()]
}

function startItem(item: OutsideItem, record: FoundRecord | undefined): MergedItem {
  if (record === undefined) {
    const provenance = [{ source: item.source, observedAt: item.observedAt }]
    return { body: JSON.stringify(item.record), provenance }
  }
  const mergedItem: MergedItem = { body: record.body, provenance: [{ source: 'corpus', observedAt: null }] }
  addTo(mergedItem, item)
  return mergedItem
}

/** Adds what is missing; what is there stays. */
function addTo(merged: MergedItem, item: OutsideItem): void {
  const record = JSON.parse(merged.body) as Record<string, unknown>
  for (const [name, value] of Object.entries(item.record)) if (isMissing(record[name])) record[name] = value
  merged.body = JSON.stringify(record)
  merged.provenance.push({ source: item.source, observedAt: item.observedAt })
}

const isMissing = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** The corpus record of each item it knows, by the first of its identifiers that names one. */
async function corpusRecords(
  { deps, call, kind, rows }: Merging,
  items: readonly OutsideItem[],
): Promise<Map<OutsideItem, FoundRecord>> {
  const tokens = [...new Set(items.flatMap((item) => item.identifiers))]
  const carriers = await deps.search.lookup(kind, {
    tokens,
    perToken: 1,
    snapshot: rows.snapshot,
    signal: call.signal,
  })
  const records = firstNamed(
    carriers,
    items.map((item) => item.identifiers),
  )
  const byItem = new Map<OutsideItem, FoundRecord>()
  for (const [index, item] of items.entries()) {
    const record = records[index]
    if (record !== undefined) byItem.set(item, record)
  }
  return byItem
}

/** Ids of known records that the search itself finds, but not on this page. */
async function foundLater(
  { deps, call, kind, rows }: Merging,
  items: readonly OutsideItem[],
  records: ReadonlyMap<OutsideItem, FoundRecord>,
): Promise<Set<string>> {
  const here = new Set(rows.ids)
  const tokens = items.flatMap((item) => {
    const record = records.get(item)
    return record === undefined || here.has(record.id) ? [] : record.tokens
  })
  if (tokens.length === 0) return new Set()
  const condition = and([rows.condition, identifiedBy(kind, tokens)])
  const { ids } = await deps.search.page(kind, {
    condition,
    limit: tokens.length,
    snapshot: rows.snapshot,
    signal: call.signal,
  })
  return new Set(ids.filter((id) => !here.has(id)))
}
