import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** The title of a drawer, and the button that closes it; children are buttons before that. */
export const DrawerHead = (head: {
  title: string
  under?: ReactNode
  close: string
  children?: ReactNode
}) => (
  <header className="head">
    <div>
      <h2 className="drawer-title">{head.title}</h2>
      {head.under}
    </div>
    <form method="dialog" className="row">
      {head.children}
      <button type="submit">
        <Icon name="close" />
        {head.close}
      </button>
    </form>
  </header>
)
