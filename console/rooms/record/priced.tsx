import type { ReactNode } from 'react'
import type { Answer } from '../../call/answer.ts'
import { useCredits, useIsSandbox, usePrice } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { credits } from '../../words.ts'
import { usePaidRead } from './paid-read.ts'
import { words } from './words.ts'

/** A button with a price, or why it cannot be paid. */
export function Price(button: {
  unit: string
  units?: number
  children: ReactNode
  isBusy: boolean
  onPay(maxCredits: number): void
}) {
  const each = usePrice(button.unit)
  const left = useCredits().data
  const isSandbox = useIsSandbox()
  const price = each === undefined ? undefined : each * (button.units ?? 1)
  const isTooMuch = !isSandbox && price !== undefined && left !== undefined && price > left
  const text = price === undefined ? '…' : credits(price)
  return (
    <>
      <PriceButton
        isPrimary
        price={isSandbox ? words.free : text}
        isDisabled={price === undefined || isTooMuch || button.isBusy}
        onClick={() => button.onPay(price ?? 0)}
      >
        {button.children}
      </PriceButton>
      {isTooMuch && <Notice tone="doubt">{words.tooFew}</Notice>}
    </>
  )
}

function paidText({ charged, isReplay }: Answer<unknown>): string {
  if (charged > 0) return `${credits(charged)} ${words.charged}`
  return isReplay ? words.stored : words.nothingCharged
}

/** Something that is offered at its price, and stays once it was paid for. */
export function Priced<T>(part: {
  title: string
  lead: ReactNode
  button: string
  unit: string
  units?: number
  /** What it is stored under. */
  name: readonly unknown[]
  /** Whether the address says that it was shown. */
  isAsked: boolean
  read(maxCredits: number): Promise<Answer<T>>
  onPaid(): void
  children(output: T): ReactNode
}) {
  const paid = usePaidRead(
    part.name,
    async (maxCredits) => {
      const answer = await part.read(maxCredits)
      if (maxCredits > 0) part.onPaid()
      return answer
    },
    part.isAsked,
  )
  return (
    <section className="panel" aria-label={part.title}>
      <h2 className="first">{part.title}</h2>
      {paid.error && <Notice tone="bad">{paid.error.message}</Notice>}
      {paid.data === undefined ? (
        <>
          <p className="soft">{part.lead}</p>
          <Price
            unit={part.unit}
            {...(part.units !== undefined && { units: part.units })}
            isBusy={paid.isReading}
            onPay={paid.pay}
          >
            {part.button}
          </Price>
        </>
      ) : (
        <>
          {part.children(paid.data.output)}
          <p className="soft small">{paidText(paid.data)}</p>
        </>
      )}
    </section>
  )
}
