import { InvalidArgumentError } from 'commander'
import type { DatasetChoice } from '../corpus/datasets/index.ts'
import { findCountry } from '../corpus/reference/index.ts'

export type Where = Pick<DatasetChoice, 'countries' | 'box'>

/** `country=DE,FR` or `box=W,S,E,N`; repeated ones come together. */
export function whereArgument(text: string, before: Where = {}): Where {
  const [, name, value = ''] = /^(country|box)=(.+)$/.exec(text) ?? []
  if (name === 'country')
    return { ...before, countries: [...(before.countries ?? []), ...readCountries(value)] }
  if (name === 'box') return { ...before, box: readBox(value) }
  throw new InvalidArgumentError('expected country=DE,FR or box=WEST,SOUTH,EAST,NORTH')
}

function readCountries(text: string): string[] {
  return text.split(',').map((name) => {
    const country = findCountry(name.trim())
    if (country === undefined) throw new InvalidArgumentError(`${name} is no country`)
    return country.alpha3
  })
}

function readBox(text: string): [number, number, number, number] {
  const [west, south, east, north, ...more] = text.split(',').map(Number)
  const isBox =
    [west, south, east, north].every((degrees) => Number.isFinite(degrees)) &&
    more.length === 0 &&
    (west as number) < (east as number) &&
    (south as number) < (north as number)
  if (!isBox) throw new InvalidArgumentError('expected four numbers of degrees: WEST,SOUTH,EAST,NORTH')
  return [west, south, east, north] as [number, number, number, number]
}
