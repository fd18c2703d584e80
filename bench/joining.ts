import type { LookupDeps } from '../src/capabilities/resolve/index.ts'
import type { CompanyRecord, PersonRecord } from '../src/corpus/records/index.ts'
import { exactToken } from '../src/corpus/search-index/index.ts'
import type { CorpusWriter } from '../src/corpus/write/index.ts'
import { observedOf, type TwoFiles } from './joining-sets.ts'
import { figure, markdownTable } from './results-file.ts'

type Kind = 'companies' | 'people'

export const joiningExplanation = `Two files without a shared identifier are imported one after the other: the second names, as another source would,
three in ten of the first (companies: four in ten) with some of what is known of them, and namesakes of others: for people
with the career of a colleague at the same employer, for companies with what is known of another one of the same city.
Registers: the same of companies of which both sources also know street, telephone, account, mailbox and description, each
of some; one in twelve shares house and telephone with another one, and so does one in twenty namesakes with the one it is
called like (bench/joining-registers.ts). Directory: seven in ten of a real directory of 2025, and that of 2021 without
websites and years; roster: seven in ten of the members of a real parliament with all their terms, and a list of all members
with chamber, state and first day; nothing of these two is made up.
Precision: lines joined with the one they are about, among lines joined; and what it would be if one line in ten were of a
namesake (in the real directory one company in 120 shares its name and city with another one). Recall: among lines about one of the first file.`

/** Imports both files and compares who was joined with the truth. One row of the table. */
export async function joined(
  { deps, writer, kind, title }: { deps: LookupDeps; writer: CorpusWriter; kind: Kind; title: string },
  files: TwoFiles,
): Promise<string[]> {
  const { first, second, truth } = files
  const observed = observedOf(files)
  await write(writer, kind, { records: first, observed: observed.first })
  const started = performance.now()
  await write(writer, kind, { records: second, observed: observed.second })
  const msALine = (performance.now() - started) / Math.max(1, second.length)
  const tally = { about: 0, right: 0, wrong: 0, wrongNamesakes: 0 }
  const vendors = [...truth.keys()]
  for (let start = 0; start < vendors.length; start += 500) {
    const tokens = vendors.slice(start, start + 500).map((vendor) => exactToken('ext', `vendor/${vendor}`))
    const snapshot = await deps.search.snapshots.newest(kind)
    const found = await deps.search.lookup(kind, { tokens, snapshot, perToken: 1 })
    for (const { body, tokens: own } of found)
      for (const token of own) {
        const about = truth.get(token.slice('ext:vendor/'.length)) ?? null
        const key = keyOf(kind, body)
        if (about !== null) tally.about++
        if (key === undefined) continue
        if (key === about) tally.right++
        else tally.wrong++
        if (about === null) tally.wrongNamesakes++
      }
  }
  const { about, right, wrong, wrongNamesakes } = tally
  const namesakes = truth.size - about
  // What a namesake would count if one line in ten were of one.
  const weight = about / (9 * Math.max(1, namesakes))
  const usuallyWrong = wrong - wrongNamesakes + wrongNamesakes * weight
  return [
    title,
    first.length.toLocaleString('en'),
    about.toLocaleString('en'),
    namesakes.toLocaleString('en'),
    (right / Math.max(1, right + wrong)).toFixed(4),
    (right / Math.max(1, right + usuallyWrong)).toFixed(4),
    (right / Math.max(1, about)).toFixed(4),
    wrong.toLocaleString('en'),
    figure(msALine),
  ]
}

/** The key in the first file; undefined for an entity of the second alone. */
function keyOf(kind: Kind, body: string): string | undefined {
  if (kind === 'companies') return (JSON.parse(body) as CompanyRecord).external_ids?.['bench']
  const { user_id, primary_slug } = JSON.parse(body) as PersonRecord
  return user_id ? primary_slug : undefined
}

export const joinedTable = (rows: string[][]) =>
  markdownTable(
    [
      'import',
      'known',
      'lines about them',
      'namesakes',
      'precision',
      'one namesake in ten',
      'recall',
      'wrong',
      'ms a line',
    ],
    rows,
  )

async function write(
  writer: CorpusWriter,
  kind: Kind,
  { records, observed }: { records: readonly object[]; observed: string },
): Promise<void> {
  for (let start = 0; start < records.length; start += 5_000) {
    const items = records
      .slice(start, start + 5_000)
      .map((record, index) => ({ line: start + index + 1, record }))
    await writer.write(kind, items, { source: 'bench', observedAt: new Date(observed) })
  }
}
