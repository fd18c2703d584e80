import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import { boardUrl, readBoard } from '../job-boards/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource } from '../source.ts'

const shippedFile = new URL('../../../data/boards/boards.csv', import.meta.url)

/** Which boards are a company's: a file that comes with the program, and the operator's own. */
export const boardDirectory = defineSource({
  id: 'board-directory',
  summary: 'Job boards of companies by domain, from files.',
  settings: z.object({
    file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A CSV file of your own with the columns domain and board, relative to the sources file. It goes first.',
      ),
    shipped: z
      .boolean()
      .default(true)
      .describe('Whether the directory that comes with the program is read as well.'),
  }),
  secrets: [],
  perSecond: 1_000,
  timeoutMs: 5_000,
  async open({ file, shipped }, { readFile: readNamed }) {
    const own = file === undefined ? [] : readRows(await readNamed('file', file), file)
    const listed = shipped ? readRows(await readFile(shippedFile, 'utf8'), 'the directory') : []
    const byDomain = groupByDomain(own, listed)
    return {
      'company.boards': {
        // They are in memory.
        cacheDays: { found: 0, notFound: 0 },
        takes: ({ domain }) => domain !== null,
        async fetch({ domain }) {
          const boards = byDomain.get(siteOf(domain ?? '') ?? '')
          if (boards === undefined) return { found: false }
          return { found: true, answer: { boards: boards.map((url) => ({ url, isConfirmed: true })) } }
        },
      },
    }
  },
  revision: ({ file }, { readFile: readNamed }) => (file === undefined ? '' : readNamed('file', file)),
  isLocal: () => true,
  probe: () => sampleQuestions['company.boards'],
})

interface Row {
  site: string
  url: string
}

const columns = z.object({ domain: z.string(), board: z.string() })

/** Throws with the line of the first row that has another form: a directory that is half wrong is not used. */
function readRows(text: string, name: string): Row[] {
  const rows = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true }) as unknown[]
  return rows.map((row, index) => {
    const line = index + 2
    const parsed = columns.safeParse(row)
    if (!parsed.success) throw new Error(`${name}, line ${line}: expected the columns domain and board`)
    const { domain, board } = parsed.data
    const site = siteOf(domain)
    if (site === undefined) throw new Error(`${name}, line ${line}: the domain is none`)
    if (!/^https?:\/\//i.test(board) || !URL.canParse(board))
      throw new Error(`${name}, line ${line}: the board is no address`)
    const address = readBoard(board)
    return { site, url: address === undefined ? board : boardUrl(address) }
  })
}

function siteOf(domain: string): string | undefined {
  const host = normalizeDomain(domain)
  return host && (registrableDomain(host) ?? host)
}

/** What the operator says of a domain is all there is of it. */
function groupByDomain(...files: readonly (readonly Row[])[]): Map<string, string[]> {
  const byDomain = new Map<string, string[]>()
  for (const rows of files) {
    const own = new Map<string, string[]>()
    for (const { site, url } of rows) own.set(site, [...new Set([...(own.get(site) ?? []), url])])
    for (const [site, urls] of own) if (!byDomain.has(site)) byDomain.set(site, urls.slice(0, 100))
  }
  return byDomain
}
