import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { SchemaForm, type Values } from '../../parts/schema-form.tsx'
import { isMissing, membersOf, type Schema } from '../../parts/schema-shape.ts'
import { numberOf } from './frame.tsx'
import { words } from './source-words.ts'

export type SourceKind = Schemas['ListSourceKindsResponse']['output']['kinds'][number]

/** A new entry at the end of the sources file: its kind, and the settings that the kind takes. */
export function AddSource(form: {
  kinds: readonly SourceKind[]
  chosen: string
  onChoose(id: string): void
  onDone(name: string): void
}) {
  const kind = form.kinds.find(({ id }) => id === form.chosen)
  const options = Object.fromEntries(form.kinds.map(({ id }) => [id, id]))
  return (
    <section className="panel source-add" aria-label={words.add}>
      <Field label={words.kind} hint={kind?.summary}>
        <Pick
          label={words.kind}
          options={kind === undefined ? { '': words.choose, ...options } : options}
          value={kind?.id ?? ''}
          onChange={form.onChoose}
        />
      </Field>
      {kind !== undefined && <Entry key={kind.id} kind={kind} onDone={form.onDone} />}
    </section>
  )
}

function Entry({ kind, onDone }: { kind: SourceKind; onDone(name: string): void }) {
  const [name, setName] = useState('')
  const [perCall, setPerCall] = useState('')
  const [settings, setSettings] = useState<Values>({})
  const schema = kind.settings as Schema
  const cost = numberOf(perCall)
  const add = useAct(
    () =>
      settle(
        api.POST('/operator/v1/sources', {
          body: {
            source: kind.id,
            settings,
            ...(name.trim() !== '' && { name: name.trim() }),
            ...(cost !== undefined && { cost: { perCall: cost } }),
          },
        }),
      ),
    ({ output }) => onDone(output.name),
  )
  const lacks = membersOf(schema).some((member) => isMissing(member, settings))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(undefined)
      }}
    >
      <SchemaForm
        schema={schema}
        values={settings}
        secrets={kind.secrets}
        words={words.form}
        onChange={setSettings}
      />
      {kind.secrets.length > 0 && <p className="soft small">{words.secretHint}</p>}
      <div className="form-row">
        <Field label={words.name} hint={words.nameHint}>
          <input
            type="text"
            placeholder={kind.id}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={words.perCall} hint={words.perCallHint}>
          <input
            type="number"
            min={0}
            step="any"
            value={perCall}
            onChange={(event) => setPerCall(event.target.value)}
          />
        </Field>
      </div>
      {add.error && <Notice tone="bad">{add.error.message}</Notice>}
      <button type="submit" className="primary" disabled={lacks || add.isPending}>
        {words.addIt}
      </button>
    </form>
  )
}
