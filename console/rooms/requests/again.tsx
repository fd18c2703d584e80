import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { priceAgain, sendAgain, type SentAgain } from '../../call/again.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { queries, renewCredits, useIsSandbox, useMay, type Act } from '../../call/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { credits } from '../../words.ts'
import type { Logged } from './log.ts'
import { words } from './words.ts'

/** What somebody must be allowed, to send what does this. */
const actOf: Readonly<Record<NonNullable<Logged['effect']>, Act>> = {
  reads: 'look',
  spends: 'spend',
  changes: 'work',
}

/** How to send it again, for those whom the service does not refuse it. */
export function Again({ logged }: { logged: Logged }) {
  const isAllowed = useMay(actOf[logged.effect ?? 'changes'])
  return isAllowed ? <Run logged={logged} /> : <p className="soft">{words.mayNot}</p>
}

/** Asks what it would cost, then sends it for that at most. What takes something away asks once more. */
function Run({ logged }: { logged: Logged }) {
  const [isAsking, ask] = useState(false)
  const isSandbox = useIsSandbox()
  const price = useMutation({ mutationFn: () => priceAgain(logged) })
  const again = useMutation({
    // Each opening is a request of its own; the same one is charged once.
    mutationFn: ({ maxCredits, openedAt }: { maxCredits: number; openedAt: number }) =>
      sendAgain(logged, { maxCredits, key: idempotencyKey('again', [logged.id, openedAt]) }),
    async onSettled() {
      ask(false)
      await Promise.all([renewCredits(), queries.invalidateQueries({ queryKey: ['requests'] })])
    },
  })
  const error = price.error ?? again.error
  const maxCredits = price.data
  const run = () => again.mutate({ maxCredits: maxCredits ?? 0, openedAt: price.submittedAt })
  const amount = `${words.atMost} ${credits(maxCredits ?? 0)}`
  return (
    <section>
      <h3>{words.answer}</h3>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {again.data === undefined && <p className="soft">{words.notKept}</p>}
      {maxCredits === undefined && (
        <button type="button" disabled={price.isPending} onClick={() => price.mutate()}>
          {price.isPending ? words.price : words.again}
        </button>
      )}
      {maxCredits !== undefined && again.data === undefined && (
        <>
          {logged.method !== 'GET' && <p className="soft small">{words.changes}</p>}
          <PriceButton
            isPrimary
            price={isSandbox ? words.free : amount}
            isDisabled={again.isPending}
            onClick={() => (isHarmless(logged) ? run() : ask(true))}
          >
            {again.isPending ? words.running : words.runAgain}
          </PriceButton>
        </>
      )}
      {isAsking && (
        <Confirm
          title={words.confirmTitle}
          words={{ yes: words.runAgain, no: words.keep }}
          isBusy={again.isPending}
          onYes={run}
          onNo={() => ask(false)}
        >
          <p>{words.changes}</p>
        </Confirm>
      )}
      {again.data && <Sent answer={again.data} />}
    </section>
  )
}

/** Whether its name says that it only looks; whatever else asks once more. */
const isHarmless = ({ method, operationId }: Logged) =>
  method === 'GET' ||
  /^(?:get|list|search|explain|preview|suggest|find|poll)|(?:Search|Count|Lookup|Resolve)$/.test(operationId)

function Sent({ answer }: { answer: SentAgain }) {
  return (
    <>
      <p role="status">
        {credits(answer.charged)} {words.chargedNow}
      </p>
      <pre className="answer" tabIndex={0}>
        <code>{JSON.stringify(answer.output, null, 2)}</code>
      </pre>
    </>
  )
}
