import { CopyButton } from './copy.tsx'

/** What is shown once. With `onStored` it stands there until somebody says that they have it. */
export function Secret(secret: {
  text: string
  words: { title: string; hint?: string; copy: string; copied: string; stored?: string }
  onStored?(): void
}) {
  const { text, words } = secret
  return (
    <section className="notice doubt" role="status">
      <strong>{words.title}</strong>
      <code className="secret">{text}</code>
      <div className="row">
        <CopyButton text={text} words={words} />
        {secret.onStored && (
          <button type="button" onClick={secret.onStored}>
            {words.stored}
          </button>
        )}
      </div>
      {words.hint !== undefined && <p className="small">{words.hint}</p>}
    </section>
  )
}
