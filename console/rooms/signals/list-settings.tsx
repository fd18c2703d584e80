import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { renewList } from './list-actions.tsx'
import { changeList, type Watchlist } from './watchlists.ts'
import { words } from './words.ts'

/** What a list is called, and how often it is checked. */
export function Settings({ list }: { list: Watchlist }) {
  const [name, setName] = useState(list.name)
  const [days, setDays] = useState(list.days)
  const save = useMutation({
    mutationFn: () => changeList(list.id, { name, refreshIntervalDays: days }),
    onSuccess: () => renewList(list.id),
  })
  return (
    <form
      className="panel narrow"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Field label={words.listName} hint={words.nameHint}>
        <input type="text" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={words.days} hint={words.everyHint}>
        <input
          type="number"
          min={1}
          max={90}
          value={Number.isNaN(days) ? '' : days}
          onChange={(event) => setDays(event.target.valueAsNumber)}
        />
      </Field>
      <IfMay act="work">
        <button
          type="submit"
          className="primary"
          disabled={name.trim() === '' || Number.isNaN(days) || save.isPending}
        >
          {words.save}
        </button>
      </IfMay>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      {save.isSuccess && <Notice>{words.saved}</Notice>}
    </form>
  )
}
