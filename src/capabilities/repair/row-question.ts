import type { NetworkHosts } from '../../lib/network-url.ts'
import {
  cellsByRole,
  companyOfRow,
  emailOfRow,
  nameOfRow,
  personOfRow,
  type CompanyQuestion,
  type PersonQuestion,
} from '../resolve/index.ts'
import type { ListColumn } from '../../corpus/tables/index.ts'

/** Who or what a row is about, as the look-ups ask. */
export type RepairQuestion =
  | { about: 'person'; asked: PersonQuestion }
  | { about: 'company'; asked: CompanyQuestion }
  /** Nothing that names anybody. */
  | { about: 'nothing' }

/** A row with a name, an address or a profile is about a person; one with a company only is about that. */
export function questionOfRow(
  columns: readonly ListColumn[],
  cells: readonly string[],
  network: NetworkHosts,
): RepairQuestion {
  // The person who looks after a row is not the one it is about.
  const own = columns.flatMap((column, index) => (column.isAside === true ? [] : [{ ...column, index }]))
  const cell = cellsByRole(
    own,
    own.map(({ index }) => cells[index]),
  )
  const isOfPerson =
    cell('profile_url') !== '' || emailOfRow(cell) !== undefined || nameOfRow(cell).includes(' ')
  if (isOfPerson) {
    const question = personOfRow(cell, network)
    return question === undefined ? { about: 'nothing' } : { about: 'person', asked: question }
  }
  const question = companyOfRow(cell, network)
  return question === undefined ? { about: 'nothing' } : { about: 'company', asked: question }
}
