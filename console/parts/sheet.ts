import { useEffect, useRef, useState, type RefObject } from 'react'

interface Sheet {
  isOpen: boolean
  setOpen(isOpen: boolean): void
  /** The button that opens it, which has the focus after Escape. */
  button: RefObject<HTMLButtonElement | null>
}

/** What a telephone shows over the page when a button is pressed, until Escape or the button closes it. */
export function useSheet(): Sheet {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      // A list of suggestions or a dialog over it closes first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]') !== null)
        return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])
  return { isOpen, setOpen, button }
}
