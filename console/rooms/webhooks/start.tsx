import './webhooks.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { exactTimeText } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { count } from '../../words.ts'
import { Deliveries } from './deliveries.tsx'
import { readEndpoints, type Endpoint } from './endpoints.ts'
import { eventsText, words } from './words.ts'

const tabs = ['hooks', 'deliveries'] as const
/** The first tab is named by nothing in the address, which the other has too. */
const exact = { exact: true }

/** All webhooks, and what was sent to all of them. */
export function Page() {
  const go = useNavigate()
  const address = useSearch({ from: '/webhooks' })
  const tab = tabs.find((name) => name === address['tab']) ?? 'hooks'
  return (
    <PageFrame
      isWhole
      title={words.title}
      lead={words.lead}
      actions={
        <IfMay act="work">
          <Link to="/webhooks/new" className="button primary">
            {words.newHook}
          </Link>
        </IfMay>
      }
    >
      <WhyNot act="work" />
      <nav className="tabs hook-tabs" aria-label={words.title}>
        {tabs.map((name) => (
          <Link
            key={name}
            to="/webhooks"
            search={name === 'hooks' ? {} : { tab: name }}
            activeOptions={exact}
            aria-current={name === tab ? 'page' : undefined}
          >
            {words.tabs[name]}
          </Link>
        ))}
      </nav>
      {tab === 'hooks' ? (
        <Endpoints />
      ) : (
        <Deliveries
          address={address}
          onMove={(change) => void go({ to: '/webhooks', search: { ...address, ...change } })}
        />
      )}
    </PageFrame>
  )
}

function Endpoints() {
  const endpoints = useQuery({ queryKey: ['webhooks'], queryFn: readEndpoints, staleTime: 0 })
  return (
    <>
      {endpoints.error && <Notice tone="bad">{endpoints.error.message}</Notice>}
      <Grid
        label={words.title}
        rows={endpoints.data?.output.endpoints ?? []}
        columns={columns}
        leastWidthPx={640}
        empty={endpoints.isPending ? words.reading : words.none}
      />
    </>
  )
}

const columns: readonly Column<Endpoint>[] = [
  {
    name: words.address,
    width: 'minmax(220px, 2fr)',
    isMain: true,
    cell: ({ endpointId, url, kind }) => (
      <Pair
        over={
          <Link to="/webhooks/$endpoint" params={{ endpoint: endpointId }} search={{}}>
            {url}
          </Link>
        }
        under={words.kinds[kind]}
      />
    ),
  },
  {
    name: words.events,
    width: 'minmax(160px, 1fr)',
    cell: ({ eventTypes, listIds }) => (
      <Pair over={eventsText(eventTypes)} under={listIds.length > 0 && count(listIds.length, 'list')} />
    ),
  },
  {
    name: words.state,
    width: 'minmax(150px, 1fr)',
    isMain: true,
    cell: (endpoint) => <Pair over={<State endpoint={endpoint} />} under={failingText(endpoint)} />,
  },
]

export function State({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.disabled) return <span className="tag bad">{words.off}</span>
  if (endpoint.failingSince !== null) return <span className="tag doubt">{words.failing}</span>
  return <span className="tag good">{words.on}</span>
}

const failingText = ({ failingSince, disabled }: Endpoint) =>
  failingSince !== null && !disabled && `${words.since} ${exactTimeText(failingSince)}`
