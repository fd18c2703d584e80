import type { SearchKind } from './kind.ts'

/** A program of tables would run these as formulas. */
const isFormula = /^[=+\-@\t\r]/

function cell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a file of commas: the name, and what the drawer lists. */
export function sheetOf<R>(kind: SearchKind<R>, rows: readonly R[]): string {
  const records = rows.map((row) => ({ name: kind.nameOf(row), view: kind.record(row) }))
  const labels = [...new Set(records.flatMap(({ view }) => view.facts.map(([label]) => label)))]
  const lines = records.map(({ name, view }) => {
    const facts = new Map(view.facts)
    return [name, view.headline ?? '', ...labels.map((label) => facts.get(label) ?? '')]
  })
  // The mark tells Excel that the letters are UTF-8.
  return `\uFEFF${[['Name', 'Headline', ...labels], ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
