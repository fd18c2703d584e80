import { createContext, useContext, type ReactNode } from 'react'

/** Whether whoever looks may spend; without it no price is offered. */
export const MaySpend = createContext(true)

/** A button that spends: what it costs at most stands on it. */
export function PriceButton(button: {
  children: ReactNode
  price: string
  isPrimary?: boolean
  isDisabled?: boolean
  onClick(): void
}) {
  if (!useContext(MaySpend)) return null
  return (
    <button
      type="button"
      className={button.isPrimary === true ? 'primary' : ''}
      disabled={button.isDisabled === true}
      onClick={button.onClick}
    >
      {button.children}
      <span className="price">{button.price}</span>
    </button>
  )
}
