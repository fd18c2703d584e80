import type { Postgres } from '../../store/postgres/index.ts'
import { TermCounts, type CorpusKind, type RecordTerms, type Sealed, type Terms } from '../kinds/index.ts'
import { recordStore, sampleRecords } from '../record-store/index.ts'

/** Records that are counted. */
const counted = 2_000

interface Sample {
  asOf: number
  counts: Promise<TermCounts>
}

const samples = new WeakMap<Postgres, Map<string, Sample>>()

/**
 * How often what records say occurs in a corpus, counted on some of its records. The same for one snapshot in every process:
 * counted as of the last commit whose number is a power of two, and so again whenever there are twice as many.
 */
export async function corpusTerms(
  db: Postgres,
  kind: CorpusKind,
  published: number,
): Promise<TermCounts | undefined> {
  if (kind.blocking?.terms === undefined) return undefined
  if (published === 0) return new TermCounts()
  const asOf = 2 ** Math.floor(Math.log2(published))
  let cached = samples.get(db)
  if (cached === undefined) samples.set(db, (cached = new Map()))
  let sample = cached.get(kind.name)
  if (sample?.asOf !== asOf) {
    sample = { asOf, counts: countSample(db, kind, asOf) }
    cached.set(kind.name, sample)
    sample.counts.catch(() => cached.delete(kind.name))
  }
  return sample.counts
}

async function countSample(db: Postgres, kind: CorpusKind, asOf: number): Promise<TermCounts> {
  const counts = new TermCounts()
  const records = await sampleRecords(recordStore(db), kind.name, { asOf, most: counted })
  for (const { body, sealed } of records) {
    const members = JSON.parse(body) as Record<string, unknown>
    const terms = kind.blocking?.terms?.(members, JSON.parse(sealed) as Sealed)
    if (terms !== undefined) counts.add(terms)
  }
  // Entities are numbered, so the last one tells of how many there are at most.
  counts.tellSize(Number(records.at(-1)?.id ?? 0))
  return counts
}

/**
 * The same with the lines of a batch, which are counted once anybody asks. `apart` is what lines say that are not compared.
 */
export function termsWithLines(
  kind: CorpusKind,
  stored: TermCounts | undefined,
  {
    lines,
    apart,
  }: {
    lines: readonly { record: Record<string, unknown>; fresh: { sealed: Sealed } }[]
    apart: readonly RecordTerms[]
  },
): Terms | undefined {
  const { terms } = kind.blocking ?? {}
  if (stored === undefined || terms === undefined) return undefined
  let all: TermCounts | undefined
  const counts = (): TermCounts => {
    if (all !== undefined) return all
    all = new TermCounts(stored)
    for (const { record, fresh } of lines) {
      const recordTerms = terms(record, fresh.sealed)
      if (recordTerms !== undefined) all.add(recordTerms)
    }
    for (const recordTerms of apart) all.add(recordTerms)
    return all
  }
  return {
    get size() {
      return counts().size
    },
    share: (sort, value) => counts().share(sort, value),
    isGivenName: (word) => counts().isGivenName(word),
    get haveFamilies() {
      return counts().haveFamilies
    },
  }
}
