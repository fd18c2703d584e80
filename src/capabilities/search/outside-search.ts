import { deadlineSignal, withDeadline } from '../../lib/deadline.ts'
import { nativeCompany, nativePerson } from '../../corpus/records/index.ts'
import { kinds } from '../../corpus/kinds/index.ts'
import type { SuppressedPeople } from '../../corpus/write/index.ts'
import type { SearchQuestion } from './question-schema.ts'

/** An outside source that answers searches: the seam that configured sources plug into. The corpus needs none. */
export interface SearchSource {
  /** Name shown as provenance. */
  id: string
  /** What it is asked for; both when left out. */
  types?: readonly SearchQuestion['type'][]
  /** Records of the import format (`native`) that satisfy the question, the best first. Rejects when it cannot say. */
  search(
    question: SearchQuestion,
    options: { limit: number; signal: AbortSignal },
  ): Promise<readonly object[]>
}

/** One record an outside source found. */
export interface OutsideItem {
  source: string
  /** Members as given, the sealed ones (contact details) left out. */
  members: Record<string, unknown>
  /** As the corpus would store it. */
  record: Record<string, unknown>
  /** Identifier tokens, those that identify alone first. */
  identifiers: string[]
  /** Tokens of the people it is of. */
  subjects: string[]
  /** ISO 8601; the time of the call when the source does not say. */
  observedAt: string
}

/** How asking one source went. */
export interface SourceReport {
  source: string
  status: 'ok' | 'failed' | 'late'
  found: number
  /** Records in the wrong format, or without identity. */
  rejected: number
}

const maxMs = 10_000

/** Sources that are asked questions of a type. */
export const selectSources = (sources: readonly SearchSource[], type: SearchQuestion['type']) =>
  sources.filter(({ types }) => types === undefined || types.includes(type))

/** Asks all sources at once; one that fails, hangs or answers nonsense leaves the others' records. */
export async function askOutside(
  sources: readonly SearchSource[],
  question: SearchQuestion,
  options: { limit: number; signal: AbortSignal; nowMs: number; suppressed?: SuppressedPeople | undefined },
): Promise<{ items: OutsideItem[]; attempts: SourceReport[] }> {
  const chosen = selectSources(sources, question.type)
  const answers = await Promise.all(
    chosen.map(async (source): Promise<{ items: OutsideItem[]; attempt: SourceReport }> => {
      const attempt: SourceReport = { source: source.id, status: 'ok', found: 0, rejected: 0 }
      let isLate = false
      try {
        const signal = deadlineSignal(maxMs, options.signal)
        const late = () => {
          isLate = true
          return new Error(`${source.id} is late`)
        }
        const lines = await withDeadline(
          source.search(question, { limit: options.limit, signal }),
          maxMs,
          late,
        )
        const items = lines
          .slice(0, options.limit)
          .flatMap((line) => readItem(question.type, source.id, { line, nowMs: options.nowMs }))
        return {
          items,
          attempt: {
            ...attempt,
            found: items.length,
            rejected: Math.min(lines.length, options.limit) - items.length,
          },
        }
      } catch {
        options.signal.throwIfAborted()
        return { items: [], attempt: { ...attempt, status: isLate ? 'late' : 'failed' } }
      }
    }),
  )
  const items = answers.flatMap((each) => each.items)
  // People who asked not to be here are nowhere, whoever knows them.
  const suppressed = await options.suppressed?.among(items.flatMap(({ subjects }) => subjects))
  return {
    items: items.filter(({ subjects }) => !subjects.some((token) => suppressed?.has(token))),
    attempts: answers.map((each) => each.attempt),
  }
}

function readItem(
  type: SearchQuestion['type'],
  source: string,
  { line, nowMs }: { line: object; nowMs: number },
): OutsideItem[] {
  const parsed = (type === 'companies' ? nativeCompany : nativePerson).safeParse(line)
  if (!parsed.success) return []
  const kind = kinds[type]
  const { members, emails, phoneNumbers, externalIds, observedAt } = kind.split(parsed.data)
  const sealed = { emails, phoneNumbers, externalIds, provenance: [] }
  // Without a slug of our making: that would name nobody.
  const own = members['primary_slug'] ?? ''
  const named = kind.complete({ ...members, primary_slug: own }, '0')
  const isNamed = (token: string) => token !== 'slug:'
  const identifiers = kind.identifiers(named, sealed).filter(isNamed)
  const subjects = kind.subjects(named, sealed).filter(isNamed)
  if (identifiers.length === 0) return []
  const record = kind.complete(members, '0')
  const seenAt = observedAt ?? new Date(nowMs).toISOString()
  return [{ source, members, record, identifiers, subjects, observedAt: seenAt }]
}
