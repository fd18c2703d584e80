import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useAct, useOperatorPages } from '../../call/operator.ts'
import { Field } from '../../parts/field.tsx'
import { More } from '../../parts/more.tsx'
import { Pick } from '../../parts/pick.tsx'
import { number } from '../../words.ts'
import { instant, OperatorPage } from './frame.tsx'
import { kinds, words } from './import-words.ts'
import { Table, type TableColumn } from './table.tsx'
import type { Import } from './types.ts'

const columns: TableColumn<Import>[] = [
  {
    name: words.file,
    cell: ({ importId, fileName, kind, corrects }) => (
      <>
        <Link to="/operator/imports/$import" params={{ import: importId }}>
          {fileName}
        </Link>
        <div className="soft small">{corrects === null ? kinds[kind] : words.corrects}</div>
      </>
    ),
  },
  {
    name: words.state,
    cell: ({ state }) => <span className={`tag ${toneOf(state)}`}>{words.states[state]}</span>,
  },
  { name: words.rows, cell: ({ counts }) => number(counts.rows), isNumber: true },
  { name: words.created, cell: ({ counts }) => number(counts.created), isNumber: true },
  { name: words.changed, cell: ({ counts }) => number(counts.changed), isNumber: true },
  { name: words.rejected, cell: ({ counts }) => number(counts.rejected), isNumber: true },
  { name: words.when, cell: ({ createdAt }) => instant(createdAt) },
]

function toneOf(state: Import['state']): string {
  if (state === 'completed') return 'good'
  if (state === 'failed' || state === 'damaged') return 'bad'
  return state === 'ready' ? '' : 'doubt'
}

/** Where a file begins, and those that came before. */
export function Page() {
  const { kind: wanted = 'companies' } = useSearch({ from: '/operator/imports' })
  const kind = wanted in kinds ? (wanted as Import['kind']) : 'companies'
  const go = useNavigate()
  const read = useOperatorPages(
    ['imports'],
    (cursor) => settle(api.GET('/operator/v1/imports', { params: { query: cursor } })),
    ({ imports }) => imports,
  )
  const upload = useAct(
    (file: File) =>
      settle(
        api.POST('/operator/v1/imports', {
          params: { query: { kind, name: file.name } },
          // The type of a body is a text here, and a file is sent like one.
          body: file as unknown as string,
          bodySerializer: (body) => body,
          headers: { 'content-type': 'application/octet-stream' },
        }),
      ),
    ({ output }) => go({ to: '/operator/imports/$import', params: { import: output.importId } }),
  )
  return (
    <OperatorPage
      title={words.imports}
      lead={words.lead}
      command="almanac import KIND FILE"
      errors={[read.error, upload.error]}
    >
      <div className="panel form-row">
        <Field label={words.rowsAre}>
          <Pick
            label={words.rowsAre}
            options={kinds}
            value={kind}
            onChange={(value) => void go({ to: '/operator/imports', search: { kind: value } })}
          />
        </Field>
        <Field label={upload.isPending ? words.reading : words.drop} hint={words.limits}>
          <input
            type="file"
            disabled={upload.isPending}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file !== undefined) upload.mutate(file)
              // The same file again is a change, too.
              event.target.value = ''
            }}
          />
        </Field>
      </div>
      <h2>{words.before}</h2>
      <Table
        label={words.before}
        rows={read.rows}
        columns={columns}
        keyOf={({ importId }) => importId}
        empty={words.none}
        isReading={read.isPending || read.error !== null}
      />
      <More pages={read}>{words.more}</More>
    </OperatorPage>
  )
}
