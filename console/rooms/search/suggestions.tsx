import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { Combo, type ComboOption } from '../../parts/combo.tsx'
import { Pick } from '../../parts/pick.tsx'
import { number } from '../../words.ts'
import { useSettled } from './counts.ts'
import { type Filter, type Suggested } from './kind.ts'
import { kmOf, withKm, writePlace } from './places.ts'
import { words } from './words.ts'

const leastLetters = 2

/** What the corpus holds that begins like a text; free, and asked once the typing rests. */
function useSuggestions(type: Suggested | 'city' | undefined, typed: string) {
  const text = useSettled(typed.trim())
  const isAsking = type !== undefined && text.length >= leastLetters && typed.trim() !== ''
  const read = useQuery({
    queryKey: ['suggest', type, text],
    enabled: isAsking,
    placeholderData: keepPreviousData,
    queryFn: () => {
      const of = type === 'employer' ? 'company' : type
      return settle(api.POST('/v1/search/suggest', { body: { type: of ?? 'title', text, limit: 8 } }))
    },
  })
  return isAsking ? (read.data?.output.suggestions ?? []) : []
}

const noteOf = (count: number | null) => (count === null ? {} : { note: number(count) })

/** A comma stands between values in the address. */
const oneValue = (text: string) => text.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()

/** Texts to look for, each with what the corpus has that begins so. */
export function WordsField({
  label,
  control,
  onAdd,
}: {
  label: string
  control: Extract<Filter['control'], { type: 'text' }>
  onAdd(text: string): void
}) {
  const [text, setText] = useState('')
  const suggestions = useSuggestions(control.suggest, text)
  const isByDomain = control.suggest === 'employer'
  const options = suggestions.flatMap(({ label: name, value, count, website }): ComboOption[] => {
    if (!isByDomain) return [{ value: name, text: name, ...noteOf(count) }]
    // An employer is asked for by its domain, which no other one has.
    const domain = (value as { domain?: string }).domain
    return domain === undefined ? [] : [{ value: domain, text: name, note: website ?? domain }]
  })
  const add = (value: string) => {
    setText('')
    if (oneValue(value) !== '') onAdd(oneValue(value))
  }
  return (
    <fieldset className="facet">
      <legend>{label}</legend>
      <Combo
        label={label}
        hint={control.hint}
        text={text}
        options={options}
        onText={setText}
        onChoose={({ value }) => add(value)}
        onLeave={() => {
          // A name is no domain: one of the suggestions has to be taken.
          if (!isByDomain || /^[^\s.]+\.\S+$/.test(text.trim())) add(text)
        }}
      />
    </fieldset>
  )
}

const distances = [10, 25, 50, 100, 200]
const usualKm = 50

/** Towns, and how far round them. */
export function PlaceField({
  label,
  chosen,
  onChange,
}: {
  label: string
  chosen: readonly string[]
  onChange(places: string[]): void
}) {
  const [text, setText] = useState('')
  const suggestions = useSuggestions('city', text)
  const km = chosen.map(kmOf).find((each) => each !== undefined) ?? usualKm
  const options = suggestions.map(({ label: place, count }) => ({
    value: place,
    text: place,
    ...noteOf(count),
  }))
  const offered = distances.includes(km) ? distances : [...distances, km]
  return (
    <fieldset className="facet">
      <legend>{label}</legend>
      <Combo
        label={label}
        hint={words.town}
        text={text}
        options={options}
        onText={setText}
        onChoose={({ value }) => {
          setText('')
          const [country = '', ...city] = value.split(', ').toReversed()
          const place = writePlace(city.toReversed().join(', '), country, km)
          onChange([...new Set([...chosen, place])])
        }}
      />
      {chosen.some((place) => kmOf(place) !== undefined) && (
        <Pick
          label={words.distance}
          options={Object.fromEntries(offered.map((each) => [each, words.within(each)]))}
          value={String(km)}
          onChange={(value) => onChange(chosen.map((place) => withKm(place, value)))}
        />
      )}
    </fieldset>
  )
}
