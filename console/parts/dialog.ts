import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Shows a dialog over the page for as long as its part is there. It is closed before it leaves the page, too: then the
 * browser gives the focus back to where somebody was, whichever way they left it.
 */
export function useDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return dialog
}
