import './operator.css'
import type { ReactNode } from 'react'
import { exactTimeText } from '../../days.ts'
import { PageFrame } from '../../parts/page.tsx'
import { words } from './words.ts'

/** A page of the operator names the command that does the same on the machine. */
export function OperatorPage(page: {
  title: ReactNode
  crumb?: ReactNode
  lead?: ReactNode
  command: string
  actions?: ReactNode
  errors?: readonly (Error | null | undefined)[]
  children?: ReactNode
}) {
  const { command, children, ...frame } = page
  return (
    <PageFrame {...frame}>
      <p className="command soft small">
        {words.onTheMachine} <code>{command}</code>
      </p>
      {children}
    </PageFrame>
  )
}

export const instant = (text: string | null | undefined): string =>
  text === null || text === undefined ? words.never : exactTimeText(text)

/** A number of a field; undefined where it is empty or none. */
export const numberOf = (text: string): number | undefined => {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? undefined : value
}
