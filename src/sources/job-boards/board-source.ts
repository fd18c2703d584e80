import { z } from 'zod'
import type { nativeJobPosting } from '../../corpus/records/index.ts'
import type { GivenAnswer } from '../capabilities.ts'
import { SourceRefused, SourceUnavailable } from '../failures.ts'
import { askJson, type JsonAnswer, type JsonOrder } from '../http/index.ts'
import { defineSource, type SourceCall, type SourceKind } from '../source.ts'
import { readBoard, type BoardAddress, type BoardSystem } from './board-address.ts'

/** One posting of a board, as a line of the import format. */
export type PostingLine = z.input<typeof nativeJobPosting>

/** What a board shows. */
export type BoardAnswer = GivenAnswer<'board.postings'>

export interface BoardSourceSpec {
  system: BoardSystem
  summary: string
  /** Address of the interface: `{board}`, `{region}` and `{tld}` are those of the board. */
  baseUrl: string
  perSecond?: number
  /** Undefined where there is no such board. */
  read(order: { base: string; board: string }, call: SourceCall): Promise<BoardAnswer | undefined>
}

/** Most bytes of one answer of a board: some have thousands of postings with their texts. */
export const maxBoardBytes = 64 * 1024 * 1024

/** A source that reads the boards of one system. Boards change daily, and their answers are large: none is cached. */
export function boardSource({ system, summary, baseUrl, perSecond = 2, read }: BoardSourceSpec): SourceKind {
  return defineSource({
    id: system,
    summary,
    settings: z.object({
      baseUrl: z
        .string()
        .regex(/^https?:\/\/\S+$/)
        .default(baseUrl)
        .describe('Address of the interface, with {board} for the name of the board.'),
    }),
    secrets: [],
    perSecond,
    timeoutMs: 60_000,
    open: (settings) => ({
      'board.postings': {
        cacheDays: { found: 0, notFound: 1 },
        takes: ({ url }) => readBoard(url)?.system === system,
        async fetch({ url }, call) {
          const board = readBoard(url) as BoardAddress
          const answer = await read({ base: fillIn(settings.baseUrl, board), board: board.board }, call)
          return answer === undefined ? { found: false } : { found: true, answer }
        },
      },
    }),
    probe: () => ({
      capability: 'board.postings',
      question: { url: sampleUrls[system] },
    }),
  })
}

const sampleBoard = 'almanac-check-no-such-board'
/** Boards that nobody has. */
const sampleUrls: Record<BoardSystem, string> = {
  greenhouse: `https://job-boards.greenhouse.io/${sampleBoard}`,
  lever: `https://jobs.lever.co/${sampleBoard}`,
  ashby: `https://jobs.ashbyhq.com/${sampleBoard}`,
  smartrecruiters: `https://careers.smartrecruiters.com/${sampleBoard}`,
  recruitee: `https://${sampleBoard}.recruitee.com`,
  workable: `https://apply.workable.com/${sampleBoard}`,
  personio: `https://${sampleBoard}.jobs.personio.de`,
  teamtailor: `https://${sampleBoard}.teamtailor.com`,
}

function fillIn(template: string, { board, region }: BoardAddress): string {
  return template
    .replaceAll('{board}', encodeURIComponent(board))
    .replaceAll('{region}', region === '' ? '' : `${region}.`)
    .replaceAll('{tld}', region || 'de')
    .replace(/\/+$/, '')
}

/** Redirects lead from boards that do not exist to the pages of the system about itself. */
export const noBoardStatuses = [301, 302, 303, 307, 308, 404, 410]

/** Asks a board for JSON. Undefined where there is no such board. */
export async function askBoard(
  call: SourceCall,
  url: string,
  order: Pick<JsonOrder, 'headers'> = {},
): Promise<JsonAnswer | undefined> {
  const answer = await ofOneBoard(
    askJson(call, {
      url,
      maxBytes: maxBoardBytes,
      deadlineMs: 50_000,
      alsoStatus: noBoardStatuses,
      ...order,
    }),
  )
  return noBoardStatuses.includes(answer.status) ? undefined : answer
}

/** One board that is closed to us says nothing about the others: nobody has an account here that was refused. */
export async function ofOneBoard<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof SourceRefused) throw new SourceUnavailable(error.message)
    throw error
  }
}
