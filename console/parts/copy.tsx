import { useState } from 'react'

interface Copied {
  text: string
  words: { copy: string; copied: string }
}

/** Nothing where the browser gives no clipboard, on plain http: there the text is marked by hand. */
export function CopyButton({ text, words }: Copied) {
  const [copied, setCopied] = useState('')
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) return null
  return (
    <button type="button" onClick={() => void clipboard.writeText(text).then(() => setCopied(text))}>
      {copied === text ? words.copied : words.copy}
    </button>
  )
}

/** A text to take along. */
export const CopyText = (copy: Copied) => (
  <div className="copy">
    <pre tabIndex={0}>
      <code>{copy.text}</code>
    </pre>
    <CopyButton {...copy} />
  </div>
)
