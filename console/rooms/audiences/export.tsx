import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { onEvent } from '../../call/events.ts'
import { openFile } from '../../call/file.ts'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { Segments } from '../../parts/segments.tsx'
import { count, number } from '../../words.ts'
import { isBuilding, isBuilt, useAct, type Audience, type Side } from './operations.ts'
import { fileTypes, formats, listFormats, words } from './words.ts'

type FileType = keyof typeof fileTypes
interface Choice {
  side: Side
  format: string
  fileType: FileType
  mostRows: number | undefined
  onlyWithContacts: boolean
}

/** The service says what does not fit together. */
function send(audienceId: string, { side, format, fileType, mostRows, onlyWithContacts }: Choice) {
  const body = { format, fileType, ...(mostRows !== undefined && { maxRowsToExport: mostRows }) }
  const params = { path: { audienceId } }
  return settle(
    side === 'companies'
      ? api.POST('/v1/audiences/{audienceId}/export/companies', {
          params,
          body: body as typeof body & { format: 'COMPANY_GENERIC_CSV' },
        })
      : api.POST('/v1/audiences/{audienceId}/export/prospects', {
          params,
          body: { ...body, onlyWithContacts } as typeof body & { format: 'PROSPECT_GENERIC_CSV' },
        }),
  )
}

/** A file of whoever is in the audience; free. */
export function Export({ audience }: { audience: Audience }) {
  const { audienceId, companiesCount, prospectsCount } = audience
  const [side, setSide] = useState<Side>(companiesCount === 0 ? 'people' : 'companies')
  const [chosen, choose] = useState<Partial<Choice>>({})
  const start = useAct(audienceId, (choice: Choice) => send(audienceId, choice))
  const format = chosen.format ?? Object.keys(formats[side])[0] ?? ''
  const hasTypes = listFormats.includes(format)
  const choice: Choice = {
    side,
    format,
    fileType: hasTypes ? (chosen.fileType ?? 'csv') : 'csv',
    mostRows: chosen.mostRows,
    onlyWithContacts: chosen.onlyWithContacts ?? false,
  }
  if (!isBuilt(audience) || isBuilding(audience))
    return <p className="soft">{isBuilding(audience) ? words.leave : words.notBuilt}</p>
  const rows = Math.min(side === 'companies' ? companiesCount : prospectsCount, choice.mostRows ?? Infinity)
  return (
    <>
      {start.error && <Notice tone="bad">{start.error.message}</Notice>}
      <div className="toolbar">
        <Segments<Side>
          label={words.exportOf}
          options={words.kinds}
          value={side}
          onChange={(value) => {
            setSide(value)
            choose({ ...chosen, format: undefined })
          }}
        />
      </div>
      <Form choice={choice} onChange={(change) => choose({ ...chosen, ...change })} />
      <div className="row">
        <IfMay act="work">
          <button
            type="button"
            className="primary"
            disabled={start.isPending || rows === 0}
            onClick={() => start.mutate(choice)}
          >
            {words.exportButton} {count(rows, 'row')}
            {start.data !== undefined && (
              <span className="price">
                {number(start.data.output.maxRowsAllowed)} {words.rowsLeft}
              </span>
            )}
          </button>
        </IfMay>
        <Link to="/exports">{words.allExports}</Link>
      </div>
      <p className="soft small">{words.exportHint}</p>
      {start.data !== undefined && <File exportId={start.data.output.exportId} />}
    </>
  )
}

function Form({ choice, onChange }: { choice: Choice; onChange(change: Partial<Choice>): void }) {
  return (
    <div className="form">
      <Field label={words.format}>
        <Pick
          label={words.format}
          options={formats[choice.side]}
          value={choice.format}
          onChange={(value) => onChange({ format: value })}
        />
      </Field>
      {listFormats.includes(choice.format) && (
        <Field label={words.fileType}>
          <Pick
            label={words.fileType}
            options={fileTypes}
            value={choice.fileType}
            onChange={(value) => onChange({ fileType: value as FileType })}
          />
        </Field>
      )}
      <Field label={words.mostRows}>
        <input
          type="number"
          min={1}
          value={choice.mostRows ?? ''}
          onChange={(event) => onChange({ mostRows: event.target.valueAsNumber || undefined })}
        />
      </Field>
      {choice.side === 'people' && (
        <label className="row">
          <input
            type="checkbox"
            checked={choice.onlyWithContacts}
            onChange={() => onChange({ onlyWithContacts: !choice.onlyWithContacts })}
          />
          {words.onlyWithContacts}
        </label>
      )}
    </div>
  )
}

function File({ exportId }: { exportId: string }) {
  const read = useQuery({
    queryKey: ['export', exportId],
    queryFn: () => settle(api.GET('/v1/exports/{exportId}', { params: { path: { exportId } } })),
    refetchInterval: ({ state }) =>
      ['queued', 'running'].includes(state.data?.output.status ?? 'queued') ? 2_000 : false,
  })
  const { refetch } = read
  const isDone = !['queued', 'running'].includes(read.data?.output.status ?? 'queued')
  useEffect(
    () => (isDone ? undefined : onEvent(() => void refetch({ cancelRefetch: false }))),
    [isDone, refetch],
  )
  if (read.error) return <Notice tone="bad">{read.error.message}</Notice>
  const file = read.data?.output
  if (file === undefined) return null
  if (file.status === 'failed') return <Notice tone="bad">{file.error ?? words.exportFailed}</Notice>
  const { downloadUrl } = file
  if (downloadUrl === null)
    return (
      <div className="row">
        <progress max={100} value={file.progressPercent} aria-label={words.exporting} />
        <span className="soft">{words.exporting}</span>
      </div>
    )
  return (
    <Notice>
      <div className="row">
        <span>
          {file.fileName}, {count(file.rows, 'row')}
        </span>
        <button type="button" onClick={() => openFile(downloadUrl)}>
          <Icon name="file" />
          {words.download}
        </button>
      </div>
    </Notice>
  )
}
