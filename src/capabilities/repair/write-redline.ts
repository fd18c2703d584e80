import { escapeHtml } from '../../lib/escape-html.ts'
import type { MosaicParams, MosaicStats } from './mosaic-params.ts'
import type { EndedRow } from './write-csv.ts'

/** Why a cell was changed, for people. */
const reasons: Record<string, string> = {
  whitespace: 'spaces removed',
  invisible: 'invisible characters removed',
  encoding: 'letters damaged by a wrong encoding repaired',
  entities: 'HTML entities resolved',
  placeholder: 'stood for nothing',
  case: 'letter case',
  order: 'order of the name',
  title: 'title or degree taken off',
  typo: 'typing error',
  format: 'brought to the usual form',
  joined: 'cells cut apart were joined',
  merged: 'filled from a row that says the same',
  invalid: 'could not be read as what the column holds',
  ambiguous: 'may be several things; instructions (“date order”, “country”) tell which',
}

const style = `
body{font:14px/1.45 system-ui,sans-serif;margin:2rem;color:#1c2430}
table{border-collapse:collapse;margin:1rem 0}
th,td{border:1px solid #d5dae1;padding:.25rem .5rem;text-align:left;vertical-align:top;max-width:28rem;overflow-wrap:anywhere}
th{background:#f2f4f7}
del{background:#fde3e1;color:#8c1d18}
ins{background:#ddf3e0;color:#14532d;text-decoration:none}
.bad{background:#fff3cd}
small{color:#5b6675;display:block}
@media(prefers-color-scheme:dark){body{background:#14181e;color:#e4e8ee}th{background:#232a33}th,td{border-color:#39424e}del{background:#5c1f1b;color:#ffd9d6}ins{background:#1d4427;color:#d5f5dc}.bad{background:#55460f}small{color:#a3adba}}`

/** A page that shows each changed cell, before and after and why. Nothing of it is loaded from anywhere. */
export async function* writeRedline(
  params: MosaicParams,
  stats: MosaicStats,
  pages: AsyncIterable<readonly EndedRow[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head(params, stats))
  for await (const page of pages) yield Buffer.from(page.flatMap((ended) => writeRow(params, ended)).join(''))
  yield Buffer.from('</tbody></table></body></html>\n')
}

function head(params: MosaicParams, stats: MosaicStats): string {
  const { kind, encoding, delimiter, sheet } = params.format
  const form =
    kind === 'spreadsheet'
      ? `spreadsheet, sheet ${sheet}`
      : `${encoding}, ${delimiter === undefined ? 'one cell a line' : `delimiter ${JSON.stringify(delimiter)}`}`
  const facts = [
    `Read as: ${form}, ${params.hasHeader ? 'with a header' : 'without a header'}.`,
    `${stats.inputRows} rows in, ${stats.outputRows} rows out, ${stats.rowsChanged} of them changed, ${stats.duplicatesJoined} duplicates joined.`,
    `${stats.rowsWhereProfileFound} people and ${stats.rowsWhereCompanyFound} companies were found.`,
    ...params.notes,
  ]
  const columns = params.columns.map(
    ({ name, role, confidence }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${role.replaceAll('_', ' ')}</td><td>${Math.round(confidence * 100)} %</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What was changed</title><style>${style}</style></head><body><h1>What was changed</h1>
<ul>${facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('')}</ul>
<h2>Columns</h2><table><thead><tr><th>Column</th><th>Understood as</th><th>Sure</th></tr></thead><tbody>${columns.join('')}</tbody></table>
<h2>Rows</h2><table><thead><tr><th>Row</th>${params.columns.map(({ name }) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>
`
}

/** Nothing for a row that is as it was. */
function writeRow(params: MosaicParams, { row }: EndedRow): string[] {
  const touched = Object.keys(row.changed).length + Object.keys(row.problems).length > 0
  if (!touched && row.merged === undefined && row.duplicateOf === undefined) return []
  const cells = params.columns.map((_, index) => {
    const now = row.cells[index] ?? ''
    const change = row.changed[index]
    const problem = row.problems[index]
    const why = [...(change?.why ?? []), ...(problem === undefined ? [] : [problem])].map(
      (code) => reasons[code] ?? code,
    )
    const may = row.readings?.[index]
    if (may !== undefined) why.push(`may be ${may.join(' or ')}`)
    const note = why.length === 0 ? '' : `<small>${escapeHtml(why.join(', '))}</small>`
    const text =
      change === undefined
        ? escapeHtml(now)
        : `<del>${escapeHtml(visible(change.from))}</del> <ins>${escapeHtml(now)}</ins>`
    return `<td${problem === undefined ? '' : ' class="bad"'}>${text}${note}</td>`
  })
  const joined = row.merged === undefined ? '' : `<small>joined with ${row.merged.join(', ')}</small>`
  const same = row.duplicateOf === undefined ? '' : `<small>means the same as ${row.duplicateOf}</small>`
  return [`<tr><td>${row.line}${joined}${same}</td>${cells.join('')}</tr>\n`]
}

/** Characters that cannot be seen, by their numbers: they are often all that changed. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u00a0\u2000-\u200a\u202f\u3000]/gu, (char) => {
    return `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
  })
}
