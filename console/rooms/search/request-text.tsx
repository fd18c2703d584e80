import { useState } from 'react'
import { words } from './words.ts'

/** The request as a developer sends it. Where the browser gives no clipboard, on plain http, it is a text to mark. */
export function RequestText({ route, body }: { route: string; body: object }) {
  const [isCopied, setCopied] = useState(false)
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`)
  const text = `curl -s ${location.origin}${route} -H "x-api-key: $KEY" -d '${quoted}'`
  const clipboard = navigator.clipboard as Clipboard | undefined
  return (
    <details className="request" onToggle={() => setCopied(false)}>
      <summary>{words.request}</summary>
      <pre>
        <code>{text}</code>
      </pre>
      {clipboard && (
        <button type="button" onClick={() => void clipboard.writeText(text).then(() => setCopied(true))}>
          {isCopied ? words.copied : words.copy}
        </button>
      )}
    </details>
  )
}
