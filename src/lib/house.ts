import { pickBelow } from './compare.ts'
import { slipsBetween } from './slips.ts'
import { normalText } from './text-normal.ts'

/** A street with the number of a house, whichever was written first; without floor and suite. */
export interface House {
  /** '' where it is not known. */
  number: string
  name: string
}

const shortWords: Readonly<Record<string, string>> = {
  street: 'st',
  str: 'st',
  avenue: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  square: 'sq',
  place: 'pl',
  court: 'ct',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

const longEnd = new RegExp(`(?<=[a-z]{4})(?:${Object.keys(shortWords).slice(0, 10).join('|')})$`)

/** Undefined where no street is named. */
export function readHouse(address: string | null | undefined): House | undefined {
  if (!address) return undefined
  const [written = ''] = address.split(/,|#|\b(?:suite|ste|floor|fl|unit|apt|room)\b/i)
  const words = normalText(written.replace(/str(?:\.|aße|asse)(?=\s|$)/gi, ' st'))
    .split(' ')
    .map((word) => shortWords[word] ?? word.replace(longEnd, (end) => ` ${shortWords[end]}`))
    .filter((word) => word !== '')
  const number = words.find((word) => /^\d+[a-z]?$/.test(word)) ?? ''
  const name = words.filter((word) => word !== number).join(' ')
  return name.length < 3 ? undefined : { number, name }
}

/** Whether two streets are one, which may have been written for one another by mistake. */
export function isOneStreet(a: House, b: House): boolean {
  if (a.name === b.name) return true
  const [one, other] = [a, b].map(({ name }) => name.replaceAll(' ', '')) as [string, string]
  const length = Math.min(one.length, other.length)
  const most = pickBelow(
    length,
    [
      [6, 0],
      [10, 1],
    ],
    2,
  )
  return slipsBetween(one, other, most) <= most
}
