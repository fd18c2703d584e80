import { useState } from 'react'

export interface FacetValue {
  value: string
  text: string
  /** Undefined where it is not counted. */
  count?: number | undefined
}

const shortLength = 8
const longLength = 60

/** Values of one filter to tick, with how many each has. */
export function Facet(facet: {
  label: string
  values: readonly FacetValue[]
  chosen: readonly string[]
  words: { search: string; all: string; fewer: string }
  format(count: number): string
  onToggle(value: string): void
}) {
  const [isWhole, setWhole] = useState(false)
  const [wanted, setWanted] = useState('')
  const { values, chosen } = facet
  const most = Math.max(1, ...values.map(({ count = 0 }) => count))
  const isLong = values.length > shortLength + 2
  const fits = values.filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()))
  // What is chosen stays in sight, however few it has.
  const first = fits.slice(0, isWhole || !isLong ? longLength : shortLength)
  const options = [...first, ...fits.filter((item) => chosen.includes(item.value) && !first.includes(item))]
  if (values.length === 0) return null
  return (
    <fieldset className="facet">
      <legend>{facet.label}</legend>
      {isWhole && (
        <input
          type="search"
          aria-label={`${facet.words.search} ${facet.label}`}
          placeholder={facet.words.search}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {options.map(({ value, text, count }) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => facet.onToggle(value)} />
          <span className="name">{text}</span>
          {count !== undefined && <span className="soft small">{facet.format(count)}</span>}
          {count !== undefined && <Meter share={count / most} />}
        </label>
      ))}
      {isLong && (
        <button type="button" className="link small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? facet.words.fewer : `${facet.words.all} ${values.length}`}
          <span className="hidden">{facet.label}</span>
        </button>
      )}
    </fieldset>
  )
}

function Meter({ share }: { share: number }) {
  const draw = (element: HTMLSpanElement | null) =>
    element?.style.setProperty('--share', `${Math.round(share * 100)}%`)
  return <span className="meter" aria-hidden="true" ref={draw} />
}
