import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { onEvent } from '../../call/events.ts'
import { usePages } from '../../call/pages.ts'
import { renewCredits } from '../../call/queries.ts'
import { timeText } from '../../days.ts'
import { Drawer } from '../../parts/drawer.tsx'
import { More } from '../../parts/more.tsx'
import { Notice } from '../../parts/notice.tsx'
import { credits, number } from '../../words.ts'
import { movedIn } from './operations.ts'
import { Who } from './who.tsx'
import { states, words } from './words.ts'

/** In one answer; each run that is shown is read once more, for its numbers. */
const pageSize = 12
const pollMs = 2_500

/** The runs as a line of time, the newest first: who came, who went, what it cost. */
export function Runs({
  id,
  hasCompanies,
  hasPeople,
}: {
  id: string
  hasCompanies: boolean
  hasPeople: boolean
}) {
  const go = useNavigate()
  const { run } = useSearch({ from: '/saved/$id' })
  const client = useQueryClient()
  const onEnd = useCallback(() => {
    // What it cost is gone from the balance, and counts in what is expected of the next.
    void renewCredits()
    void client.invalidateQueries({ queryKey: ['saved', id, 'forecast'] })
  }, [client, id])
  const read = usePages(
    ['saved', id, 'runs'],
    (cursor) =>
      settle(
        api.POST('/v1/saved-search/run/list', {
          body: { savedSearchId: id, pageSize, ...(cursor !== null && { cursor }) },
        }),
      ),
    (output) => output.runs,
  )
  return (
    <section>
      <h2>{words.runs}</h2>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      {!read.isPending && read.error === null && read.rows.length === 0 && (
        <p className="soft">{words.noRuns}</p>
      )}
      <ol className="runs">
        {read.rows.map((each) => (
          <Run key={each.id} run={each} onEnd={onEnd} />
        ))}
      </ol>
      <More pages={read}>{words.older}</More>
      {run !== undefined && (
        <Drawer
          label={words.whoCame}
          onClose={() => void go({ to: '/saved/$id', params: { id }, search: {} })}
        >
          <Who runId={run} hasCompanies={hasCompanies} hasPeople={hasPeople} />
        </Drawer>
      )}
    </section>
  )
}

type Item = Schemas['SavedSearchRunItem']

const isOver = ({ status }: { status: string }) => !['NOT_STARTED', 'PROCESSING'].includes(status)

function Run({ run, onEnd }: { run: Item; onEnd(): void }) {
  const { id, startedAt, executionMode } = run
  const read = useQuery({
    queryKey: ['saved', 'run', id, run.status],
    queryFn: () => settle(api.POST('/v1/saved-search/run/get', { body: { savedSearchRunId: id } })),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data.output.run) ? pollMs : false),
  })
  const view = read.data?.output.run
  const { refetch } = read
  const isGoing = view === undefined ? !isOver(run) : !isOver(view)
  useEffect(() => {
    if (!isGoing) return undefined
    const stop = onEvent(() => void refetch({ cancelRefetch: false }))
    return () => {
      stop()
      onEnd()
    }
  }, [isGoing, onEnd, refetch])
  const status = view?.status ?? run.status
  const { text, tone, mark } = states[status] ?? { text: status, tone: '', mark: '' }
  return (
    <li>
      <div className="row">
        <strong>{startedAt !== null && timeText(startedAt)}</strong>
        <span className={`tag ${tone}`}>
          <span aria-hidden="true">{mark} </span>
          {text}
        </span>
        <span className="soft small">
          {executionMode === 'manually_triggered' ? words.byHand : words.bySchedule}
        </span>
        {view !== undefined && isOver(view) && (
          <span className="soft small push">
            {credits(view.creditsCharged)} {words.charged}
          </span>
        )}
      </div>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      {view !== undefined && status === 'COMPLETED' && <Numbers view={view} />}
    </li>
  )
}

/** Companies and people together; each number leads to its rows. */
function Numbers({ view }: { view: Schemas['SavedSearchRun'] }) {
  const numbers = movedIn(view)
  const texts = { joined: words.newOnes, returned: words.back, departed: words.gone, stayed: words.stayed }
  const signs = { joined: '+', returned: '+', departed: '−', stayed: '' }
  const movements = (Object.keys(numbers) as (keyof typeof numbers)[]).filter((name) => numbers[name] > 0)
  return (
    <div className="row">
      {movements.length === 0 && <span className="soft">{words.nothingNew}</span>}
      {movements.map((name) => (
        <Link key={name} to="." search={{ run: view.id, who: name }}>
          {signs[name]}
          {number(numbers[name])} {texts[name]}
        </Link>
      ))}
    </div>
  )
}
