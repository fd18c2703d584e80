/** Days from and to, with buttons for the usual ones. Days are UTC, `2026-11-28`. */
export function Period(period: {
  words: { from: string; to: string }
  from: string | undefined
  to: string | undefined
  presets: readonly { name: string; from: string | undefined; to: string | undefined }[]
  onChange(change: { from: string | undefined; to: string | undefined }): void
}) {
  const { from, to, words } = period
  return (
    <div className="row">
      {period.presets.map((preset) => (
        <button
          key={preset.name}
          type="button"
          aria-pressed={preset.from === from && preset.to === to}
          onClick={() => period.onChange({ from: preset.from, to: preset.to })}
        >
          {preset.name}
        </button>
      ))}
      <input
        type="date"
        aria-label={words.from}
        value={from ?? ''}
        max={to}
        onChange={(event) => period.onChange({ from: event.target.value || undefined, to })}
      />
      <input
        type="date"
        aria-label={words.to}
        value={to ?? ''}
        min={from}
        onChange={(event) => period.onChange({ from, to: event.target.value || undefined })}
      />
    </div>
  )
}
