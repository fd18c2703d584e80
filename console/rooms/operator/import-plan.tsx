import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { words } from './import-words.ts'
import type { Import } from './types.ts'
import { Members } from './members.tsx'
import { Table } from './table.tsx'

type Row = Schemas['PreviewImportResponse']['output']['rows'][number]

/** How the rows are read, beside the first of them as they will be. */
export function ImportPlan({ one }: { one: Import }) {
  const { importId, state } = one
  const [mapping, setMapping] = useState(one.mapping)
  const [current, show] = useState({ mapping: one.mapping, names: one.names })
  const [asOf, setAsOf] = useState(one.asOf?.slice(0, 10) ?? '')
  const params = { params: { path: { importId } } }
  const preview = useQuery({
    queryKey: ['preview', importId, current],
    queryFn: () => settle(api.POST('/operator/v1/imports/{importId}/preview', { ...params, body: current })),
    placeholderData: (before) => before,
  })
  const start = useAct(() =>
    settle(
      api.POST('/operator/v1/imports/{importId}/start', {
        ...params,
        body: { ...current, mapping, asOf: asOf === '' ? null : asOf },
      }),
    ),
  )
  return (
    <div className="two">
      <div className="panel">
        {mapping === null ? (
          <p>{words.native}</p>
        ) : (
          <Field label={words.mapping} hint={words.mappingHint}>
            <textarea
              rows={16}
              spellCheck={false}
              value={mapping}
              onChange={(event) => setMapping(event.target.value)}
            />
          </Field>
        )}
        <label className="row">
          <input
            type="checkbox"
            checked={current.names}
            onChange={() => show({ mapping, names: !current.names })}
          />
          {words.names}
        </label>
        <Field label={words.asOf} hint={words.asOfHint}>
          <input type="date" value={asOf} onChange={(event) => setAsOf(event.target.value)} />
        </Field>
        {start.error && <Notice tone="bad">{start.error.message}</Notice>}
        <div className="row">
          <button
            type="button"
            className="primary"
            disabled={start.isPending}
            onClick={() => start.mutate(undefined)}
          >
            {state === 'ready' ? words.start : words.goOn}
          </button>
          {mapping !== current.mapping && (
            <button type="button" onClick={() => show({ ...current, mapping })}>
              {words.see}
            </button>
          )}
        </div>
      </div>
      <section aria-label={words.willBe}>
        <h2 className="first">{words.willBe}</h2>
        {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
        {preview.isPending && <p className="soft">{words.readingRows}</p>}
        <Preview rows={preview.data?.output.rows ?? []} isReading={preview.data === undefined} />
      </section>
    </div>
  )
}

const Preview = ({ rows, isReading }: { rows: readonly Row[]; isReading: boolean }) => (
  <Table
    label={words.willBe}
    rows={rows}
    keyOf={({ line }) => String(line)}
    empty={words.noRows}
    isReading={isReading}
    columns={[
      { name: words.line, cell: ({ line }) => line, isNumber: true },
      { name: words.asItCame, cell: ({ row }) => <Members of={row} /> },
      { name: words.becomes, cell: (row) => <Becomes row={row} /> },
    ]}
  />
)

function Becomes({ row: { record, problem, isLeftOut } }: { row: Row }) {
  if (problem !== null)
    return (
      <span className="field-error">
        {problem.path} {problem.reason}
      </span>
    )
  if (isLeftOut) return <span className="tag">{words.leftOutRow}</span>
  return <Members of={record} />
}
