import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { facetOf, questionOf, writeValue, type Address, type Question, type SearchKind } from './kind.ts'

const waitMs = 250

/** The same value once it has stayed for a moment, so that a word that is being typed is one question. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), waitMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const top = 60

/** The type tells which members there are; an address holds those of its own search alone. */
export const searchOf = (type: string, question: Question) =>
  ({ type, ...question }) as Schemas['CountedSearch']

/**
 * How many fit, and how many would with each value of each filter: free, and asked again as the address changes. A filter
 * in use is counted without itself, so that what another value would add can be seen.
 */
export function useCounts<R>(kind: SearchKind<R>, address: Address) {
  const settled = useSettled(address)
  const search = searchOf(kind.type, questionOf(kind, settled))
  const facets = kind.filters.filter(({ control }) => control.type === 'facet').map(facetOf)
  const counted = useQuery({
    queryKey: ['counts', search],
    placeholderData: keepPreviousData,
    queryFn: () => settle(api.POST('/v1/search/facets', { body: { search, facets, top, excludeOwn: true } })),
  })
  const output = counted.data?.output
  const find = (name: string) => output?.facets.find(({ facet }) => facet === name)
  return {
    // A number of an earlier question is none of this one.
    matching: counted.error ? undefined : output?.matching,
    isCounting: counted.isFetching || JSON.stringify(settled) !== JSON.stringify(address),
    error: counted.error,
    facetsOf: (name: string) =>
      (find(name)?.values ?? []).map(({ value, count }) => ({ value: writeValue(value), count })),
    /** Whether the values have no numbers because so few rows, or rows by name, are not described for nothing. */
    isWithheld: (name: string) => (find(name)?.withholding ?? null) !== null,
  }
}

/** Conditions without which something fits, most first. */
export function useExplain<R>(kind: SearchKind<R>, address: Address, isWanted: boolean) {
  const search = searchOf(kind.type, questionOf(kind, address))
  return useQuery({
    queryKey: ['explain', search],
    enabled: isWanted,
    queryFn: () => settle(api.POST('/v1/search/explain', { body: { search } })),
    select: ({ output }) =>
      output.clauses
        .filter(({ matchingWithout }) => matchingWithout > 0)
        .toSorted((one, other) => other.matchingWithout - one.matchingWithout),
  })
}

/** Names of countries by their codes. They change with the program alone. */
export function useCountries(): ReadonlyMap<string, string> {
  const regions = useQuery({
    queryKey: ['regions'],
    staleTime: Infinity,
    queryFn: () => settle(api.GET('/v1/enums/regions', {})),
    select: ({ output }) =>
      new Map(output.countries.map(({ isoCodeAlpha3, name }) => [isoCodeAlpha3 ?? '', name] as const)),
  })
  return regions.data ?? none
}

const none: ReadonlyMap<string, string> = new Map()
