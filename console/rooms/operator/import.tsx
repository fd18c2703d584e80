import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { count, number } from '../../words.ts'
import { OperatorPage } from './frame.tsx'
import { ImportPlan } from './import-plan.tsx'
import { ImportRejects } from './import-rejects.tsx'
import { kinds, words } from './import-words.ts'
import type { Import } from './types.ts'

/** How far it is is written once a second. */
const pollMs = 1_000
const isUnderway = (one: Import | undefined) => one?.state === 'queued' || one?.state === 'running'

/** One file: what its rows become, how far it is, and what was refused. */
export function Page() {
  const { import: importId } = useParams({ from: '/operator/imports/$import' })
  const read = useQuery({
    queryKey: ['import', importId],
    queryFn: () => settle(api.GET('/operator/v1/imports/{importId}', { params: { path: { importId } } })),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderway(state.data?.output) ? pollMs : false),
  })
  const one = read.data?.output
  return (
    <OperatorPage
      crumb={<Link to="/operator/imports">{words.imports}</Link>}
      title={one === undefined ? words.goneTitle : `${one.fileName}: ${words.states[one.state]}`}
      command="almanac import KIND FILE"
      errors={[read.error]}
    >
      {one !== undefined && <Import key={importId} one={one} />}
    </OperatorPage>
  )
}

function Import({ one }: { one: Import }) {
  const { state, counts, source, kind, problem, notes } = one
  return (
    <>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      {state !== 'ready' && (
        <Facts
          facts={[
            [words.kind, kinds[kind]],
            [words.source, source],
            [words.rows, number(counts.rows)],
            [words.created, number(counts.created)],
            [words.changed, number(counts.changed)],
            [words.unchanged, number(counts.unchanged)],
            [words.leftOut, number(counts.leftOut)],
            [words.rejected, number(counts.rejected)],
          ]}
        />
      )}
      {isUnderway(one) && <Progress one={one} />}
      {['ready', 'paused', 'interrupted', 'failed', 'canceled'].includes(state) && <ImportPlan one={one} />}
      {!isUnderway(one) && counts.rejected > 0 && <ImportRejects importId={one.importId} />}
    </>
  )
}

function Progress({ one: { importId, share, rowsPerSecond, secondsLeft, counts, wish } }: { one: Import }) {
  const [isAsking, ask] = useState(false)
  const stop = useAct((verb: 'pause' | 'cancel'): Promise<unknown> => {
    const params = { params: { path: { importId } } }
    return verb === 'pause'
      ? settle(api.POST('/operator/v1/imports/{importId}/pause', params))
      : settle(api.POST('/operator/v1/imports/{importId}/cancel', params))
  })
  const pace = rowsPerSecond === null ? '' : `, ${number(rowsPerSecond)} ${words.aSecond}`
  const left = secondsLeft === null ? '' : `, about ${secondsLeft} s ${words.left}`
  const isStopping = stop.isPending || wish !== null
  return (
    <div className="panel">
      {stop.error && <Notice tone="bad">{stop.error.message}</Notice>}
      <progress max={1} value={share} aria-label={words.states.running} />
      <p>
        {count(counts.rows, 'row')}
        {pace}
        {left}. {words.leave}
      </p>
      <div className="row">
        <button type="button" disabled={isStopping} onClick={() => stop.mutate('pause')}>
          {words.pause}
        </button>
        <button type="button" disabled={isStopping} onClick={() => ask(true)}>
          {words.cancel}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={words.cancelTitle}
          words={{ yes: words.cancel, no: words.keep }}
          onNo={() => ask(false)}
          onYes={() => {
            ask(false)
            stop.mutate('cancel')
          }}
        >
          <p>{words.cancelText}</p>
        </Confirm>
      )}
    </div>
  )
}
