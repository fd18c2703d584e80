import { useState } from 'react'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { Settings } from './keys-of.ts'
import { words } from './words.ts'

const listOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Fields as texts, until they are sent. */
function useDraft(first: Settings) {
  const [draft, setDraft] = useState({
    name: first.name,
    limit: first.maxCredits === null ? '' : String(first.maxCredits),
    // As the field of the browser writes it, which has no zone.
    expires: first.expiresAt?.slice(0, 16) ?? '',
    scopes: first.scopes.join(', '),
    addresses: first.allowedAddresses.join(', '),
    isReadOnly: first.isReadOnly,
  })
  const { expires } = draft
  const isSameTime = expires === (first.expiresAt?.slice(0, 16) ?? '')
  const settings: Settings = {
    name: draft.name.trim(),
    maxCredits: draft.limit === '' ? null : Number(draft.limit),
    expiresAt: isSameTime ? first.expiresAt : `${expires}:00Z`,
    scopes: listOf(draft.scopes),
    allowedAddresses: listOf(draft.addresses),
    isReadOnly: draft.isReadOnly,
  }
  if (expires === '') settings.expiresAt = null
  return { draft, settings, set: (part: Partial<typeof draft>) => setDraft({ ...draft, ...part }) }
}

/** Name, limit, expiry and what a key may use. */
export function SettingsForm(form: {
  first: Settings
  button: string
  isBusy: boolean
  error: Error | null
  takesFocus?: boolean
  onSend(settings: Settings): void
}) {
  const { draft, settings, set } = useDraft(form.first)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        form.onSend(settings)
      }}
    >
      <Field label={words.name} hint={words.nameHint}>
        <input
          type="text"
          required
          maxLength={200}
          // A dialog gives the focus to what has the attribute, which React leaves out.
          ref={(field) => void field?.toggleAttribute('autofocus', form.takesFocus === true)}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={words.limit} hint={words.limitHint}>
        <input
          type="number"
          min={0}
          step="any"
          value={draft.limit}
          onChange={(event) => set({ limit: event.target.value })}
        />
      </Field>
      <Field label={words.expires} hint={words.expiresHint}>
        <input
          type="datetime-local"
          value={draft.expires}
          onChange={(event) => set({ expires: event.target.value })}
        />
      </Field>
      <Field label={words.scopes} hint={words.scopesHint}>
        <input type="text" value={draft.scopes} onChange={(event) => set({ scopes: event.target.value })} />
      </Field>
      <Field label={words.addresses} hint={words.addressesHint}>
        <input
          type="text"
          value={draft.addresses}
          onChange={(event) => set({ addresses: event.target.value })}
        />
      </Field>
      <label className="row check">
        <input
          type="checkbox"
          checked={draft.isReadOnly}
          onChange={(event) => set({ isReadOnly: event.target.checked })}
        />
        <span>{words.onlyReads}</span>
      </label>
      {form.error && <Notice tone="bad">{form.error.message}</Notice>}
      <button type="submit" className="primary" disabled={settings.name === '' || form.isBusy}>
        {form.button}
      </button>
    </form>
  )
}
