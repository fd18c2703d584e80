import { useState } from 'react'
import { Field } from '../../parts/field.tsx'
import type { Saved } from './operations.ts'
import { words } from './words.ts'

interface Change {
  name: string
  spawnFrequencyDays: number
  maxCompanies?: number
  maxProfiles?: number
}

/** Its name, how often it runs and how many it takes. */
export function ChangeSaved({
  saved,
  isBusy,
  onChange,
}: {
  saved: Saved
  isBusy: boolean
  onChange(change: Change): void
}) {
  const [change, set] = useState<Change>({
    name: saved.name,
    spawnFrequencyDays: saved.spawnFrequencyDays,
    ...(saved.maxCompanies !== null && { maxCompanies: saved.maxCompanies }),
    ...(saved.maxProfiles !== null && { maxProfiles: saved.maxProfiles }),
  })
  const number = (label: string, member: 'spawnFrequencyDays' | 'maxCompanies' | 'maxProfiles') =>
    change[member] !== undefined && (
      <Field label={label}>
        <input
          type="number"
          min={1}
          value={change[member] || ''}
          onChange={(event) => set({ ...change, [member]: Math.round(event.target.valueAsNumber || 0) })}
        />
      </Field>
    )
  return (
    <details>
      <summary>{words.change}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onChange(change)
        }}
      >
        <Field label={words.name}>
          <input
            type="text"
            maxLength={200}
            value={change.name}
            onChange={(event) => set({ ...change, name: event.target.value })}
          />
        </Field>
        {number(words.days, 'spawnFrequencyDays')}
        {number(words.most.companies, 'maxCompanies')}
        {number(words.most.people, 'maxProfiles')}
        <button type="submit" disabled={isBusy || change.name.trim() === ''}>
          {words.save}
        </button>
      </form>
    </details>
  )
}
