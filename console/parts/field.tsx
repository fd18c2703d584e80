import type { ReactNode } from 'react'

/** A control with its label above, a hint below, and what the service says is wrong with it. */
export function Field(field: {
  label: string
  hint?: ReactNode
  /** Read out at once. */
  error?: string | undefined
  /** The control: an input, a textarea, a select. */
  children: ReactNode
}) {
  return (
    <label className="field">
      <span className="field-label">{field.label}</span>
      {field.children}
      {field.hint !== undefined && <span className="soft small">{field.hint}</span>}
      {field.error !== undefined && (
        <span className="field-error small" role="alert">
          {field.error}
        </span>
      )}
    </label>
  )
}
