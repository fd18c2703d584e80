import { Icon } from '../../parts/icon.tsx'
import { useTexts } from './filter-panel.tsx'
import { listOf, paramText, readMore, type Address, type Filter } from './kind.ts'
import { words } from './words.ts'

/** What is asked, a chip for each value, each with its way out. */
export function Chips(chips: {
  filters: readonly Filter[]
  address: Address
  onChange(change: Address): void
  onClear(): void
}) {
  const textOf = useTexts()
  const chosen = chips.filters.flatMap((filter) => {
    const values = listOf(chips.address[filter.member])
    return values.map((value) => ({ filter, value, rest: values.filter((item) => item !== value) }))
  })
  const more = readMore(chips.address['more'])
  const unshown = Object.keys({ ...more.searchParams, ...more.companyParams })
  if (chosen.length === 0 && unshown.length === 0) return null
  return (
    <div className="filters-chosen">
      {chosen.map(({ filter, value, rest }) => (
        <span key={`${filter.member}=${value}`} className="filter-chip">
          <span className="soft">{filter.label}</span>
          {textOf(filter, value)}
          <button
            type="button"
            aria-label={`${words.remove} ${filter.label} ${textOf(filter, value)}`}
            onClick={() => chips.onChange({ [filter.member]: rest.join(',') || undefined })}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {unshown.length > 0 && (
        <span className="filter-chip">
          <span className="soft">{words.fromWords}</span>
          {unshown.map(paramText).join(', ')}
          <button
            type="button"
            aria-label={`${words.remove} ${words.fromWords}`}
            onClick={() => chips.onChange({ more: undefined })}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
      <button type="button" className="link" onClick={chips.onClear}>
        {words.clear}
      </button>
    </div>
  )
}
