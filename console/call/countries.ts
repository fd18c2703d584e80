import { useQuery } from '@tanstack/react-query'
import { settle } from './answer.ts'
import { api } from './client.ts'

const none: ReadonlyMap<string, string> = new Map()

/** Names of countries by their codes of three letters; they change with the program alone. */
export function useCountries(): ReadonlyMap<string, string> {
  const read = useQuery({
    queryKey: ['regions'],
    staleTime: Infinity,
    queryFn: () => settle(api.GET('/v1/enums/regions', {})),
    select: ({ output }) =>
      new Map(output.countries.map(({ isoCodeAlpha3, name }) => [isoCodeAlpha3 ?? '', name] as const)),
  })
  return read.data ?? none
}
