import { useState } from 'react'
import { Field } from '../../parts/field.tsx'
import { Pick } from '../../parts/pick.tsx'
import type { Status } from './endpoints.ts'
import { words } from './words.ts'

export interface Range {
  from: string
  to?: string
  statuses: Status[]
}

/** Everything of a time, by its status. */
export function ReplayRange(range: { isBusy: boolean; onReplay(range: Range): void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [status, setStatus] = useState<Status>('failed')
  const moment = (local: string) => new Date(local).toISOString()
  return (
    <details className="range">
      <summary>{words.replayRange}</summary>
      <div className="panel">
        <Field label={words.from}>
          <input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={words.to} hint={words.toNow}>
          <input type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Field label={words.what}>
          <Pick
            label={words.what}
            options={words.statuses}
            value={status}
            onChange={(value) => setStatus(value as Status)}
          />
        </Field>
        <button
          type="button"
          disabled={from === '' || range.isBusy}
          onClick={() =>
            range.onReplay({ from: moment(from), ...(to !== '' && { to: moment(to) }), statuses: [status] })
          }
        >
          {words.replay}
        </button>
      </div>
    </details>
  )
}
