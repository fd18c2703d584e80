import { batchQuestions, type Joining } from '../../lib/batch-questions.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { Snapshot } from '../commits/index.ts'
import type { AlikeRequest, FoundRecord, LookupRequest } from './lookup-request.ts'
import type { Lookups } from './open-lookups.ts'

/** Identifiers of one statement. The rest goes with the next one. */
const maxTokens = 5_000

type Question = LookupRequest & { kind: EntityKind }

/**
 * Joins the point look-ups of many questions, of one request or of many: those asked in one turn of the event loop,
 * and those that come while a statement runs, become one statement. Fifty identifiers cost what one does plus their
 * rows, so under load a look-up costs the store less.
 */
export function batchLookups<L extends Pick<Lookups, 'lookup'>>(
  lookups: L,
  { rest }: Pick<Joining<Question, FoundRecord[]>, 'rest'> = {},
): L {
  const joined = batchQuestions<Question, FoundRecord[]>({
    rest,
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

/** Names of one statement. Each may have twenty trigrams, with 24 kB of carriers each. */
const maxNames = 16

/** Joins the same way what looks for records alike to a name. */
export function batchAlike(
  { alikeEach }: Pick<Lookups, 'alikeEach'>,
  { rest }: Pick<Joining<AlikeQuestion, FoundRecord[]>, 'rest'>,
): Lookups['alike'] {
  const ask = batchQuestions<AlikeQuestion, FoundRecord[]>({
    rest,
    nameLane: ({ kind, snapshot, most }) => [kind, nameSnapshot(snapshot), most].join(' '),
    take: () => maxNames,
    ask(questions) {
      const { kind, snapshot, most } = questions[0] as AlikeQuestion
      return alikeEach(kind, { names: questions.map(({ tokens }) => tokens), snapshot, most })
    },
  })
  return (kind, request) => ask({ ...request, kind })
}

type AlikeQuestion = AlikeRequest & { kind: EntityKind }

/** Questions are joined for the same kind, snapshot, depth and parts. */
const nameLane = ({ kind, snapshot, perToken, sealed = false, isAsStored = false }: Question): string =>
  [kind, nameSnapshot(snapshot), perToken, sealed, isAsStored].join(' ')

const nameSnapshot = ({ number, mayHoldLater, mayHoldSuperseded }: Snapshot): string =>
  [number, mayHoldLater, mayHoldSuperseded].join(' ')

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

/**
 * Picks what the question alone would have found: in rank order, at most `perToken` of each token, its own tokens
 * only.
 */
function pick(
  byToken: ReadonlyMap<string, FoundRecord[]>,
  { tokens, perToken }: LookupRequest,
): FoundRecord[] {
  const picked = new Map<string, FoundRecord>()
  for (const token of new Set(tokens)) {
    for (const record of (byToken.get(token) ?? []).slice(0, perToken)) {
      const own = picked.get(record.id)
      if (own === undefined) picked.set(record.id, foundBy(record, token))
      else own.tokens.push(token)
    }
  }
  return [...picked.values()].sort(
    (a, b) => a.rank - b.rank || a.id.length - b.id.length || (a.id < b.id ? -1 : 1),
  )
}

/** The same record for one question. Its text is made when it is read: most records are looked at by none. */
function foundBy(record: FoundRecord, token: string): FoundRecord {
  const { id, rank, born, storedBody, sealed } = record
  return {
    id,
    rank,
    born,
    get body() {
      return record.body
    },
    ...(storedBody === undefined ? {} : { storedBody }),
    sealed,
    tokens: [token],
  }
}
