import { Parser } from 'htmlparser2'
import { failureOfStatus, SourceUnavailable } from '../failures.ts'
import {
  boardSource,
  inTurns,
  maxBoardBytes,
  maxPostings,
  noBoardStatuses,
  ofOneBoard,
  postingLine,
  type PostingLine,
} from '../job-boards/index.ts'
import type { SourceCall } from '../source.ts'

/** Personio: the XML that careers sites publish, with all openings of a company. */
export const personio = boardSource({
  system: 'personio',
  summary: 'Openings of boards at Personio.',
  baseUrl: 'https://{board}.jobs.personio.{tld}',
  // It is strict with those who ask often.
  perSecond: 0.5,
  async read({ base }, call) {
    const xml = await ofOneBoard(readXml(`${base}/xml`, call))
    if (xml === undefined) return undefined
    const positions = readPositions(xml)
    return {
      postings: await inTurns(positions.slice(0, maxPostings), (position) => lineOf(position, base)),
      isComplete: positions.length <= maxPostings,
      employer: null,
    }
  },
})

async function readXml(url: string, { outbound, signal, nowMs }: SourceCall): Promise<string | undefined> {
  const answer = await outbound.request({ url, maxBytes: maxBoardBytes, deadlineMs: 50_000, signal })
  if (noBoardStatuses.includes(answer.status)) return undefined
  const failure = failureOfStatus(answer, nowMs)
  if (failure !== undefined) throw failure
  return answer.body.toString('utf8')
}

/** Members of a position by name; those with the same name together. */
type Position = ReadonlyMap<string, readonly string[]>

/** Members of a position, and those of the sections of its text (`jobDescriptions/jobDescription/name`). */
const keysByDepth: Readonly<Record<number, (name: string) => string>> = {
  3: (name) => name,
  5: (name) => `section ${name}`,
}

/** Throws SourceUnavailable where it is not the document, or not the whole of it. */
function readPositions(xml: string): Position[] {
  if (!/<workzag-jobs[\s/>]/.test(xml.slice(0, 4_096)))
    throw new SourceUnavailable('the answer is not the XML of a board')
  if (!/<workzag-jobs\s*\/>\s*$|<\/workzag-jobs>\s*$/.test(xml))
    throw new SourceUnavailable('the answer is cut off')
  const positions: Map<string, string[]>[] = []
  const path: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentagname(name) {
        path.push(name)
        text = ''
        if (name === 'position' && path.length === 2) positions.push(new Map())
      },
      ontext: (part) => void (text += part),
      onclosetag(name) {
        const key = keysByDepth[path.length]?.(name) ?? ''
        const position = positions.at(-1)
        if (key !== '' && text.trim() !== '') position?.set(key, [...(position.get(key) ?? []), text.trim()])
        path.pop()
        text = ''
      },
    },
    // No entity is expanded but those of XML, and what a document declares is not read.
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return positions
}

/** Years of work, as the system writes them. */
const years: Record<string, { gte: number | null; lte: number | null }> = {
  'lt-1': { gte: 0, lte: 1 },
  '1-2': { gte: 1, lte: 2 },
  '2-5': { gte: 2, lte: 5 },
  '5-7': { gte: 5, lte: 7 },
  '7-10': { gte: 7, lte: 10 },
  '10-15': { gte: 10, lte: 15 },
  'gt-15': { gte: 15, lte: null },
}

/** The levels that are the same in the closed list. What `experienced` means depends on the title. */
const levels: Record<string, string> = {
  student: 'Internship',
  'entry-level': 'Entry level',
  executive: 'Executive',
}

function lineOf(position: Position, base: string): PostingLine {
  const first = (name: string) => position.get(name)?.[0]
  const id = first('id') ?? ''
  const schedule = first('schedule')
  const type = first('employmentType')
  return postingLine({
    id,
    title: first('name'),
    url: `${base}/job/${encodeURIComponent(id)}`,
    postedAt: first('createdAt'),
    html: sectionsOf(position),
    place: first('office'),
    employment: type === 'permanent' || type === undefined ? schedule : type,
    yearsOfExperience: years[first('yearsOfExperience') ?? ''] ?? null,
    level: levels[first('seniority') ?? ''],
  })
}

/** Sections of the text under their headings, where each has one. */
function sectionsOf(position: Position): string {
  const values = position.get('section value') ?? []
  const headings = position.get('section name') ?? []
  const isPaired = headings.length === values.length
  return values.map((value, index) => `${isPaired ? `<p>${headings[index]}</p>` : ''}${value}`).join('\n')
}
