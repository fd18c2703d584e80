import { useState } from 'react'
import { useMay } from '../../call/queries.ts'
import { saveText } from '../../call/file.ts'
import { Notice } from '../../parts/notice.tsx'
import { count, number } from '../../words.ts'
import { ListForm } from './chosen-forms.tsx'
import { ContactsOfChosen } from './contacts-of-chosen.tsx'
import type { SearchKind } from './kind.ts'
import { sheetOf } from './sheet.ts'
import { words } from './words.ts'

type Form = 'audience' | 'watch' | 'leaveOut' | 'contacts'

/** What can be done with rows that were ticked. */
export function Chosen<R>({
  kind,
  rows,
  chosen,
  onChoose,
}: {
  kind: SearchKind<R>
  rows: readonly R[]
  chosen: readonly R[]
  onChoose(rows: readonly R[]): void
}) {
  const [form, setForm] = useState<Form>()
  const [done, setDone] = useState<{ text: string; address?: string }>()
  const { acts } = kind
  const start = (next: Form) => {
    setDone(undefined)
    setForm(next)
  }
  const end = (text: string, address?: string) => {
    setForm(undefined)
    setDone({ text, ...(address !== undefined && { address }) })
  }
  if (chosen.length === 0)
    return (
      <div className="chosen">
        <button type="button" className="link" onClick={() => onChoose(rows)}>
          {words.chooseAll(number(rows.length))}
        </button>
        <span className="soft small">{words.chooseHint}</span>
      </div>
    )
  return (
    <>
      <Bar
        kind={kind}
        chosen={chosen}
        form={form}
        onStart={start}
        onNone={() => {
          setForm(undefined)
          onChoose([])
        }}
      />
      {done !== undefined && (
        <Notice>
          {done.text} {done.address !== undefined && <a href={done.address}>{words.openIt}</a>}
        </Notice>
      )}
      {form === 'contacts' && <ContactsOfChosen kind={kind} chosen={chosen} />}
      {acts !== undefined && form !== undefined && form !== 'contacts' && (
        <ListForm
          key={form}
          name={form}
          act={acts[form]}
          rows={chosen}
          onAdded={(text, id) => end(text, form === 'audience' ? `/console/audiences/${id}` : undefined)}
          onNo={() => setForm(undefined)}
        />
      )}
    </>
  )
}

function Bar<R>({
  kind,
  chosen,
  form,
  onStart,
  onNone,
}: {
  kind: SearchKind<R>
  chosen: readonly R[]
  form: Form | undefined
  onStart(form: Form): void
  onNone(): void
}) {
  const isWorker = useMay('work')
  const isSpender = useMay('spend')
  return (
    <div className="chosen" role="group" aria-label={words.chosen}>
      <strong>{words.chosenCount(count(chosen.length, kind.one, kind.many))}</strong>
      {isSpender && kind.profileOf !== undefined && (
        <button type="button" aria-expanded={form === 'contacts'} onClick={() => onStart('contacts')}>
          {words.contacts}
        </button>
      )}
      {isWorker && kind.acts !== undefined && (
        <>
          <button type="button" onClick={() => onStart('audience')}>
            {words.audience}
          </button>
          <button type="button" onClick={() => onStart('watch')}>
            {words.watch}
          </button>
          <button type="button" onClick={() => onStart('leaveOut')}>
            {words.leaveOut}
          </button>
        </>
      )}
      <button type="button" onClick={() => saveText(`${kind.many}.csv`, 'text/csv', sheetOf(kind, chosen))}>
        {words.download}
      </button>
      <button type="button" className="link" onClick={onNone}>
        {words.none}
      </button>
    </div>
  )
}
