import './lists.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { onEvent } from '../../call/events.ts'
import { openFile } from '../../call/file.ts'
import { renewCredits } from '../../call/queries.ts'
import { Icon } from '../../parts/icon.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { count, credits, number } from '../../words.ts'
import { tones } from './columns-of-rows.tsx'
import { Next } from './next.tsx'
import { Review } from './review.tsx'
import type { State } from './rows.ts'
import { tabs, words } from './words.ts'

type RunState = Schemas['PollEnrichListResponse']['output']['run']

/** Below the limit of polls; the event tells the end anyway. */
const pollMs = 1_500
const isOver = (run: RunState | undefined) =>
  run !== undefined && !['pending', 'running'].includes(run.status)

/** One list: how far it is, then its rows. */
export function Page() {
  const { run: runId } = useParams({ from: '/lists/$run' })
  const poll = useQuery({
    queryKey: ['run', runId],
    queryFn: () => settle(api.POST('/v1/enrich/poll', { body: { runId } })),
    refetchInterval: ({ state }) => (isOver(state.data?.output.run) ? false : pollMs),
  })
  const run = poll.data?.output.run
  const isDone = isOver(run)
  const { refetch } = poll
  useEffect(() => (isDone ? undefined : onEvent(() => void refetch())), [isDone, refetch])
  useEffect(() => {
    // What was held beyond the charge is back now.
    if (isDone) void renewCredits()
  }, [isDone])
  if (poll.error !== null && run === undefined) return <PageFrame title={words.list} errors={[poll.error]} />
  if (run === undefined) return null
  const title =
    run.stats === null
      ? words.running
      : `${number(run.stats.matched)} of ${count(run.rowCount - run.stats.blank, 'row')} found`
  return (
    <PageFrame
      isWhole
      crumb={
        <>
          <Link to="/lists">{words.lists}</Link> / {run.fileName ?? words.list}
        </>
      }
      title={isDone && run.stats === null ? words.stopped : title}
      actions={
        run.status === 'done' && (
          <>
            <IfMay act="work">
              <Next run={run} />
            </IfMay>
            <Downloads runId={runId} />
          </>
        )
      }
    >
      <WhyNot act="work" />
      {run.error !== null && (
        <Notice tone="bad">
          {words.failed} {run.error}
        </Notice>
      )}
      {!isDone && <Progress run={run} onCancel={() => void refetch()} />}
      {run.stats !== null && <Rows run={run} stats={run.stats} charged={poll.data?.charged ?? 0} />}
    </PageFrame>
  )
}

function Downloads({ runId }: { runId: string }) {
  const download = useMutation({
    mutationFn: (format: 'xlsx' | undefined) =>
      settle(api.POST('/v1/enrich/download', { body: { runId, ...(format && { format }) } })),
    onSuccess: ({ output }) => openFile(output.url),
  })
  return (
    <div className="row">
      {download.error && <Notice tone="bad">{download.error.message}</Notice>}
      <button type="button" disabled={download.isPending} onClick={() => download.mutate(undefined)}>
        <Icon name="file" />
        {words.download}
      </button>
      <button type="button" disabled={download.isPending} onClick={() => download.mutate('xlsx')}>
        {words.excel}
      </button>
    </div>
  )
}

function Progress({ run, onCancel }: { run: RunState; onCancel(): void }) {
  const left = run.etaSeconds === null ? '' : `, about ${run.etaSeconds} s ${words.left}`
  const cancel = useMutation({
    mutationFn: () => settle(api.POST('/v1/enrich/cancel', { body: { runId: run.runId } })),
    onSuccess: onCancel,
  })
  return (
    <div className="progress">
      <progress max={100} value={run.progressPercent} aria-label={words.running} />
      <p>
        {number(run.processedRowCount)} of {count(run.rowCount, 'row')}
        {left}. {words.leave}
      </p>
      <IfMay act="work">
        <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          {words.cancel}
        </button>
      </IfMay>
    </div>
  )
}

function Rows(part: { run: RunState; stats: NonNullable<RunState['stats']>; charged: number }) {
  const { run, stats, charged } = part
  const { show = 'all' } = useSearch({ from: '/lists/$run' })
  const counts: Record<keyof typeof tabs, number> = {
    all: run.rowCount - stats.blank,
    matched: stats.matched,
    unsure: stats.unsure,
    not_found: stats.notFound,
    unreadable: stats.unreadable,
    blank: stats.blank,
  }
  const states = (Object.keys(tabs) as (keyof typeof tabs)[]).filter(
    (state) => counts[state] > 0 || state === 'all' || state === show,
  )
  const state = Object.keys(tones).find((each): each is State => each === show)
  return (
    <>
      <Tabs
        label={words.which}
        current={state ?? 'all'}
        tabs={states.map((name) => ({
          name,
          text: (
            <>
              {tabs[name]}
              <span className={`tag ${name === 'all' ? '' : tones[name]}`}>{number(counts[name])}</span>
            </>
          ),
          search: name === 'all' ? {} : { show: name },
        }))}
      >
        <span className="soft push">
          {credits(charged + run.decisionCredits)} {words.charged}
          {run.decisionCredits > 0 && `, ${credits(run.decisionCredits)} ${words.forDecisions}`}
          {stats.duplicates > 0 &&
            ` · ${count(stats.duplicates, 'row repeats', 'rows repeat')} ${words.repeats}`}
          {run.paidBefore > 0 && ` · ${number(run.paidBefore)} ${words.paidBefore}`}
        </span>
      </Tabs>
      <Review runId={run.runId} kind={run.as} used={run.used} state={state} />
    </>
  )
}
