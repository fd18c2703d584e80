import { normalText } from '../../lib/text-normal.ts'
import type { NativePerson } from '../records/index.ts'

type Position = NonNullable<NativePerson['experiences']>[number]

const employerIds = ['pnet_company_id', 'company_domain', 'company_slug'] as const
const isTied = (position: Position) => employerIds.some((member) => (position[member] ?? null) !== null)

/**
 * Ties positions that only name their employer like other positions with that name in the line, since sources give
 * site and page of the present employer beside the newest position alone. Where two of the name say different ones,
 * none is tied.
 */
export function withSharedEmployers(positions: Position[]): Position[] {
  const tied = positions.filter(isTied)
  if (tied.length === 0 || tied.length === positions.length) return positions
  const ofName = Map.groupBy(tied, readName)
  return positions.map((position) => {
    const [first, ...others] = isTied(position) ? [] : (ofName.get(readName(position)) ?? [])
    if (first === undefined || readName(position) === '' || others.some((each) => !isTiedAlike(first, each)))
      return position
    const { pnet_company_id = null, company_domain = null, company_slug = null } = first
    return { ...position, pnet_company_id, company_domain, company_slug }
  })
}

const readName = ({ company_name }: Position) => normalText(company_name ?? '')
const isTiedAlike = (a: Position, b: Position) =>
  employerIds.every((member) => (a[member] ?? null) === (b[member] ?? null))
