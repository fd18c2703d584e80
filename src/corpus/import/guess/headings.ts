import { roleOfMeaning, type HeadingSense, type JudgedColumn } from '../../tables/index.ts'

/** The use of a column of a file from another program. */
export type ColumnMeaning =
  | 'name'
  | 'first name'
  | 'last name'
  | 'company'
  | 'domain'
  | 'website'
  | 'company profile'
  | 'profile'
  | 'email'
  | 'work email'
  | 'personal email'
  | 'phone'
  | 'mobile phone'
  | 'work phone'
  | 'title'
  | 'street'
  | 'city'
  | 'state'
  | 'postal code'
  | 'country'
  | 'location'
  | 'employees'
  | 'revenue'
  | 'industry'
  | 'description'
  | 'founded'
  | 'twitter'
  | 'facebook'
  | 'id'

type Kind = 'companies' | 'people'

const ofPlaces: readonly ColumnMeaning[] = ['street', 'city', 'state', 'postal code', 'country', 'location']
/** The member that records of a kind have for a column. */
const meaningsOfKind: Record<Kind, ReadonlySet<ColumnMeaning>> = {
  people: new Set<ColumnMeaning>([
    ...(['name', 'first name', 'last name', 'company', 'domain', 'website', 'company profile'] as const),
    ...(['profile', 'email', 'work email', 'personal email', 'phone', 'mobile phone', 'work phone'] as const),
    ...(['title', 'id'] as const),
    ...ofPlaces,
  ]),
  companies: new Set<ColumnMeaning>([
    ...([
      'name',
      'domain',
      'website',
      'company profile',
      'email',
      'work email',
      'phone',
      'mobile phone',
    ] as const),
    ...(['work phone', 'employees', 'revenue', 'industry', 'description', 'founded', 'twitter'] as const),
    ...(['facebook', 'id'] as const),
    ...ofPlaces,
  ]),
}

/** The use of a column in a list of a kind; undefined if it has none. `isOfContacts`: the list names people, too. */
export function findMeaning(
  kind: Kind,
  column: JudgedColumn,
  isOfContacts = false,
): ColumnMeaning | undefined {
  const { sense, role, isAside } = column
  if (isAside === true) return undefined
  // Addresses and phones of the people whom a list of companies names are theirs.
  if (kind === 'companies' && isOfContacts && sense?.whose === 'person') return undefined
  // Whatever a column is called, an address of a profile is one.
  const isOverruled = sense !== undefined && roleOfMeaning(sense.meaning) !== role
  const byCells = sense === undefined || isOverruled ? ofCells(column) : undefined
  const meaning = byCells ?? (sense === undefined ? undefined : ofHeading(kind, sense))
  return meaning !== undefined && meaningsOfKind[kind].has(meaning) ? meaning : undefined
}

function ofHeading(kind: Kind, sense: HeadingSense): ColumnMeaning | undefined {
  const { meaning, whose, use } = sense
  switch (meaning) {
    case 'email':
      if (use === 'personal') return 'personal email'
      return use === 'work' || whose === 'company' ? 'work email' : 'email'
    case 'phone':
      if (use === 'mobile') return 'mobile phone'
      return use === 'work' || whose === 'company' ? 'work phone' : 'phone'
    case 'name':
      return ofName(kind, whose)
    case 'company':
      return kind === 'companies' ? 'name' : 'company'
    case 'id':
      return whose === (kind === 'people' ? 'company' : 'person') ? undefined : 'id'
    case 'profile':
      return ofPage(kind, whose)
    case 'number':
    case 'date':
      return undefined
    default:
      return meaning
  }
}

const ofName = (kind: Kind, whose: HeadingSense['whose']) =>
  kind === 'companies' && whose === 'person' ? undefined : 'name'

/** `LinkedIn URL` is of the company in a list of companies. */
function ofPage(kind: Kind, whose: HeadingSense['whose']): ColumnMeaning | undefined {
  if (kind === 'people') return 'profile'
  return whose === 'person' ? undefined : 'company profile'
}

/** Forms no other value has: the cells alone identify them. A moment in seconds is a telephone number by its form. */
function ofCells({ role }: JudgedColumn): ColumnMeaning | undefined {
  if (role === 'email') return 'email'
  if (role === 'profile_url') return 'profile'
  return role === 'company_url' ? 'company profile' : undefined
}
