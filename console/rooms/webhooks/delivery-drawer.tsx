import { IfMay } from '../../call/if-may.tsx'
import { exactTimeText } from '../../days.ts'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { Drawer } from '../../parts/drawer.tsx'
import { Facts } from '../../parts/facts.tsx'
import type { Attempt, Delivery } from './endpoints.ts'
import { Json } from './events-tree.tsx'
import { answerText } from './outcome.ts'
import { words } from './words.ts'

/** One delivery: each attempt with both heads and what was answered, and what the event said. */
export function DeliveryDrawer(drawer: {
  delivery: Delivery
  isBusy: boolean
  onReplay(): void
  onClose(): void
}) {
  const { delivery } = drawer
  return (
    <Drawer label={delivery.eventType} onClose={drawer.onClose}>
      <DrawerHead
        title={delivery.eventType}
        under={<p className="soft">{words.statuses[delivery.status]}</p>}
        close={words.close}
      >
        <IfMay act="work">
          <button type="button" disabled={drawer.isBusy} onClick={drawer.onReplay}>
            {words.replay}
          </button>
        </IfMay>
      </DrawerHead>
      <Facts
        facts={[
          [words.when, exactTimeText(delivery.createdAt)],
          [words.ended, delivery.endedAt && exactTimeText(delivery.endedAt)],
          [words.next, delivery.nextAttemptAt && exactTimeText(delivery.nextAttemptAt)],
          [words.message, delivery.messageId],
          [words.id, delivery.deliveryId],
        ]}
      />
      {delivery.attempts
        .map((attempt, index) => <AttemptView key={index + 1} attempt={attempt} number={index + 1} />)
        .toReversed()}
      <section>
        <h3>{words.payload}</h3>
        <Json value={delivery.payload} />
      </section>
    </Drawer>
  )
}

function AttemptView({ attempt, number }: { attempt: Attempt; number: number }) {
  return (
    <section>
      <h3>
        {words.attempt} {number}: {answerText(attempt)}
      </h3>
      <p className="soft small">{exactTimeText(attempt.attemptedAt)}</p>
      <Facts facts={[[words.resolved, attempt.resolvedTo.join(', ')]]} />
      <Heads title={words.sent} heads={attempt.requestHeaders} />
      <Heads title={words.answer} heads={attempt.responseHeaders} />
      {attempt.responseBody !== null && attempt.responseBody !== '' && (
        <>
          <p className="soft small">{words.answerBody}</p>
          <pre className="json" tabIndex={0}>
            {attempt.responseBody}
          </pre>
        </>
      )}
    </section>
  )
}

function Heads({ title, heads }: { title: string; heads: Readonly<Record<string, string>> | null }) {
  if (heads === null || Object.keys(heads).length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <pre className="json" tabIndex={0}>
        {Object.entries(heads)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
    </details>
  )
}
