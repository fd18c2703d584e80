import type { ReactNode } from 'react'
import { Facet } from './facet.tsx'
import { Field } from './field.tsx'
import { Pick } from './pick.tsx'
import { NumberInput, TextsInput } from './schema-inputs.tsx'
import { JsonField } from './schema-json.tsx'
import { isMissing, membersOf, plain, readable, type Member, type Schema } from './schema-shape.ts'
import { Segments } from './segments.tsx'

/** Members and their values; those that are not filled in are absent. */
export type Values = Readonly<Record<string, unknown>>

interface FormWords {
  /** Opens the members that may be left out. */
  more: string
  any: string
  onePerLine: string
  badJson: string
  /** Beside a member that has to be there and is empty. */
  needed: string
  /** Before what holds where a member is left empty. */
  ifEmpty: string
  facet: { search: string; all: string; fewer: string }
}

interface Control {
  member: Member
  value: unknown
  words: FormWords
  isSecret: boolean
  onChange(value: unknown): void
}

const fewOptions = 3

/** A form made of the JSON Schema of an object. A member of a shape that is not known is written as JSON. */
export function SchemaForm(form: {
  schema: Schema
  values: Values
  words: FormWords
  /** Members that the page fills in itself. */
  leaveOut?: readonly string[]
  /** What the service refused a member for. */
  refusal?: (name: string) => string | undefined
  /** Texts that are not shown while they are typed. */
  secrets?: readonly string[]
  onChange(values: Values): void
}) {
  const members = membersOf(form.schema, form.leaveOut)
  const draw = (member: Member) => (
    <MemberField
      key={member.name}
      member={member}
      value={form.values[member.name]}
      words={form.words}
      isSecret={form.secrets?.includes(member.name) === true}
      error={isMissing(member, form.values) ? form.words.needed : form.refusal?.(member.name)}
      onChange={(value) => form.onChange(withMember(form.values, member, value))}
    />
  )
  const optional = members.filter(({ isRequired }) => !isRequired)
  return (
    <div className="schema-form">
      {members.filter(({ isRequired }) => isRequired).map(draw)}
      {optional.length > 0 && (
        <details open={optional.some(({ name }) => form.values[name] !== undefined)}>
          <summary>{form.words.more}</summary>
          {optional.map(draw)}
        </details>
      )}
    </div>
  )
}

/** A member that was emptied is left out; one that has to be there is null where that is a value. */
function withMember(values: Values, member: Member, value: unknown): Values {
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => name !== member.name))
  if (value !== undefined) return { ...rest, [member.name]: value }
  return member.isRequired && member.isNullable ? { ...rest, [member.name]: null } : rest
}

function MemberField({ error, ...control }: Control & { error: string | undefined }) {
  const { member, value, words, onChange } = control
  const { shape, label } = member
  const hint = hintOf(member, words)
  const frame = { label, hint, error }
  switch (shape.type) {
    case 'number':
      return (
        <Field {...frame}>
          <NumberInput {...control} shape={shape} />
        </Field>
      )
    case 'text':
      return (
        <Field {...frame}>
          <input
            type={control.isSecret ? 'password' : 'text'}
            autoComplete={control.isSecret ? 'new-password' : 'off'}
            placeholder={typeof member.ifEmpty === 'string' ? member.ifEmpty : undefined}
            value={typeof value === 'string' ? value : ''}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
        </Field>
      )
    case 'texts':
      return (
        <Field {...frame} hint={[hint, words.onePerLine].filter(Boolean).join(' ')}>
          <TextsInput {...control} />
        </Field>
      )
    case 'flag':
      return (
        <Group {...frame}>
          <label className="row">
            <input
              type="checkbox"
              checked={(value ?? member.ifEmpty) === true}
              onChange={({ target: { checked } }) =>
                onChange(checked === (member.ifEmpty === true) ? undefined : checked)
              }
            />
            {label}
          </label>
        </Group>
      )
    case 'choice':
      return <Choice {...control} options={shape.options} frame={frame} />
    case 'choices':
      return <Choices {...control} options={shape.options} frame={frame} />
    case 'json':
      return <JsonField {...frame} value={value} badJson={words.badJson} onChange={onChange} />
  }
}

function hintOf(member: Member, words: FormWords): string | undefined {
  const { description, ifEmpty, shape } = member
  // What is left empty of these is empty, whatever the schema says.
  const isSaid = ifEmpty !== undefined && shape.type !== 'flag' && shape.type !== 'json'
  const parts = [
    description,
    isSaid ? `${words.ifEmpty} ${readable({ shape, unit: undefined }, ifEmpty)}.` : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(' ') || undefined
}

interface Frame {
  label: string
  hint: string | undefined
  error: string | undefined
}

/** Of several controls, which no label of the browser's can name. */
function Group({ hint, error, children }: Omit<Frame, 'label'> & { children: ReactNode }) {
  return (
    <div className="field">
      {children}
      {hint !== undefined && <span className="soft small">{hint}</span>}
      {error !== undefined && (
        <span className="field-error small" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

function Choice({
  member,
  value,
  words,
  onChange,
  options,
  frame,
}: Control & { options: readonly string[]; frame: Frame }) {
  const named = Object.fromEntries(options.map((option) => [option, plain(option)]))
  const chosen = typeof value === 'string' ? value : ''
  if (member.isRequired && options.length <= fewOptions)
    return (
      <Group hint={frame.hint} error={frame.error}>
        <span className="field-label" aria-hidden="true">
          {frame.label}
        </span>
        <div>
          <Segments label={frame.label} options={named} value={chosen} onChange={onChange} />
        </div>
      </Group>
    )
  const all = member.isRequired && chosen !== '' ? named : { '': words.any, ...named }
  return (
    <Field {...frame}>
      <Pick
        label={frame.label}
        options={all}
        value={chosen}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
    </Field>
  )
}

function Choices({
  value,
  words,
  onChange,
  options,
  frame,
}: Control & { options: readonly string[]; frame: Frame }) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (option: string) => {
    const next = chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option]
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <Group hint={frame.hint} error={frame.error}>
      <Facet
        label={frame.label}
        values={options.map((option) => ({ value: option, text: plain(option) }))}
        chosen={chosen}
        words={words.facet}
        format={String}
        onToggle={toggle}
      />
    </Group>
  )
}
