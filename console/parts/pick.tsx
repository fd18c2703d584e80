/** One of many; the browser's own field, which every keyboard, phone and reader of screens knows. */
export function Pick(choice: {
  label: string
  options: Readonly<Record<string, string>>
  value: string
  onChange(value: string): void
}) {
  return (
    <select
      aria-label={choice.label}
      value={choice.value}
      onChange={(event) => choice.onChange(event.target.value)}
    >
      {Object.entries(choice.options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
