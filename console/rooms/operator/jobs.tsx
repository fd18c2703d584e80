import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct, useOperatorPages } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { More } from '../../parts/more.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { number } from '../../words.ts'
import { instant, OperatorPage } from './frame.tsx'
import { words } from './system-words.ts'
import { Table, type TableColumn } from './table.tsx'

type Job = Schemas['ListJobsResponse']['output']['jobs'][number]

const columns: TableColumn<Job>[] = [
  {
    name: words.job,
    cell: ({ kind, jobId }) => (
      <>
        {kind} <code className="soft small">{jobId}</code>
      </>
    ),
  },
  {
    name: words.organization,
    cell: ({ organizationId }) => (
      <Link to="/operator/organizations/$organization" params={{ organization: organizationId }}>
        {organizationId}
      </Link>
    ),
  },
  {
    name: words.state,
    cell: ({ state }) => (
      <span className={`tag ${state === 'failed' ? 'bad' : ''}`}>{words.states[state]}</span>
    ),
  },
  {
    name: words.done,
    cell: ({ delivered, empty, failed, total }) =>
      `${number(delivered + empty + failed)}${total === null ? '' : ` / ${number(total)}`}`,
    isNumber: true,
  },
  { name: words.cause, cell: ({ error }) => error },
  { name: words.begun, cell: ({ createdAt }) => instant(createdAt) },
]

/** What waits, and every job; those that were given up say why. */
export function Page() {
  const { state = '' } = useSearch({ from: '/operator/jobs' })
  const current = state in words.states ? (state as keyof typeof words.states) : ''
  const [question, ask] = useState<string>()
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: () => settle(api.GET('/operator/v1/jobs/queues', {})),
    staleTime: 0,
  })
  const read = useOperatorPages(
    ['jobs', current],
    (cursor) =>
      settle(
        api.GET('/operator/v1/jobs', {
          params: { query: { ...cursor, ...(current !== '' && { state: current }) } },
        }),
      ),
    ({ jobs }) => jobs,
  )
  const again = useAct((jobId: string) =>
    settle(api.POST('/operator/v1/jobs/{jobId}/requeue', { params: { path: { jobId } } })),
  )
  const cancel = useAct((jobId: string) =>
    settle(api.POST('/operator/v1/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
  )
  const acts: TableColumn<Job> = {
    name: '…',
    cell: (job) => <Acts of={job} isBusy={again.isPending} onAgain={again.mutate} onCancel={ask} />,
  }
  return (
    <OperatorPage
      title={words.jobs}
      lead={words.jobsLead}
      command="almanac doctor"
      errors={[queues.error, read.error, again.error, cancel.error]}
    >
      <Queues queues={queues.data?.output.queues} />
      <States current={current} />
      <div className="tab">
        <Table
          label={words.jobs}
          rows={read.rows}
          keyOf={({ jobId }) => jobId}
          empty={words.noJobs}
          isReading={read.isPending || read.error !== null}
          columns={[...columns, acts]}
        />
        <More pages={read}>{words.more}</More>
      </div>
      {question !== undefined && (
        <Confirm
          title={words.cancelTitle}
          words={{ yes: words.cancel, no: words.no }}
          onNo={() => ask(undefined)}
          onYes={() => {
            cancel.mutate(question)
            ask(undefined)
          }}
        >
          <p>{words.cancelText}</p>
        </Confirm>
      )}
    </OperatorPage>
  )
}

type Queue = Schemas['GetJobQueuesResponse']['output']['queues'][number]

const Queues = ({ queues }: { queues: readonly Queue[] | undefined }) => (
  <>
    <h2>{words.queues}</h2>
    <Table
      label={words.queues}
      rows={queues ?? []}
      keyOf={({ kind, state }) => `${kind} ${state}`}
      empty={words.noQueues}
      isReading={queues === undefined}
      columns={[
        { name: words.job, cell: ({ kind }) => kind },
        { name: words.state, cell: ({ state }) => <span className="tag">{state}</span> },
        { name: words.count, cell: (queue) => number(queue.count), isNumber: true },
        { name: words.oldest, cell: ({ oldestAt }) => instant(oldestAt) },
      ]}
    />
  </>
)

const States = ({ current }: { current: string }) => (
  <Tabs
    label={words.jobs}
    current={current}
    tabs={Object.entries(words.states).map(([name, text]) => ({ name, text, search: { state: name } }))}
  />
)

function Acts(part: {
  of: Job
  isBusy: boolean
  onAgain(jobId: string): void
  onCancel(jobId: string): void
}) {
  const { jobId, state } = part.of
  if (state !== 'queued' && state !== 'running') return null
  return (
    <div className="row">
      <button type="button" className="link" disabled={part.isBusy} onClick={() => part.onAgain(jobId)}>
        {words.again}
        <span className="hidden">{jobId}</span>
      </button>
      <button type="button" className="link" onClick={() => part.onCancel(jobId)}>
        {words.cancel}
        <span className="hidden">{jobId}</span>
      </button>
    </div>
  )
}
