import './audiences.css'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../call/queries.ts'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { dayText } from '../../days.ts'
import { Field } from '../../parts/field.tsx'
import { Grid, type Column } from '../../parts/grid.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Segments } from '../../parts/segments.tsx'
import { count, number } from '../../words.ts'
import { useAudiences } from './operations.ts'
import { State } from './state.tsx'
import { words } from './words.ts'

type Item = Schemas['AudienceItem']
type Order = keyof typeof words.orders

/** All audiences, a field for a new one, and what is done to several. */
export function Page() {
  const go = useNavigate()
  const [ticked, tick] = useState<readonly string[]>([])
  const { audiences, error } = useAudiences()
  const isWorker = useMay('work')
  const open = (audienceId: string, tab?: string) =>
    go({ to: '/audiences/$id', params: { id: audienceId }, ...(tab && { search: { tab } }) })
  const create = useMutation({
    mutationFn: (body: { name: string; creationMethod: Order }) =>
      settle(api.POST('/v1/audiences/create', { body })),
    onSuccess: ({ output }) => open(output.audienceId, 'build'),
  })
  const merge = useMutation({
    mutationFn: (name: string) =>
      settle(api.POST('/v1/audiences/merge', { body: { name, audienceIds: [...ticked] } })),
    onSuccess: ({ output }) => open(output.audienceId),
  })
  const onTick = (id: string) =>
    tick(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id])
  return (
    <PageFrame isWhole title={words.title} lead={words.lead} errors={[error, create.error, merge.error]}>
      <WhyNot act="work" />
      <IfMay act="work">
        <NewAudience isBusy={create.isPending} onCreate={(body) => create.mutate(body)} />
      </IfMay>
      {isWorker && ticked.length > 0 && (
        <Merge
          isBusy={merge.isPending}
          isEnough={ticked.length > 1}
          text={count(ticked.length, 'audience')}
          onMerge={(name) => merge.mutate(name)}
        />
      )}
      {error === null && (
        <Grid
          label={words.title}
          rows={audiences ?? []}
          columns={isWorker ? [...columns, pick(ticked, onTick)] : columns}
          leastWidthPx={680}
          empty={audiences === undefined ? words.reading : <Nothing />}
        />
      )}
    </PageFrame>
  )
}

const Nothing = () => (
  <>
    <p>{words.none}</p>
    <Link to="/lists" className="button">
      {words.toLists}
    </Link>
  </>
)

function NewAudience({
  isBusy,
  onCreate,
}: {
  isBusy: boolean
  onCreate(body: { name: string; creationMethod: Order }): void
}) {
  const [name, setName] = useState('')
  const [order, setOrder] = useState<Order>('NORMAL')
  return (
    <form
      className="toolbar"
      aria-label={words.newTitle}
      onSubmit={(event) => {
        event.preventDefault()
        onCreate({ name: name.trim(), creationMethod: order })
      }}
    >
      <Field label={words.newTitle}>
        <input
          type="text"
          placeholder={words.name}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="field">
        <span className="field-label">{words.order}</span>
        <Segments<Order> label={words.order} options={words.orders} value={order} onChange={setOrder} />
      </div>
      <button type="submit" className="primary" disabled={name.trim() === '' || isBusy}>
        {words.create}
      </button>
    </form>
  )
}

function Merge(merge: { isBusy: boolean; isEnough: boolean; text: string; onMerge(name: string): void }) {
  const [name, setName] = useState('')
  return (
    <form
      className="toolbar panel"
      aria-label={words.merge}
      onSubmit={(event) => {
        event.preventDefault()
        merge.onMerge(name.trim())
      }}
    >
      <Field label={words.mergeInto} hint={words.mergeHint}>
        <input type="text" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <button type="submit" disabled={!merge.isEnough || name.trim() === '' || merge.isBusy}>
        {words.merge} {merge.text}
      </button>
    </form>
  )
}

const columns: Column<Item>[] = [
  {
    name: words.columns.name,
    width: 'minmax(180px, 2fr)',
    isMain: true,
    cell: (item) => (
      <Link className="over" to="/audiences/$id" params={{ id: item.audienceId }}>
        {item.name}
      </Link>
    ),
  },
  {
    name: words.columns.state,
    width: 'minmax(120px, 1fr)',
    isMain: true,
    cell: (item) => <State status={item.status} />,
  },
  {
    name: words.columns.companies,
    width: '110px',
    isNumber: true,
    cell: (item) => <span>{number(item.companiesCount)}</span>,
  },
  {
    name: words.columns.people,
    width: '110px',
    isNumber: true,
    cell: (item) => <span>{number(item.prospectsCount)}</span>,
  },
  {
    name: words.columns.day,
    width: '120px',
    cell: (item) => <span>{dayText(item.createdAt)}</span>,
  },
]

/** Audiences are ticked to be merged. */
const pick = (ticked: readonly string[], onTick: (id: string) => void): Column<Item> => ({
  name: words.columns.pick,
  width: '80px',
  cell: (item) => (
    <input
      type="checkbox"
      aria-label={`${words.columns.pick} ${item.name}`}
      disabled={!['NORMAL', 'FAILED'].includes(item.status)}
      checked={ticked.includes(item.audienceId)}
      onChange={() => onTick(item.audienceId)}
    />
  ),
})
