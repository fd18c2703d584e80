import { useEffect, useRef } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'

type Step = 'earlier' | 'later'

/** The id of the button that moves a source. */
export const moveId = (name: string, step: Step) => `source-${step}-${name}`

/** Moves a source by one place; the button that was pressed keeps the focus, so that it can be pressed again. */
export function useOrder(names: readonly string[]) {
  const moved = useRef<{ name: string; step: Step }>(undefined)
  const order = useAct((next: string[]) =>
    settle(api.POST('/operator/v1/sources/order', { body: { names: next } })),
  )
  const inOrder = names.join(' ')
  useEffect(() => {
    if (moved.current === undefined) return
    const { name, step } = moved.current
    moved.current = undefined
    const isUsable = (id: string) => document.querySelector<HTMLButtonElement>(`#${CSS.escape(id)}:enabled`)
    // At the end of the order its button is off, and the other one goes on.
    const button =
      isUsable(moveId(name, step)) ?? isUsable(moveId(name, step === 'later' ? 'earlier' : 'later'))
    button?.focus()
  }, [inOrder])
  return {
    error: order.error,
    move(name: string, step: Step) {
      if (order.isPending) return
      const from = names.indexOf(name)
      const next = names.filter((each) => each !== name)
      next.splice(from + (step === 'earlier' ? -1 : 1), 0, name)
      moved.current = { name, step }
      order.mutate(next)
    },
  }
}
