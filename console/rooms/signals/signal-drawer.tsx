import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { dayText, timeText } from '../../days.ts'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { Drawer } from '../../parts/drawer.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { plain } from '../../parts/schema-shape.ts'
import { credits } from '../../words.ts'
import { SlackMessage } from './try-out.tsx'
import type { Listed } from './watchlists.ts'
import { words } from './words.ts'

/** One signal: of whom, by which rule, how it was told and to whom. */
export function SignalDrawer({
  signal,
  names,
  onClose,
}: {
  signal: Listed
  names: ReadonlyMap<string, string>
  onClose(): void
}) {
  const charged = signal.centiCreditsCharged / 100
  return (
    <Drawer label={signal.summary} onClose={onClose}>
      <DrawerHead
        title={signal.summary}
        under={<p className="soft">{names.get(signal.type) ?? plain(signal.type)}</p>}
        close={words.close}
      />
      <Facts
        facts={[
          [words.record, <RecordLink key="record" signal={signal} />],
          [
            words.list,
            <Link key="list" to="/trackers/$list" params={{ list: signal.listId }} search={{}}>
              {signal.listName}
            </Link>,
          ],
          [words.foundAt, timeText(signal.foundAt)],
          [words.eventDate, signal.eventDate && dayText(signal.eventDate)],
          [words.sources, signal.sources.join(', ')],
          [words.how, signal.methodology],
          [words.cost, charged === 0 ? words.free : credits(charged)],
        ]}
      />
      <h3>{words.message}</h3>
      <SlackMessage signal={signal} listName={signal.listName} foundAt={signal.observedAt} />
      <Receivers signal={signal} />
      <h3>{words.changes}</h3>
      <pre className="json" tabIndex={0}>
        {JSON.stringify(signal.changeData, null, 2)}
      </pre>
    </Drawer>
  )
}

/** Where the record is shown; a plain link, since that page is of another room. */
function RecordLink({ signal: { entityType, name, domain, pnetSlug } }: { signal: Listed }) {
  const place = entityType === 'company' ? domain : pnetSlug
  const text = name ?? words.removed
  if (place === null) return text
  return <a href={`/console/${entityType}/${encodeURIComponent(place)}`}>{text}</a>
}

const eventNames = ['tracker.signal_detected', 'monitoring']
const tones = { pending: '', delivered: 'good', failed: 'bad' } as const

/** To whom this signal was sent, and what became of it; then webhooks that take signals of its list without it. */
function Receivers({ signal }: { signal: Listed }) {
  const endpoints = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => settle(api.GET('/v1/webhooks/endpoints', {})),
  })
  const sent = useQuery({
    queryKey: ['deliveries', 'of signal', signal.id],
    queryFn: () =>
      settle(
        api.GET('/v1/webhooks/deliveries', { params: { query: { signalId: signal.id, pageSize: 100 } } }),
      ),
    select: ({ output }) => output.deliveries,
  })
  const all = endpoints.data?.output.endpoints
  const deliveries = sent.data ?? []
  const takers = all?.filter(
    ({ eventTypes, listIds, endpointId }) =>
      !deliveries.some((each) => each.endpointId === endpointId) &&
      (eventTypes.length === 0 || eventTypes.some((name) => eventNames.includes(name))) &&
      (listIds.length === 0 || listIds.includes(signal.listId)),
  )
  const error = endpoints.error ?? sent.error
  const isNobody = sent.isSuccess && takers?.length === 0 && deliveries.length === 0
  return (
    <section>
      <h3>{words.told}</h3>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {isNobody && (
        <p className="soft">
          {words.nobodyTold}{' '}
          <Link to="/webhooks/new" search={{ list: signal.listId }}>
            {words.addWebhook}
          </Link>
        </p>
      )}
      <ul className="plain">
        {deliveries.map(({ deliveryId, endpointId, status, endedAt, createdAt }) => (
          <li key={deliveryId}>
            <Link
              to="/webhooks/$endpoint"
              params={{ endpoint: endpointId }}
              search={{ signal: signal.id, open: deliveryId }}
            >
              {all?.find((each) => each.endpointId === endpointId)?.url ?? endpointId}
            </Link>{' '}
            <span className={`tag ${tones[status]}`}>{words.sentStates[status]}</span>{' '}
            <span className="soft small">{timeText(endedAt ?? createdAt)}</span>
          </li>
        ))}
        {sent.isSuccess &&
          takers?.map(({ endpointId, url }) => (
            <li key={endpointId}>
              <Link
                to="/webhooks/$endpoint"
                params={{ endpoint: endpointId }}
                search={{ type: 'tracker.signal_detected' }}
              >
                {url} · {words.deliveries}
              </Link>{' '}
              <span className="soft small">{words.notSent}</span>
            </li>
          ))}
      </ul>
    </section>
  )
}
