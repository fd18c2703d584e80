import './lists.css'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import { openFile } from '../../call/file.ts'
import { renewCredits } from '../../call/queries.ts'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { count, credits, number } from '../../words.ts'
import { cancelClean, readLinks, useCleaned } from './clean.ts'
import { words } from './words.ts'

type Run = NonNullable<ReturnType<typeof useCleaned>['run']>

/** A list that is cleaned: how far it is, then what was changed and the files. */
export function Page() {
  const { run: runId } = useParams({ from: '/lists/clean/$run' })
  const { run, isDone, charged, error, refetch } = useCleaned(runId)
  const get = useMutation({ mutationFn: () => readLinks(runId) })
  const cancel = useMutation({ mutationFn: () => cancelClean(runId), onSuccess: () => refetch() })
  useEffect(() => {
    // What was held beyond the charge is back now.
    if (isDone) void renewCredits()
  }, [isDone])
  const crumb = <Link to="/lists">{words.lists}</Link>
  if (run === undefined) return <PageFrame title={words.cleaned} crumb={crumb} errors={[error]} />
  const open = (link: 'outputCsvUrl' | 'reportUrl') =>
    get.mutate(undefined, {
      onSuccess(output) {
        const url = output[link]
        if (url !== null) openFile(url)
      },
    })
  return (
    <PageFrame
      crumb={crumb}
      title={isDone ? words.cleaned : words.cleaning}
      errors={[error, get.error, cancel.error]}
      actions={
        run.outputCsvUrl !== null && (
          <button
            type="button"
            className="primary"
            disabled={get.isPending}
            onClick={() => open('outputCsvUrl')}
          >
            <Icon name="file" />
            {words.cleanFile}
          </button>
        )
      }
    >
      {run.error !== null && <Notice tone="bad">{run.error}</Notice>}
      {!isDone && (
        <div className="progress">
          <progress
            max={Math.max(1, run.rowCount)}
            value={run.processedRowCount}
            aria-label={words.cleaning}
          />
          <p>
            {number(run.processedRowCount)} of {count(run.rowCount, 'row')}. {words.leave}
          </p>
          <IfMay act="work">
            <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              {words.cancel}
            </button>
          </IfMay>
        </div>
      )}
      {isDone && run.error === null && <Outcome run={run} charged={charged} />}
      {run.reportUrl !== null && (
        <button type="button" disabled={get.isPending} onClick={() => open('reportUrl')}>
          {words.showChanges}
        </button>
      )}
      {run.notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
    </PageFrame>
  )
}

function Outcome({ run: { stats }, charged }: { run: Run; charged: number }) {
  const of = (value: number | null) => (value === null ? null : count(value, 'row'))
  return (
    <section className="panel">
      <Facts
        facts={[
          [words.changedRows, of(stats.rowsChanged)],
          [words.joined, stats.duplicatesJoined > 0 ? of(stats.duplicatesJoined) : null],
          [words.peopleFound, of(stats.rowsWhereProfileFound)],
          [words.companiesFound, of(stats.rowsWhereCompanyFound)],
          [words.notHealed, of(stats.rowsWithErrors)],
          [words.cost, credits(charged)],
        ]}
      />
    </section>
  )
}
