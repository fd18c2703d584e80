import './webhooks.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { queries, useMay } from '../../call/queries.ts'
import { WhyNot } from '../../call/if-may.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Pick } from '../../parts/pick.tsx'
import { Segments } from '../../parts/segments.tsx'
import { createEndpoint, type Kind, type NewEndpoint } from './endpoints.ts'
import { EventsTree } from './events-tree.tsx'
import { TestEvent } from './test-event.tsx'
import { words } from './words.ts'

/** A webhook is made, its secret is shown, and a test is sent, on one page. */
export function Page() {
  const address = useSearch({ from: '/webhooks/new' })
  const [kind, setKind] = useState<Kind>('http')
  const [url, setUrl] = useState('')
  const [digest, setDigest] = useState<'daily' | 'weekly'>('daily')
  const [eventTypes, setEventTypes] = useState(() => (address['events'] ?? '').split(',').filter(Boolean))
  const [list, setList] = useState(address['list'] ?? '')
  const create = useMutation({
    mutationFn: (body: NewEndpoint) => createEndpoint(body),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const crumb = <Link to="/webhooks">{words.title}</Link>
  const isWorker = useMay('work')
  if (!isWorker)
    return (
      <PageFrame crumb={crumb} title={words.newHook}>
        <WhyNot act="work" />
      </PageFrame>
    )
  if (create.data !== undefined) return <Made made={create.data.output} />
  return (
    <PageFrame crumb={crumb} title={words.newHook}>
      <form
        className="hook"
        onSubmit={(event) => {
          event.preventDefault()
          const listIds = list === '' ? [] : [list]
          const to = kind === 'mail' && !url.startsWith('mailto:') ? `mailto:${url.replaceAll(' ', '')}` : url
          create.mutate({ kind, url: to, eventTypes, listIds, ...(kind === 'mail' && { digest }) })
        }}
      >
        <section className="panel">
          <div className="toolbar">
            <Segments<Kind> label={words.kind} options={words.kinds} value={kind} onChange={setKind} />
          </div>
          <Field label={words.labels[kind]} hint={words.hints[kind]} error={create.error?.message}>
            <input
              // Here begins whoever makes a webhook.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              type="text"
              inputMode={kind === 'mail' ? 'email' : 'url'}
              placeholder={words.examples[kind]}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </Field>
          {kind === 'mail' && (
            <Field label={words.digest}>
              <Pick
                label={words.digest}
                options={words.digests}
                value={digest}
                onChange={(value) => setDigest(value as typeof digest)}
              />
            </Field>
          )}
        </section>
        <section className="panel">
          <h2>{words.which}</h2>
          <EventsTree chosen={eventTypes} onChange={setEventTypes} />
          <Lists value={list} onChange={setList} />
        </section>
        <div className="hook-end">
          <button type="submit" className="primary" disabled={url.trim() === '' || create.isPending}>
            {create.isPending ? words.creating : words.create}
          </button>
        </div>
      </form>
    </PageFrame>
  )
}

/** The secret is here this once; a test shows whether anything arrives. */
function Made({ made }: { made: Schemas['CreateWebhookEndpointResponse']['output'] }) {
  return (
    <PageFrame crumb={<Link to="/webhooks">{words.title}</Link>} title={made.url}>
      {made.signingSecret === null ? (
        <Notice>{words.unsigned}</Notice>
      ) : (
        <Secret
          text={made.signingSecret}
          words={{ ...words, title: words.secretTitle, hint: words.secretHint }}
        />
      )}
      <section className="panel">
        <TestEvent endpoint={made} />
      </section>
      <Link to="/webhooks/$endpoint" params={{ endpoint: made.endpointId }} search={{}} className="button">
        {words.toHook}
      </Link>
    </PageFrame>
  )
}

/** Watchlists whose events alone are wanted. */
function Lists({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { data, error } = useQuery({
    queryKey: ['webhooks', 'watchlists'],
    queryFn: () => settle(api.GET('/v1/tracker/overview', {})),
    select: ({ output }) => [...output.companyLists, ...output.personLists],
  })
  if (error) return <Notice tone="bad">{error.message}</Notice>
  if (data === undefined || data.length === 0) return null
  return (
    <Field label={words.lists}>
      <Pick
        label={words.lists}
        options={{ '': words.anyList, ...Object.fromEntries(data.map(({ id, name }) => [id, name])) }}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
