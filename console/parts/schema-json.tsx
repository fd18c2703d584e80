import { useState } from 'react'
import { Field } from './field.tsx'

/** Text that is no JSON changes nothing and says so; the service checks the rest by its schema. */
export function JsonField({
  value,
  badJson,
  onChange,
  ...frame
}: {
  label: string
  hint: string | undefined
  error: string | undefined
  value: unknown
  /** What is said of text that is no JSON. */
  badJson: string
  onChange(value: unknown): void
}) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [isBad, setBad] = useState(false)
  const write = (written: string) => {
    setText(written)
    const read = readJson(written)
    setBad(read === unreadable)
    if (read !== unreadable) onChange(read)
  }
  return (
    <Field {...frame} error={isBad ? badJson : frame.error}>
      <textarea
        className="code"
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
    </Field>
  )
}

const unreadable = Symbol('unreadable')

function readJson(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    return unreadable
  }
}
