import './lists.css'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type DragEvent } from 'react'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { timeText } from '../../days.ts'
import { More } from '../../parts/more.tsx'
import { Notice } from '../../parts/notice.tsx'
import { count, credits, number } from '../../words.ts'
import { CleanedLists } from './cleaned-lists.tsx'
import { exampleFile, pastedFile, upload } from './uploads.ts'
import { words } from './words.ts'

/** Where a list begins: a file, lines, or an example. */
export function Page() {
  const go = useNavigate()
  const read = useMutation({
    mutationFn: upload,
    onSuccess: ({ uploadId }) => go({ to: '/lists/new', search: { upload: uploadId } }),
  })
  return (
    <div className="page narrow">
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      <WhyNot act="work" />
      <IfMay act="work">
        <Drop isReading={read.isPending} onFile={(file) => read.mutate(file)} />
        {read.error && (
          <Notice tone="bad">
            <strong>{words.unreadable}</strong> {read.error.message}
          </Notice>
        )}
        <p className="under-drop">
          <button type="button" className="link" onClick={() => read.mutate(exampleFile(words.exampleName))}>
            {words.example}
          </button>
        </p>
        <Paste onFile={(file) => read.mutate(file)} />
      </IfMay>
      <Lists />
      <CleanedLists />
    </div>
  )
}

function Drop({ isReading, onFile }: { isReading: boolean; onFile(file: File): void }) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
  }
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setOver(is)
  }
  return (
    <label
      className={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xls,.jsonl,.ndjson,.gz,.zst"
        onChange={(event) => {
          take(event.target.files)
          // The same file again is a change, too.
          event.target.value = ''
        }}
      />
      <strong aria-live="polite">{isReading ? words.reading : words.drop}</strong>
      <span>{words.limits}</span>
    </label>
  )
}

function Paste({ onFile }: { onFile(file: File): void }) {
  const [text, setText] = useState('')
  const headings = { name: words.pastedName, company: words.pastedColumn, site: words.pastedSite }
  return (
    <details className="paste">
      <summary>{words.paste}</summary>
      <textarea
        rows={6}
        aria-label={words.pasteLabel}
        placeholder={words.pasteHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="button" disabled={text.trim() === ''} onClick={() => onFile(pastedFile(text, headings))}>
        {words.pasteButton}
      </button>
    </details>
  )
}

/** Lists of the last 30 days, newest first. */
function Lists() {
  const runs = usePages(
    ['runs'],
    (cursor) =>
      settle(api.GET('/v1/enrich/runs', { params: { query: { ...(cursor !== null && { cursor }) } } })),
    (output) => output.runs,
  )
  if (runs.error) return <Notice tone="bad">{runs.error.message}</Notice>
  if (runs.rows.length === 0) return null
  return (
    <section>
      <h2>{words.yours}</h2>
      <ul className="lists">
        {runs.rows.map((run) => (
          <li key={run.runId}>
            <Link to="/lists/$run" params={{ run: run.runId }}>
              {run.fileName ?? words.list}
            </Link>
            <span className="soft">{stateOf(run)}</span>
            <span className="soft small push">
              {credits(run.creditsCharged + run.decisionCredits)} · {timeText(run.startedAt)}
            </span>
          </li>
        ))}
      </ul>
      <More pages={runs}>{words.older}</More>
    </section>
  )
}

function stateOf({ status, stats, rowCount, progressPercent }: Schemas['EnrichRun']): string {
  if (status === 'failed' || status === 'canceled') return words.stopped
  if (status !== 'done' || stats === null) return `${progressPercent}% of ${count(rowCount, 'row')}`
  const matched = `${number(stats.matched)} of ${count(rowCount - stats.blank, 'row')} found`
  return stats.unsure > 0 ? `${matched}, ${number(stats.unsure)} to check` : matched
}
