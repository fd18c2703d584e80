import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

// Else a tab that adds nothing to the address, as the first does, would be active at the address of each.
const exact = { exact: true, includeSearch: true }

interface Tab {
  name: string
  text: ReactNode
  /** What follows the question mark while the tab is open. */
  search: Record<string, string | undefined>
}

/** Tabs of the page at this address; children stand at their end. */
export function Tabs(part: {
  label: string
  tabs: readonly Tab[]
  current: string
  /** Back leads past the tab, to the page before. */
  isReplacing?: boolean
  children?: ReactNode
}) {
  return (
    <nav className="tabs" aria-label={part.label}>
      {part.tabs.map(({ name, text, search }) => (
        <Link
          key={name}
          to="."
          search={search}
          replace={part.isReplacing ?? false}
          activeOptions={exact}
          aria-current={name === part.current ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
      {part.children}
    </nav>
  )
}
