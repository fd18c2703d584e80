import { Link } from '@tanstack/react-router'
import { exactTimeText } from '../../days.ts'
import { Pair, type Column } from '../../parts/grid.tsx'
import { count } from '../../words.ts'
import type { Delivery } from './endpoints.ts'
import { words } from './words.ts'

const tones = { pending: '', delivered: 'good', failed: 'bad' } as const

interface Rows {
  chosen: readonly string[]
  /** Addresses of endpoints by id, where rows are of several. */
  addresses: Readonly<Record<string, string>> | undefined
  /** Where what is chosen can be sent again. */
  onToggle: ((id: string) => void) | undefined
  onOpen(id: string): void
}

export const columnsOf = ({ chosen, addresses, onToggle, onOpen }: Rows): readonly Column<Delivery>[] => [
  ...(onToggle === undefined ? [] : [choiceColumn(chosen, onToggle)]),
  {
    name: words.event,
    width: 'minmax(200px, 2fr)',
    isMain: true,
    cell: ({ deliveryId, eventType, isTest, createdAt }) => (
      <Pair
        over={
          <button type="button" className="link" onClick={() => onOpen(deliveryId)}>
            {eventType}
          </button>
        }
        under={
          <>
            {exactTimeText(createdAt)} {isTest && <span className="tag doubt">{words.test}</span>}
          </>
        }
      />
    ),
  },
  ...(addresses === undefined ? [] : [endpointColumn(addresses)]),
  {
    name: words.status,
    width: '120px',
    isMain: true,
    cell: ({ status }) => (
      <Pair over={<span className={`tag ${tones[status]}`}>{words.statuses[status]}</span>} />
    ),
  },
  { name: words.attempts, width: 'minmax(120px, 1fr)', cell: ({ attempts }) => <Dots attempts={attempts} /> },
]

const choiceColumn = (chosen: readonly string[], onToggle: (id: string) => void): Column<Delivery> => ({
  name: words.chosen,
  width: '72px',
  cell: ({ deliveryId, eventType }) => (
    <input
      type="checkbox"
      aria-label={`${words.chosen} ${eventType}`}
      checked={chosen.includes(deliveryId)}
      onChange={() => onToggle(deliveryId)}
    />
  ),
})

const endpointColumn = (addresses: Readonly<Record<string, string>>): Column<Delivery> => ({
  name: words.hook,
  width: 'minmax(160px, 1.5fr)',
  cell: ({ endpointId }) => (
    <Link to="/webhooks/$endpoint" params={{ endpoint: endpointId }} search={{}}>
      {addresses[endpointId] ?? endpointId}
    </Link>
  ),
})

/** An attempt a dot, the oldest first; the last that was received, if any, is filled in green. */
function Dots({ attempts }: Pick<Delivery, 'attempts'>) {
  const isReceived = (status: number | null, error: string | null) =>
    error === null && status !== null && status >= 200 && status < 300
  const received = attempts.filter(({ status, error }) => isReceived(status, error)).length
  return (
    <span
      className="dots"
      role="img"
      aria-label={`${count(attempts.length, 'attempt')}, ${received} received`}
    >
      {attempts.map(({ status, error }, place) => (
        // Attempts are only added at the end; two may be of one moment.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={place} className={isReceived(status, error) ? 'good' : 'bad'} />
      ))}
    </span>
  )
}
