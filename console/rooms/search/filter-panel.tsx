import { Facet, type FacetValue } from '../../parts/facet.tsx'
import { number } from '../../words.ts'
import { useCountries, type useCounts } from './counts.ts'
import { facetOf, listOf, readRange, type Address, type Filter } from './kind.ts'
import { PlaceField, WordsField } from './suggestions.tsx'
import { words } from './words.ts'

export interface FilterPanel {
  filters: readonly Filter[]
  address: Address
  counts: ReturnType<typeof useCounts>
  onChange(filter: Filter, values: string[]): void
}

/** A value as people read it: countries by name, the rest by the filter's own words. */
export function useTexts() {
  const countries = useCountries()
  return (filter: Filter, value: string) => filter.textOf?.(value) ?? countries.get(value) ?? value
}

const isOfSizes = ({ param }: Filter) => param === 'employeeCountV2'
/** Sizes stand from small to large, not by how many have them. */
const bySize = (one: FacetValue, other: FacetValue) => leastOf(one.value) - leastOf(other.value)
const leastOf = (size: string) => readRange(size).lowerBoundExclusive ?? 0

export function Filters({ filters, address, counts, onChange }: FilterPanel) {
  const textOf = useTexts()
  const valuesOf = (filter: Filter): FacetValue[] => {
    const name = facetOf(filter)
    const counted = counts.facetsOf(name)
    const rest = listOf(address[filter.member]).filter(
      (value) => !counted.some((item) => item.value === value),
    )
    // Before it is counted, or where that is withheld, there is no number, not even none.
    const none = counts.matching === undefined || counts.isWithheld(name) ? undefined : 0
    const values = [...counted, ...rest.map((value) => ({ value, count: none }))].map(({ value, count }) => ({
      value,
      text: textOf(filter, value),
      count,
    }))
    return isOfSizes(filter) ? values.toSorted(bySize) : values
  }
  return filters.map((filter) => {
    const { member, label, control } = filter
    const chosen = listOf(address[member])
    const add = (text: string) => onChange(filter, [...new Set([...chosen, text])])
    if (control.type === 'text')
      return <WordsField key={member} label={label} control={control} onAdd={add} />
    if (control.type === 'place')
      return (
        <PlaceField
          key={member}
          label={label}
          chosen={chosen}
          onChange={(places) => onChange(filter, places)}
        />
      )
    const isOne = isOfSizes(filter)
    return (
      <Facet
        key={member}
        label={label}
        values={valuesOf(filter)}
        chosen={chosen}
        words={{ search: words.search, all: words.all, fewer: words.fewer }}
        format={number}
        onToggle={(value) => {
          if (chosen.includes(value))
            onChange(
              filter,
              chosen.filter((item) => item !== value),
            )
          else onChange(filter, isOne ? [value] : [...chosen, value])
        }}
      />
    )
  })
}
