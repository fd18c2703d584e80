import { stringify } from 'csv-stringify/sync'
import { formatCredits, type MilliCredits } from '../../lib/credits.ts'
import type { BillingStatement } from '../../platform/payments/index.ts'

interface Row {
  section: string
  item: string
  count: number | ''
  credits: string
  money: string
}

/** The lines of a statement, in the same order in both forms. */
function buildRows(statement: BillingStatement): Row[] {
  const balance = (item: string, amount: MilliCredits): Row => ({
    section: 'balance',
    item,
    count: '',
    credits: formatCredits(amount),
    money: '',
  })
  return [
    balance('opening balance', statement.opening),
    ...statement.movements.map(({ kind, count, amount }) => ({
      section: 'movement',
      item: kind,
      count,
      credits: formatCredits(amount),
      money: '',
    })),
    balance('closing balance', statement.closing),
    ...statement.charges.map(({ operationId, count, amount }) => ({
      section: 'charges by operation',
      item: operationId,
      count,
      credits: formatCredits(amount),
      money: '',
    })),
    ...statement.purchases.map(({ id, at, credits, priceMinor, currency, processor }) => ({
      section: 'purchase',
      item: `${id} (${processor}, ${at.toISOString()})`,
      count: 1,
      credits: formatCredits(credits),
      money: `${(priceMinor / 100).toFixed(2)} ${currency.toUpperCase()}`,
    })),
  ]
}

/** RFC 4180, with a header; no cell starts a formula. */
export function statementCsv(statement: BillingStatement): string {
  return stringify(buildRows(statement), {
    header: true,
    columns: ['section', 'item', 'count', 'credits', 'money'],
    record_delimiter: 'windows',
  })
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** A page to print or store, without scripts or outside resources. */
export function statementHtml(
  statement: BillingStatement,
  organization: { id: string; name: string },
): string {
  const lines = buildRows(statement)
    .map(
      ({ section, item, count, credits, money }) =>
        [section, item].map((cell) => `<td>${escaped(cell)}</td>`).join('') +
        [String(count), credits, money].map((cell) => `<td class="n">${escaped(cell)}</td>`).join(''),
    )
    .map((cells) => `<tr>${cells}</tr>`)
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Statement ${escaped(statement.month)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 56rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: .3em .6em; text-align: left; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
:root { color-scheme: light dark; }
</style>
</head>
<body>
<h1>Statement ${escaped(statement.month)}</h1>
<p>${escaped(organization.name)} (${escaped(organization.id)}). Times in UTC; credits available and held together.</p>
<table>
<thead><tr><th>Section</th><th>Item</th><th class="n">Count</th><th class="n">Credits</th><th class="n">Money</th></tr></thead>
<tbody>
${lines}
</tbody>
</table>
</body>
</html>
`
}
