import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useCountries } from '../../call/countries.ts'
import { isOfCountry } from '../../conditions.ts'
import { Pick } from '../../parts/pick.tsx'
import type { Side } from './operations.ts'
import { words } from './words.ts'

export type Params = Readonly<Record<string, unknown>>

interface Kind {
  label: string
  hint: string
  /** Values to choose from, with how many have each. */
  isCounted?: boolean
  /** The condition with one more value. */
  write(text: string, before: unknown): unknown
}

const valuesOf = (before: unknown) => {
  const { anyOf = [] } = (before ?? {}) as { anyOf?: unknown[] }
  return anyOf
}
const oneMore = (value: unknown, before: unknown) => ({
  anyOf: [...valuesOf(before).filter((other) => JSON.stringify(other) !== JSON.stringify(value)), value],
})
const text = (value: string, before: unknown) => oneMore(value, before)

/** `50-500`: more than 49 and at most 500; either end may be open. */
function range(value: string): object {
  const [from = '', to = ''] = value.split('-').map((end) => end.trim())
  return {
    ...(from !== '' && { lowerBoundExclusive: Number(from) - 1 }),
    ...(to !== '' && { upperBoundInclusive: Number(to) }),
  }
}

const kinds: Record<Side, Record<string, Kind>> = {
  companies: {
    headquartersCountryCode: { label: 'Country', hint: 'Germany', isCounted: true, write: text },
    industriesV2: { label: 'Industry', hint: 'Software', isCounted: true, write: text },
    employeeCountV2: { label: 'Employees', hint: '50-500', write: range },
    nameLike: { label: 'Name', hint: 'part of the name', write: text },
  },
  people: {
    jobTitleV3: {
      label: 'Job title',
      hint: 'head of sales',
      write: (term, before) => oneMore({ type: 'plain', term }, before),
    },
    seniority: { label: 'Level', hint: 'Director', isCounted: true, write: text },
    jobFunction: { label: 'Function', hint: 'Sales', isCounted: true, write: text },
    country3LetterCode: { label: 'Lives in', hint: 'Germany', isCounted: true, write: text },
  },
}

/** One condition more: what it is about, and a value. Those that the data has are offered. */
export function AddCondition({
  side,
  params,
  onChange,
}: {
  side: Side
  params: Params
  onChange(params: Params): void
}) {
  const own = kinds[side]
  const [param, setParam] = useState(Object.keys(own)[0] ?? '')
  const [value, setValue] = useState('')
  const list = useId()
  const kind = own[param]
  const countries = useCountries()
  const offered = useQuery({
    queryKey: ['offered', side, param],
    enabled: kind?.isCounted === true,
    staleTime: Infinity,
    queryFn: () => {
      const search = { type: side, searchParams: {} } as Schemas['CountedSearch']
      return settle(api.POST('/v1/search/facets', { body: { search, facets: [param], top: 60 } }))
    },
  })
  const values = kind?.isCounted === true ? (offered.data?.output.facets[0]?.values ?? []) : []
  if (kind === undefined) return null
  const nameOf = (code: string) => (isOfCountry(param) ? countries.get(code) : undefined) ?? code
  /** What was written, by its code where it is the name of a country. */
  const codeOf = (name: string) => {
    const isNamed = ([, other]: readonly [string, string]) => other.toLowerCase() === name.toLowerCase()
    return (isOfCountry(param) ? [...countries].find(isNamed)?.[0] : undefined) ?? name
  }
  return (
    <form
      className="toolbar"
      aria-label={`${words.add} ${words.addTo}`}
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ ...params, [param]: kind.write(codeOf(value.trim()), params[param]) })
        setValue('')
      }}
    >
      <Pick
        label={`${words.addTo}, ${words.tabs[side]}`}
        options={Object.fromEntries(Object.entries(own).map(([name, { label }]) => [name, label]))}
        value={param}
        onChange={setParam}
      />
      <input
        type="text"
        aria-label={`${kind.label}, ${words.value}`}
        placeholder={kind.hint}
        list={list}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <datalist id={list}>
        {values.map(({ value: each }) => (
          <option key={String(each)} value={nameOf(String(each))} />
        ))}
      </datalist>
      <button type="submit" disabled={value.trim() === '' || (isOfCountry(param) && countries.size === 0)}>
        {words.add}
      </button>
    </form>
  )
}
