import './webhooks.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { queries } from '../../call/queries.ts'
import { exactTimeText } from '../../days.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Secret } from '../../parts/secret.tsx'
import { number } from '../../words.ts'
import { Deliveries } from './deliveries.tsx'
import { changeEndpoint, readEndpoint, removeEndpoint, rotateSecret, type Endpoint } from './endpoints.ts'
import { EventsTree } from './events-tree.tsx'
import { State } from './start.tsx'
import { TestEvent } from './test-event.tsx'
import { eventsText, leftText, words } from './words.ts'

const renew = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['webhook'] }),
    queries.invalidateQueries({ queryKey: ['webhooks'] }),
  ])

/** One webhook: whether it works, a test, and what was sent. */
export function Page() {
  const { endpoint: id } = useParams({ from: '/webhooks/$endpoint' })
  const go = useNavigate()
  const address = useSearch({ from: '/webhooks/$endpoint' })
  const { data, error } = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => readEndpoint(id),
    staleTime: 0,
  })
  const [isEditing, setEditing] = useState(false)
  const crumb = <Link to="/webhooks">{words.title}</Link>
  if (data === undefined) return <PageFrame crumb={crumb} title={words.hook} errors={[error]} />
  return (
    <PageFrame
      isWhole
      crumb={crumb}
      title={data.url}
      actions={
        <IfMay act="work">
          <Actions endpoint={data} onEdit={() => setEditing(!isEditing)} />
        </IfMay>
      }
      errors={[error]}
    >
      <WhyNot act="work" />
      <p className="row soft">
        <State endpoint={data} /> {words.kinds[data.kind]} · {eventsText(data.eventTypes)}
        {data.consecutiveFailures > 0 && ` · ${words.inARow}: ${number(data.consecutiveFailures)}`}
      </p>
      {data.disabledReason !== null && <Disabled endpoint={data} reason={data.disabledReason} />}
      {isEditing && <Events endpoint={data} onEnd={() => setEditing(false)} />}
      <IfMay act="work">
        <TestEvent endpoint={data} />
      </IfMay>
      <Deliveries
        endpointId={id}
        address={address}
        onMove={(change) =>
          void go({ to: '/webhooks/$endpoint', params: { endpoint: id }, search: { ...address, ...change } })
        }
      />
    </PageFrame>
  )
}

function Disabled({ endpoint, reason }: { endpoint: Endpoint; reason: keyof typeof words.reasons }) {
  const change = useMutation({
    mutationFn: () => changeEndpoint(endpoint.endpointId, { disabled: false }),
    onSuccess: renew,
  })
  return (
    <Notice tone="doubt">
      <div className="row">
        {words.reasons[reason]}
        <IfMay act="work">
          <button type="button" className="push" disabled={change.isPending} onClick={() => change.mutate()}>
            {words.turnOn}
          </button>
        </IfMay>
      </div>
      {change.error?.message}
    </Notice>
  )
}

function Events({ endpoint, onEnd }: { endpoint: Endpoint; onEnd(): void }) {
  const [eventTypes, setEventTypes] = useState(endpoint.eventTypes)
  const save = useMutation({
    mutationFn: () => changeEndpoint(endpoint.endpointId, { eventTypes }),
    async onSuccess() {
      await renew()
      onEnd()
    },
  })
  return (
    <section className="panel editing">
      <EventsTree chosen={eventTypes} onChange={setEventTypes} />
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <div className="row">
        <button type="button" className="primary" disabled={save.isPending} onClick={() => save.mutate()}>
          {words.save}
        </button>
        <button type="button" onClick={onEnd}>
          {words.cancel}
        </button>
      </div>
    </section>
  )
}

function Actions({ endpoint, onEdit }: { endpoint: Endpoint; onEdit(): void }) {
  const go = useNavigate()
  const { endpointId: id } = endpoint
  const [question, setQuestion] = useState<'rotate' | 'remove'>()
  const rotate = useMutation({ mutationFn: () => rotateSecret(id), onSettled: () => setQuestion(undefined) })
  const remove = useMutation({
    mutationFn: () => removeEndpoint(id),
    async onSuccess() {
      await renew()
      await go({ to: '/webhooks' })
    },
  })
  const turnOff = useMutation({ mutationFn: () => changeEndpoint(id, { disabled: true }), onSuccess: renew })
  const error = rotate.error ?? remove.error ?? turnOff.error
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {rotate.data && <NewSecret {...rotate.data.output} />}
      <button type="button" onClick={onEdit}>
        {words.edit}
      </button>
      {endpoint.kind === 'http' && (
        <button type="button" onClick={() => setQuestion('rotate')}>
          {words.rotate}
        </button>
      )}
      {!endpoint.disabled && (
        <button type="button" disabled={turnOff.isPending} onClick={() => turnOff.mutate()}>
          {words.turnOff}
        </button>
      )}
      <button type="button" onClick={() => setQuestion('remove')}>
        {words.remove}
      </button>
      {question === 'rotate' && (
        <Confirm
          title={words.rotateTitle}
          words={{ yes: words.rotateYes, no: words.no }}
          isBusy={rotate.isPending}
          onYes={() => rotate.mutate()}
          onNo={() => setQuestion(undefined)}
        >
          <p>{words.rotateText}</p>
        </Confirm>
      )}
      {question === 'remove' && (
        <Confirm
          title={words.removeTitle}
          words={{ yes: words.yes, no: words.no }}
          isBusy={remove.isPending}
          onYes={() => remove.mutate()}
          onNo={() => setQuestion(undefined)}
        >
          <p>{words.removeText}</p>
        </Confirm>
      )}
    </>
  )
}

/** The new secret, and how long the one before signs, too. */
function NewSecret({
  signingSecret,
  previousSecretValidUntil: until,
}: {
  signingSecret: string
  previousSecretValidUntil: string
}) {
  return (
    <div>
      <Secret text={signingSecret} words={{ ...words, title: words.secretTitle, hint: words.secretHint }} />
      <p className="small soft">
        {words.previousUntil} {exactTimeText(until)} ({leftText(Date.parse(until), Date.now())}).
      </p>
    </div>
  )
}
