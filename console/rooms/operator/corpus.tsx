import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number, percent } from '../../words.ts'
import { instant, OperatorPage } from './frame.tsx'
import { Rebuilds } from './rebuilds.tsx'
import { words } from './system-words.ts'
import { Table } from './table.tsx'
import { TaskState } from './task-state.tsx'
import { useTask } from './tasks.ts'

type Kind = Schemas['GetCorpusFiguresResponse']['output']['kinds'][number]['kind']
type FillKind = Parameters<typeof readFill>[0]

const readFill = (kind: 'companies' | 'people' | 'postings') =>
  settle(api.GET('/operator/v1/corpus/{kind}/members', { params: { path: { kind }, query: {} } }))

/** What the data hold. */
export function Page() {
  const { kind } = useSearch({ from: '/operator/corpus' })
  const [isAsking, ask] = useState(false)
  const sample = useTask('remove-sample')
  const read = useQuery({
    queryKey: ['corpus'],
    queryFn: () => settle(api.GET('/operator/v1/corpus', {})),
  })
  const kinds = read.data?.output.kinds ?? []
  const hasSample = kinds.some(({ sources }) => sources.some(({ source }) => source === 'sample'))
  return (
    <OperatorPage
      title={words.corpus}
      lead={words.corpusLead}
      command="almanac sample remove, almanac import, almanac data"
      errors={[read.error, sample.error]}
      actions={
        hasSample && (
          <button type="button" disabled={sample.isUnderway} onClick={() => ask(true)}>
            {words.removeSample}
          </button>
        )
      }
    >
      {sample.newest !== undefined && <TaskState task={sample} />}
      <Table
        label={words.corpus}
        rows={kinds}
        keyOf={(each) => each.kind}
        empty={words.noRecords}
        isReading={read.data === undefined}
        columns={[
          { name: words.kind, cell: (each) => each.kind },
          { name: words.records, cell: ({ records }) => number(records), isNumber: true },
          { name: words.published, cell: ({ publishedAt }) => instant(publishedAt) },
          {
            name: words.sources,
            cell: ({ sources }) => sources.map(({ source, rows }) => `${source} ${number(rows)}`).join(', '),
          },
          { name: words.fill, cell: (each) => <ToFill kind={each.kind} isThere={each.records > 0} /> },
        ]}
      />
      <Rebuilds />
      {kind !== undefined && <Fill key={kind} kind={kind as FillKind} />}
      {isAsking && (
        <Confirm
          title={words.removeSampleTitle}
          words={{ yes: words.removeSample, no: words.no }}
          onNo={() => ask(false)}
          onYes={() => {
            ask(false)
            sample.ask({})
          }}
        >
          <p>{words.removeSampleText}</p>
        </Confirm>
      )}
    </OperatorPage>
  )
}

const ToFill = ({ kind, isThere }: { kind: Kind; isThere: boolean }) =>
  isThere && (
    <Link to="/operator/corpus" search={{ kind }}>
      {words.fill}
      <span className="hidden">{kind}</span>
    </Link>
  )

function Fill({ kind }: { kind: FillKind }) {
  const read = useQuery({ queryKey: ['fill', kind], queryFn: () => readFill(kind) })
  if (read.error) return <Notice tone="bad">{read.error.message}</Notice>
  const { members = [], ages = [] } = read.data?.output ?? {}
  return (
    <section aria-label={words.fillOf}>
      <h2>
        {kind}: {words.fillOf}
      </h2>
      <p>
        {ages
          .map(({ days, records }) => `${words.age} ${number(days)} ${words.days}: ${number(records)}`)
          .join(' · ')}
      </p>
      <Table
        label={words.fillOf}
        rows={members}
        keyOf={({ member }) => member}
        empty={words.noRecords}
        isReading={read.data === undefined}
        columns={[
          { name: words.member, cell: ({ member }) => <code>{member}</code> },
          { name: words.share, cell: ({ share }) => percent(share), isNumber: true },
          {
            name: words.fill,
            cell: ({ share, member }) => <meter aria-label={member} min={0} max={1} value={share} />,
          },
        ]}
      />
    </section>
  )
}
