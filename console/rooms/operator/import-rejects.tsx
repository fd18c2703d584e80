import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct, useOperatorPages } from '../../call/operator.ts'
import { More } from '../../parts/more.tsx'
import { Notice } from '../../parts/notice.tsx'
import { count } from '../../words.ts'
import { useColumnNames } from './import-columns.ts'
import { words } from './import-words.ts'
import { textOf } from './members.tsx'
import { Table, type TableColumn } from './table.tsx'

type Reject = Schemas['ListImportRejectsResponse']['output']['rejects'][number]
type Row = Record<string, unknown>

/** Refused rows, whose cells are corrected here and loaded as an import of their own. */
export function ImportRejects({ importId }: { importId: string }) {
  const go = useNavigate()
  const [corrected, setCorrected] = useState<ReadonlyMap<number, Row>>(new Map())
  const path = { importId }
  const read = useOperatorPages(
    ['rejects', importId],
    (cursor) =>
      settle(
        api.GET('/operator/v1/imports/{importId}/rejects', {
          params: { path, query: { ...cursor, pageSize: 100 } },
        }),
      ),
    ({ rejects }) => rejects,
  )
  const load = useAct(
    () =>
      settle(
        api.POST('/operator/v1/imports/{importId}/rejects/correct', {
          params: { path },
          body: { rows: [...corrected].map(([number, row]) => ({ number, row })) },
        }),
      ),
    ({ output }) => go({ to: '/operator/imports/$import', params: { import: output.importId } }),
  )
  const change = (number: number, row: Row) => setCorrected(new Map(corrected).set(number, row))
  const names = useColumnNames(importId, read.rows)
  const cells: TableColumn<Reject>[] = names.map((name) => ({
    name,
    cell: (reject) => <Cell reject={reject} name={name} corrected={corrected} onChange={change} />,
  }))
  const hasNested = read.rows.some(({ row, isCells }) => row !== null && !isCells)
  return (
    <section aria-label={words.refusedRows}>
      <h2>{words.refusedRows}</h2>
      <p>{words.refusedLead}</p>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      {load.error && <Notice tone="bad">{load.error.message}</Notice>}
      <Table
        label={words.refusedRows}
        rows={read.rows}
        keyOf={({ number }) => String(number)}
        empty={words.noRows}
        isReading={read.isPending}
        columns={[
          { name: words.line, cell: ({ line }) => line, isNumber: true },
          { name: words.why, cell: (reject) => <Why reject={reject} /> },
          ...cells,
          ...(hasNested
            ? [
                {
                  name: words.rowAsJson,
                  cell: (reject: Reject) => <Nested reject={reject} onChange={change} />,
                },
              ]
            : []),
        ]}
      />
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={corrected.size === 0 || load.isPending}
          onClick={() => load.mutate(undefined)}
        >
          {`Load ${count(corrected.size, 'corrected row')}`}
        </button>
        <More pages={read}>{words.more}</More>
      </div>
    </section>
  )
}

const Why = ({ reject: { path, reason, row, loadedBy } }: { reject: Reject }) => (
  <>
    <span className="field-error">
      {path} {reason}
    </span>
    {loadedBy !== null && <span className="tag good">{words.loaded}</span>}
    {row === null && <div className="soft small">{words.noRow}</div>}
  </>
)

function Cell(part: {
  reject: Reject
  name: string
  corrected: ReadonlyMap<number, Row>
  onChange(number: number, row: Row): void
}) {
  const { number, line, row, isCells, value, loadedBy } = part.reject
  if (row === null || !isCells) return null
  const now = part.corrected.get(number) ?? row
  const isRefused = textOf(value) === textOf(row[part.name]) && value !== null
  return (
    <input
      type="text"
      className={isRefused ? 'refused' : ''}
      aria-label={`${part.name}, line ${line}`}
      disabled={loadedBy !== null}
      value={textOf(now[part.name] ?? '')}
      onChange={(event) => part.onChange(number, { ...now, [part.name]: event.target.value })}
    />
  )
}

/** A row that is no line of a table is corrected as text. */
function Nested({
  reject: { number, line, row, isCells, loadedBy },
  onChange,
}: {
  reject: Reject
  onChange(number: number, row: Row): void
}) {
  const [text, setText] = useState(() => JSON.stringify(row, null, 1))
  const [isBad, setBad] = useState(false)
  if (row === null || isCells) return null
  return (
    <>
      <textarea
        rows={4}
        aria-label={`${words.rowAsJson}, line ${line}`}
        disabled={loadedBy !== null}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const next = readObject(event.target.value)
          setBad(next === undefined)
          if (next !== undefined) onChange(number, next)
        }}
      />
      {isBad && (
        <span className="field-error small" role="alert">
          {words.badJson}
        </span>
      )}
    </>
  )
}

function readObject(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined
  } catch {
    return undefined
  }
}
