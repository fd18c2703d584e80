import type { NativeJobPosting } from '../../corpus/records/index.ts'
import { dayMs } from '../../lib/time.ts'
import { boardNameOf, type Provided } from '../../sources/index.ts'
import {
  deleteSnapshot,
  selectBoardUrls,
  selectSnapshot,
  storeSnapshot,
  type BoardSnapshot,
} from './board-rows.ts'
import { isUnanswered } from './answered.ts'
import { isCalled, isOwnSite, referenceTo, type VisitedCompany } from './company.ts'
import type { VisitParts } from './visit-parts.ts'

/** What the boards of a company showed. */
export interface BoardVisit {
  /** Boards that were read. */
  boards: string[]
  open: number
  opened: number
  closed: number
  /** Whether something could not be asked: another visit should not wait. */
  isUnfinished: boolean
}

/** A page that links to the boards of more employers than this is about others: an investor, an agency. */
const maxLinkedBoards = 3
/** Lines that are written as one commit. */
const linesAtOnce = 1_000
/** Where a board that showed so many shows none, the answer is doubted until it is repeated. */
const minDoubted = 5
/** A board that was last read so long ago, and is not there, has ended. */
const awayMs = 14 * dayMs
/** For all boards of one company. */
const boardsMs = 20_000
const postingsMs = 60_000

/**
 * Reads the boards of a company. Their openings become records of the corpus, and what a board no longer shows is closed:
 * only what the same source said of the same board.
 */
export async function visitBoards(
  parts: VisitParts,
  company: VisitedCompany,
  signal: AbortSignal,
): Promise<BoardVisit> {
  const visit: BoardVisit = { boards: [], open: 0, opened: 0, closed: 0, isUnfinished: false }
  const { urls, isUnfinished } = await findBoards(parts, company, signal)
  visit.isUnfinished = isUnfinished
  for (const board of urls) {
    const outcome = await parts.sources.ask(
      'board.postings',
      { url: board.url },
      { signal, withinMs: postingsMs, maxAgeMs: 0 },
    )
    const [answer] = outcome.answers
    if (answer === undefined) {
      if (isUnanswered(outcome.attempts)) visit.isUnfinished = true
      else visit.closed += await endBoard(parts, company, board.url)
      continue
    }
    const { employer } = answer.answer
    if (!board.isConfirmed && employer !== null && !isCalled(company, employer)) continue
    const change = await takeSnapshot(parts, company, { url: board.url, answer })
    if (change === undefined) continue
    visit.boards.push(board.url)
    visit.open += change.open
    visit.opened += change.opened
    visit.closed += change.closed
  }
  return visit
}

interface FoundBoard {
  url: string
  isConfirmed: boolean
}

/** Boards that somebody listed for the company, that it had before, and that its site leads to. */
async function findBoards(
  { db, sources }: VisitParts,
  company: VisitedCompany,
  signal: AbortSignal,
): Promise<{ urls: FoundBoard[]; isUnfinished: boolean }> {
  const question = { domain: company.domains[0] ?? null, name: company.names[0] ?? null }
  const { answers, attempts } = await sources.ask('company.boards', question, {
    signal,
    mode: 'all',
    withinMs: boardsMs,
  })
  const byUrl = new Map<string, boolean>()
  for (const { answer } of answers)
    for (const { url, isConfirmed } of answer.boards) byUrl.set(url, isConfirmed || byUrl.get(url) === true)
  for (const url of await selectBoardUrls(db, company.id)) byUrl.set(url, true)
  const boards = [...byUrl].map(([url, isConfirmed]) => ({ url, isConfirmed }))
  const linked = boards.filter(({ url, isConfirmed }) => !isConfirmed && boardNameOf(url) !== undefined)
  const isLinked = ({ url }: FoundBoard) =>
    linked.length <= maxLinkedBoards && isCalled(company, boardNameOf(url) ?? '')
  const read = boards.filter((board) => board.isConfirmed || isLinked(board))
  // What a company lists at a board it shows on its own pages as well: they count where there is no board.
  const own = read.length > 0 ? [] : boards.filter(({ url }) => isOwnSite(company, url))
  return { urls: [...read, ...own], isUnfinished: isUnanswered(attempts) }
}

