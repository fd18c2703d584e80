import type { ReactNode } from 'react'
import { useDialog } from './dialog.ts'

/** Slides in at the right; Escape and a click beside it close it. The browser's own dialog keeps the focus inside. */
export function Drawer({
  label,
  onClose,
  children,
}: {
  label: string
  onClose(): void
  children: ReactNode
}) {
  const dialog = useDialog()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      {children}
    </dialog>
  )
}
