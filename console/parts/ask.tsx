import type { ReactNode } from 'react'
import { useDialog } from './dialog.ts'
import { Notice } from './notice.tsx'

/** A small form over the page; Escape leaves it. */
export function Ask(form: {
  title: string
  children: ReactNode
  words: { yes: string; no: string }
  /** What it costs at most, where it costs. */
  price?: string
  isBusy?: boolean
  isDisabled?: boolean
  error?: Error | null
  onYes(): void
  onNo(): void
}) {
  const dialog = useDialog()
  return (
    <dialog ref={dialog} className="confirm" aria-label={form.title} onClose={form.onNo}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          form.onYes()
        }}
      >
        <h2>{form.title}</h2>
        {form.children}
        {form.error && <Notice tone="bad">{form.error.message}</Notice>}
        <div className="row">
          <button
            type="submit"
            className="primary"
            disabled={form.isBusy === true || form.isDisabled === true}
          >
            {form.words.yes}
            {form.price !== undefined && <span className="price">{form.price}</span>}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {form.words.no}
          </button>
        </div>
      </form>
    </dialog>
  )
}
