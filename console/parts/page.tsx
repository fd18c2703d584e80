import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

/** The head of a page, what went wrong on it, and its content. */
export function PageFrame(page: {
  title: ReactNode
  /** Links to the pages above, before the title. */
  crumb?: ReactNode
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Takes the height of the window; its content scrolls by itself. */
  isWhole?: boolean
  errors?: readonly (Error | null | undefined)[]
  children?: ReactNode
}) {
  const errors = (page.errors ?? []).filter((error) => error !== null && error !== undefined)
  const sentences = new Set(errors.map(({ message }) => message))
  return (
    <div className={`page ${page.isWhole === true ? 'whole' : ''}`}>
      <header className="head">
        <div>
          {page.crumb !== undefined && <div className="crumb">{page.crumb}</div>}
          <h1 aria-live="polite">{page.title}</h1>
        </div>
        {page.actions !== undefined && <div className="row push">{page.actions}</div>}
      </header>
      {page.lead !== undefined && <p className="lead">{page.lead}</p>}
      {[...sentences].map((sentence) => (
        <Notice key={sentence} tone="bad">
          {sentence}
        </Notice>
      ))}
      {page.children}
    </div>
  )
}