interface Reading {
  url: string
  answer: Provided<'board.postings'>
}

/** Undefined for a board that is another company's. */
async function takeSnapshot(
  parts: VisitParts,
  company: VisitedCompany,
  { url, answer: provided }: Reading,
): Promise<{ open: number; opened: number; closed: number } | undefined> {
  const before = await selectSnapshot(parts.db, url)
  if (before !== undefined && before.companyId !== company.id && (await isThere(parts, before.companyId)))
    return undefined
  const { source, observedAt, answer, leftOut } = provided
  const postings = answer.postings.filter(({ title }) => title !== null && title !== undefined)
  const openNow = Object.fromEntries(postings.map(({ job_id: id, job_url: page }) => [id, page ?? null]))
  const had = before?.source === source ? before.openPostings : {}
  const vanished = Object.keys(had).filter((id) => !Object.hasOwn(openNow, id))
  const isEmptied = postings.length === 0 && vanished.length >= minDoubted && before?.isDoubted !== true
  // Lines that could not be read may be among those that seem to be gone.
  const closes = answer.isComplete && leftOut === undefined && !isEmptied
  const closed = closes ? vanished : []
  const lines = [
    ...postings.map((posting) => ({ ...posting, ...employerOf(company) })),
    ...closed.map((id) => closedLine(id, { before: before as BoardSnapshot, company, observedAt })),
  ]
  await writeLines(parts, lines, provided)
  await storeSnapshot(parts.db, {
    url,
    companyId: company.id,
    companyName: company.record.preferred_name,
    source,
    takenAt: new Date(observedAt),
    openPostings: closes ? openNow : { ...had, ...openNow },
    isDoubted: isEmptied,
  })
  const opened = Object.keys(openNow).filter((id) => !Object.hasOwn(had, id)).length
  return { open: postings.length, opened, closed: closed.length }
}

/**
 * Closes what a board showed that is not there any more, once it has been away for long: systems answer so for a while as
 * well. Answers how many openings that are.
 */
async function endBoard(parts: VisitParts, company: VisitedCompany, url: string): Promise<number> {
  const before = await selectSnapshot(parts.db, url)
  const nowMs = parts.clock.now()
  if (before?.companyId !== company.id || nowMs - before.takenAt.getTime() < awayMs) return 0
  const observedAt = new Date(nowMs).toISOString()
  const ids = Object.keys(before.openPostings)
  const lines = ids.map((id) => closedLine(id, { before, company, observedAt }))
  await writeLines(parts, lines, { source: before.source, observedAt, confidence: 1 })
  await deleteSnapshot(parts.db, url)
  return ids.length
}

const employerOf = (company: VisitedCompany) => ({
  company_name: company.record.preferred_name,
  company: referenceTo(company),
})

/** The name is the one that the posting was stored under: it is part of what identifies it. */
function closedLine(
  id: string,
  { before, company, observedAt }: { before: BoardSnapshot; company: VisitedCompany; observedAt: string },
): NativeJobPosting {
  return {
    job_id: id,
    job_url: before.openPostings[id] ?? null,
    company_name: before.companyName,
    company: { ...referenceTo(company), name: before.companyName },
    status: 'closed',
    closed_at: observedAt,
  }
}

async function writeLines(
  { writer }: VisitParts,
  lines: readonly NativeJobPosting[],
  { source, observedAt, confidence }: Pick<Reading['answer'], 'source' | 'observedAt' | 'confidence'>,
): Promise<void> {
  const options = { source, observedAt: new Date(observedAt) }
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const items = lines.slice(from, from + linesAtOnce).map((line, index) => ({
      line: from + index + 1,
      record: { ...line, source, observed_at: observedAt, confidence },
    }))
    await writer.write('postings', items, options)
  }
}

/** A company that became part of another, or is no longer in the corpus, holds no board. */
async function isThere({ search }: VisitParts, companyId: string): Promise<boolean> {
  const snapshot = await search.snapshots.newest('companies')
  return (await search.lookupIds('companies', { ids: [companyId], snapshot })).length > 0
}
