import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import { usePages } from '../../call/pages.ts'
import { queries, useMay } from '../../call/queries.ts'
import { Grid } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { count } from '../../words.ts'
import { columnsOf } from './delivery-columns.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import {
  readDeliveries,
  readEndpoints,
  replay,
  useEventTypes,
  type EventType,
  type Replay,
  type Status,
} from './endpoints.ts'
import { ReplayRange, type Range } from './replay-range.tsx'
import { words } from './words.ts'

/** Members of an address that narrow deliveries, and the one that is open. */
export type Address = Readonly<
  Partial<Record<'endpoint' | 'type' | 'signal' | 'status' | 'open', string | undefined>>
>

const statuses = Object.keys(words.statuses) as Status[]
const statusOf = (text: string | undefined) => statuses.find((each) => each === text)

/** What was sent in 30 days, to one webhook or to all; some of it, or all of a time, is sent again. */
export function Deliveries(part: {
  /** Of the page of one webhook. */
  endpointId?: string
  address: Address
  onMove(change: Address): void
}) {
  const { type, signal, open } = part.address
  const isWorker = useMay('work')
  const status = statusOf(part.address.status)
  const ofAll = part.endpointId === undefined
  const endpointId = part.endpointId ?? part.address.endpoint
  const [chosen, setChosen] = useState<readonly string[]>([])
  const types = useEventTypes()
  const endpoints = useAddresses(ofAll)
  const addresses = ofAll ? (endpoints.data ?? {}) : undefined
  const pages = usePages(
    ['deliveries', 'rows', endpointId, status, type, signal],
    (cursor) => readDeliveries({ endpointId, status, eventType: type, signalId: signal, cursor }),
    ({ deliveries }) => deliveries,
  )
  const again = useMutation({
    mutationFn: (which: Replay) => replay(which),
    async onSuccess() {
      setChosen([])
      await queries.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
  const move = (change: Address) => part.onMove({ open: undefined, ...change })
  const opened = pages.rows.find(({ deliveryId }) => deliveryId === open)
  const error = pages.error ?? again.error ?? types.error ?? endpoints.error
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <>
      <Toolbar
        status={status}
        type={type}
        types={types.data ?? []}
        endpoint={endpointId}
        endpoints={addresses}
        chosen={chosen.length}
        isBusy={again.isPending}
        onMove={move}
        onReplay={() => again.mutate({ deliveryIds: [...chosen] })}
        // A time is sent again to one endpoint.
        onRange={endpointId ? (range) => again.mutate({ endpointId, ...range }) : undefined}
      />
      {signal && <OfSignal onClear={() => move({ signal: undefined })} />}
      {error && <Notice tone="bad">{error.message}</Notice>}
      {again.data && <Replayed {...again.data.output} />}
      <div className="deliveries">
        <Grid
          label={words.deliveries}
          rows={pages.rows}
          columns={columnsOf({
            chosen,
            addresses,
            onToggle: isWorker ? toggle : undefined,
            onOpen: (id) => move({ open: id }),
          })}
          leastWidthPx={640}
          onEnd={pages.readMore}
          empty={emptyText(pages.isPending, [status, type, signal, part.address.endpoint].some(Boolean))}
        />
      </div>
      {opened && (
        <DeliveryDrawer
          delivery={opened}
          isBusy={again.isPending}
          onReplay={() => again.mutate({ deliveryIds: [opened.deliveryId] })}
          onClose={() => move({})}
        />
      )}
    </>
  )
}

/** Addresses of all webhooks by id. */
const useAddresses = (enabled: boolean) =>
  useQuery({
    queryKey: ['webhooks'],
    queryFn: readEndpoints,
    enabled,
    select: ({ output }) => Object.fromEntries(output.endpoints.map((each) => [each.endpointId, each.url])),
  })

const OfSignal = ({ onClear }: { onClear(): void }) => (
  <p>
    {words.ofSignal}{' '}
    <button type="button" className="link" onClick={onClear}>
      {words.ofAll}
    </button>
  </p>
)

const Replayed = ({ replayed, hasMore }: { replayed: number; hasMore: boolean }) => (
  <Notice>
    {count(replayed, 'delivery', 'deliveries')} {words.replayed}. {hasMore && words.mayBeMore}
  </Notice>
)

/** Which deliveries are shown, and which are sent again. */
function Toolbar(bar: {
  status: Status | undefined
  type: string | undefined
  types: readonly EventType[]
  endpoint: string | undefined
  /** Addresses by id, to choose one from. */
  endpoints: Readonly<Record<string, string>> | undefined
  chosen: number
  isBusy: boolean
  onMove(change: Address): void
  onReplay(): void
  onRange: ((range: Range) => void) | undefined
}) {
  return (
    <div className="toolbar choices">
      {bar.endpoints === undefined ? (
        <h2>{words.deliveries}</h2>
      ) : (
        <Pick
          label={words.hook}
          options={{ '': words.anyHook, ...bar.endpoints }}
          value={bar.endpoint ?? ''}
          onChange={(value) => bar.onMove({ endpoint: value })}
        />
      )}
      <Pick
        label={words.status}
        options={{ '': words.all, ...words.statuses }}
        value={bar.status ?? ''}
        onChange={(value) => bar.onMove({ status: value })}
      />
      <Pick
        label={words.event}
        options={{
          '': words.anyEvent,
          ...Object.fromEntries(bar.types.map(({ eventType }) => [eventType, eventType])),
        }}
        value={bar.type ?? ''}
        onChange={(value) => bar.onMove({ type: value })}
      />
      <IfMay act="work">
        <button type="button" disabled={bar.chosen === 0 || bar.isBusy} onClick={bar.onReplay}>
          {words.replay}
          {bar.chosen > 0 && <span className="price">{bar.chosen}</span>}
        </button>
        {bar.onRange && <ReplayRange isBusy={bar.isBusy} onReplay={bar.onRange} />}
      </IfMay>
    </div>
  )
}

function emptyText(isReading: boolean, isNarrowed: boolean): string {
  if (isReading) return words.reading
  return isNarrowed ? words.noneFit : words.noDeliveries
}
