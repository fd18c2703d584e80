import { useState } from 'react'
import type { Member } from './schema-shape.ts'

interface Control {
  value: unknown
  onChange(value: unknown): void
}

/** A number, and what it counts. */
export function NumberInput({
  member,
  value,
  shape,
  onChange,
}: Control & {
  member: Member
  shape: { isWhole: boolean; least: number | undefined; most: number | undefined }
}) {
  const input = (
    <input
      type="number"
      placeholder={member.ifEmpty === undefined ? undefined : String(member.ifEmpty)}
      min={shape.least}
      max={shape.most}
      step={shape.isWhole ? 1 : 'any'}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => {
        const { valueAsNumber: number } = event.target
        onChange(Number.isNaN(number) ? undefined : number)
      }}
    />
  )
  if (member.unit === undefined) return input
  return (
    <span className="of-unit">
      {input}
      <span className="soft">{member.unit}</span>
    </span>
  )
}

/** One text a line; blank lines are none. What is typed stays as it is typed. */
export function TextsInput({ value, onChange }: Control) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join('\n') : ''))
  return (
    <textarea
      rows={Math.min(6, text.split('\n').length + 1)}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const lines = event.target.value.split('\n').map((line) => line.trim())
        const filled = lines.filter((line) => line !== '')
        onChange(filled.length === 0 ? undefined : filled)
      }}
    />
  )
}
