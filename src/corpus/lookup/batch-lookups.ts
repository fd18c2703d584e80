import { batchQuestions } from '../../lib/batch-questions.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { FoundRecord, LookupRequest } from './lookup-request.ts'
import type { Lookups } from './open-lookups.ts'

/** Identifiers of one statement; what is more goes with the next. */
const maxTokens = 5_000

type Question = LookupRequest & { kind: EntityKind }

/**
 * The same with the point look-ups of many questions joined, of one request or of many: those asked in one turn
 * of the event loop, and those that come while a statement runs, become one statement. Fifty identifiers cost what one
 * does plus their rows, and under load a look-up costs the store less, not more.
 */
export function batchLookups<L extends Pick<Lookups, 'lookup'>>(lookups: L): L {
  const joined = batchQuestions<Question, FoundRecord[]>({
    nameLane,
    take: withinTokens,
    ask: (questions) => ask(lookups, questions),
  })
  return {
    ...lookups,
    lookup: (kind, request) =>
      request.tokens.length === 0 ? Promise.resolve([]) : joined({ ...request, kind }),
  }
}

/** Of one kind, in one snapshot, for the same depth and parts. */
function nameLane({ kind, snapshot, perToken, sealed = false, isAsStored = false }: Question): string {
  const { number, mayHoldLater, mayHoldSuperseded } = snapshot
  return [kind, number, mayHoldLater, mayHoldSuperseded, perToken, sealed, isAsStored].join(' ')
}

function withinTokens(inLine: readonly Question[]): number {
  let tokens = 0
  let count = 0
  for (const question of inLine) {
    tokens += question.tokens.length
    if (count > 0 && tokens > maxTokens) break
    count += 1
  }
  return count
}

async function ask(
  lookups: Pick<Lookups, 'lookup'>,
  questions: readonly Question[],
): Promise<FoundRecord[][]> {
  const { kind, snapshot, perToken, sealed = false, isAsStored = false, signal } = questions[0] as Question
  const records = await lookups.lookup(kind, {
    tokens: [...new Set(questions.flatMap(({ tokens }) => tokens))],
    snapshot,
    perToken,
    sealed,
    isAsStored,
    signal: questions.length === 1 ? signal : undefined,
  })
  const byToken = index(records)
  return questions.map((question) => pick(byToken, question))
}

function index(records: readonly FoundRecord[]): Map<string, FoundRecord[]> {
  const byToken = new Map<string, FoundRecord[]>()
  for (const record of records) {
    for (const token of record.tokens) {
      const carriers = byToken.get(token)
      if (carriers === undefined) byToken.set(token, [record])
      else carriers.push(record)
    }
  }
  return byToken
}

/** What the request alone would have found: rank order, at most `perToken` of each token, its own tokens only. */
function pick(
  byToken: ReadonlyMap<string, FoundRecord[]>,
  { tokens, perToken }: LookupRequest,
): FoundRecord[] {
  const picked = new Map<string, FoundRecord>()
  for (const token of new Set(tokens)) {
    for (const record of (byToken.get(token) ?? []).slice(0, perToken)) {
      const own = picked.get(record.id)
      if (own === undefined) picked.set(record.id, { ...record, tokens: [token] })
      else own.tokens.push(token)
    }
  }
  return [...picked.values()].sort(
    (a, b) => a.rank - b.rank || a.id.length - b.id.length || (a.id < b.id ? -1 : 1),
  )
}
