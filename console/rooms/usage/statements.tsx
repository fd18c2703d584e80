import { useMutation } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { saveText } from '../../call/file.ts'
import { readLedgerFile } from '../../call/ledger.ts'
import { usePages } from '../../call/pages.ts'
import { Notice } from '../../parts/notice.tsx'
import { TableBox } from '../../parts/table-box.tsx'
import { number } from '../../words.ts'
import { words } from './words.ts'

const formats = { 'statement-html': ['html', words.asPage], 'statement-csv': ['csv', words.asCsv] } as const
type Format = keyof typeof formats

interface File {
  month: string
  format: Format
}

/** Months, newest first, with what was charged and bought in each. */
export function Statements() {
  const pages = usePages(
    ['statements'],
    (cursor) =>
      settle(api.GET('/v1/statements', { params: { query: { ...(cursor !== null && { cursor }) } } })),
    ({ statements }) => statements,
  )
  const save = useMutation({
    mutationFn: async ({ month, format }: File) => {
      const [ending] = formats[format]
      saveText(`statement-${month}.${ending}`, `text/${ending}`, await readLedgerFile({ month, format }))
    },
  })
  const error = pages.error ?? save.error
  return (
    <>
      <p className="soft">{words.statementLead}</p>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {pages.rows.length === 0 && !error && (
        <p className="soft">{pages.isPending ? words.reading : words.noStatements}</p>
      )}
      {pages.rows.length > 0 && (
        <TableBox label={words.tabs.statements}>
          <thead>
            <tr>
              <th scope="col">{words.monthColumn}</th>
              <th scope="col">{words.monthCharged}</th>
              <th scope="col">{words.columns.refunded}</th>
              <th scope="col">{words.monthBought}</th>
              <th scope="col">{words.files}</th>
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((each) => (
              <Month key={each.month} statement={each} isBusy={save.isPending} onSave={save.mutate} />
            ))}
          </tbody>
        </TableBox>
      )}
      {pages.hasMore && (
        <button type="button" onClick={pages.readMore}>
          {words.earlier}
        </button>
      )}
    </>
  )
}

function Month(row: { statement: Schemas['Statement']; isBusy: boolean; onSave(file: File): void }) {
  const { month, isOpen, creditsCharged, creditsRefunded, creditsBought } = row.statement
  return (
    <tr>
      <th scope="row">
        {month} {isOpen && <span className="tag">{words.isOpen}</span>}
      </th>
      <td>{number(creditsCharged)}</td>
      <td>{number(creditsRefunded)}</td>
      <td>{number(creditsBought)}</td>
      <td>
        <div className="row">
          {(Object.keys(formats) as Format[]).map((format) => (
            <button
              key={format}
              type="button"
              disabled={row.isBusy}
              aria-label={`${words.statementOf} ${month} ${formats[format][1]}`}
              onClick={() => row.onSave({ month, format })}
            >
              {formats[format][1]}
            </button>
          ))}
        </div>
      </td>
    </tr>
  )
}
