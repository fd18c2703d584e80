import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useDialog } from './dialog.ts'

/**
 * Asks once more before something that cannot be taken back. Where `typed` is set, that text has to be written before the
 * button works.
 */
export function Confirm(question: {
  title: string
  children: ReactNode
  words: { yes: string; no: string; type?: (text: string) => string }
  typed?: string
  isBusy?: boolean
  onYes(): void
  onNo(): void
}) {
  const dialog = useDialog()
  const [text, setText] = useState('')
  const { typed, words } = question
  const keep = useRef<HTMLButtonElement>(null)
  const isTyped = typed !== undefined
  // The dialog gave the focus to what stands first, which takes away.
  useLayoutEffect(() => {
    if (!isTyped) keep.current?.focus()
  }, [isTyped])
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-label={question.title}
      onClose={(event) => {
        // A drawer that it stands in stays open.
        event.stopPropagation()
        question.onNo()
      }}
      onKeyDown={(event) => {
        // Whoever holds the key that opened it has answered nothing.
        if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault()
      }}
    >
      <h2>{question.title}</h2>
      {question.children}
      {typed !== undefined && (
        <label className="field">
          <span className="field-label">{words.type?.(typed) ?? typed}</span>
          <input type="text" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
      )}
      <div className="row">
        <button
          type="button"
          className="danger"
          disabled={question.isBusy === true || (typed !== undefined && text !== typed)}
          onClick={question.onYes}
        >
          {words.yes}
        </button>
        <button type="button" ref={keep} onClick={() => dialog.current?.close()}>
          {words.no}
        </button>
      </div>
    </dialog>
  )
}
