import { useMutation, useQuery } from '@tanstack/react-query'
import { queries } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { useState } from 'react'
import { readDeliveries, sendTest, signalEvent, useEventTypes, type Endpoint } from './endpoints.ts'
import { answerText } from './outcome.ts'
import { words } from './words.ts'

const pollMs = 1_000

/** Sends the example of an event, and waits for what becomes of it. */
export function TestEvent({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId, eventTypes, kind } = endpoint
  const types = useEventTypes()
  const keys = (types.data ?? []).map(({ eventType }) => eventType)
  const first = eventTypes.find((name) => keys.includes(name)) ?? signalEvent
  const [chosen, setChosen] = useState<string>()
  const test = useMutation({
    mutationFn: () => sendTest(endpointId, chosen ?? first),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  })
  const messageId = test.data?.output.messageId
  return (
    <div>
      <div className="toolbar choices">
        <button
          type="button"
          className="primary"
          disabled={test.isPending || endpoint.disabled}
          onClick={() => test.mutate()}
        >
          {test.isPending ? words.sending : words.sendTest}
        </button>
        <Pick
          label={words.testOf}
          options={Object.fromEntries((keys.length === 0 ? [first] : keys).map((key) => [key, key]))}
          value={chosen ?? first}
          onChange={setChosen}
        />
      </div>
      {test.error && <Notice tone="bad">{test.error.message}</Notice>}
      {messageId === undefined ? (
        <p className="soft small">{words.testLead}</p>
      ) : (
        <Outcome key={messageId} endpointId={endpointId} messageId={messageId} isMail={kind === 'mail'} />
      )}
    </div>
  )
}

function Outcome(test: { endpointId: string; messageId: string; isMail: boolean }) {
  const { endpointId, messageId } = test
  const { data, error } = useQuery({
    queryKey: ['deliveries', 'test', messageId],
    queryFn: () => readDeliveries({ endpointId }),
    select: ({ output }) => output.deliveries.find((each) => each.messageId === messageId),
    refetchInterval: ({ state }) => {
      const delivery = state.data?.output.deliveries.find((each) => each.messageId === messageId)
      const isOver = delivery !== undefined && (delivery.status !== 'pending' || delivery.attempts.length > 0)
      if (isOver) void queries.invalidateQueries({ queryKey: ['deliveries', 'rows'] })
      return isOver ? false : pollMs
    },
  })
  if (error) return <Notice tone="bad">{error.message}</Notice>
  const attempt = data?.attempts.at(-1)
  if (attempt === undefined) return <Notice>{test.isMail ? words.digestWaits : words.waiting}</Notice>
  const isReceived = data?.status === 'delivered'
  return (
    <Notice {...(!isReceived && { tone: 'bad' as const })}>
      <strong>{isReceived ? words.arrived : words.notArrived}</strong>: {answerText(attempt)}
    </Notice>
  )
}
