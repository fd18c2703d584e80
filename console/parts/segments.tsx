import { useId } from 'react'

/** One of a few. */
export function Segments<T extends string>(choice: {
  label: string
  options: Readonly<Record<T, string>>
  value: T
  onChange(value: T): void
}) {
  const name = useId()
  const options = Object.entries<string>(choice.options) as [T, string][]
  return (
    <div className="segments" role="radiogroup" aria-label={choice.label}>
      {options.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => choice.onChange(value)}
          />
          {text}
        </label>
      ))}
    </div>
  )
}
