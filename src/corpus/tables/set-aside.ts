import { normalText } from '../../lib/text-normal.ts'
import type { ColumnRole } from './column-roles.ts'
import { plainHeading, type HeadingSense } from './heading-sense.ts'
import type { JudgedColumn } from './list-column.ts'

/** From here on the words of a heading are all known. */
const sure = 0.8

/** Takes columns aside that are not what the record is known by, because of what other columns say. */
export function setAside(columns: readonly JudgedColumn[], cells: readonly (readonly string[])[]): void {
  setSalutationsAside(columns, cells)
  setUnknownAside(columns)
  setFurtherPlacesAside(columns)
  setFurtherNamesAside(columns, cells)
  const hasMail = columns.some((column) => column.role === 'email' && isSure(column))
  for (const column of columns)
    if (isOwnSite(column) || (hasMail && isMailHost(column))) column.isAside = true
}

/** Where mailboxes are is told by the addresses themselves, and for most is nobody's own. */
const isMailHost = ({ role, name }: JudgedColumn) =>
  (role === 'domain' || role === 'url') && /mail /.test(plainHeading(name))

const saysName = /name|naam|\bnom|nome|namn|navn|nazwisko|prijmeni|nimi|\bnev\b/
const beside = /^(?:vendor|supplier|customer|client|kunde)\b/

/** Beside first and last names `Persona` is a group of people, and a `Name` with none of their words a firm's; beside an account `Vendor Name` is another firm. */
function setFurtherNamesAside(columns: readonly JudgedColumn[], cells: readonly (readonly string[])[]): void {
  const has = (role: ColumnRole) => columns.some((column) => column.role === role && isSure(column))
  const isHalved = has('first_name') && has('last_name')
  const firms = columns.filter((column) => column.role === 'company' && isSure(column))
  const isBeside = ({ name }: JudgedColumn) => beside.test(plainHeading(name))
  const listParts = (wanted: ColumnRole) =>
    new Set(columns.flatMap(({ role }, index) => (role === wanted ? listWords(cells[index] ?? []) : [])))
  const parts = [listParts('first_name'), listParts('last_name')]
  for (const [index, column] of columns.entries()) {
    const isNoName =
      column.role === 'full_name' &&
      isHalved &&
      (!saysName.test(plainHeading(column.name)) || areOthers(cells[index] ?? [], parts))
    const isOther = column.role === 'company' && isBeside(column) && firms.some((firm) => !isBeside(firm))
    if (isNoName || isOther) column.isAside = true
  }
}

const listWords = (texts: readonly string[]): string[] => texts.flatMap((text) => normalText(text).split(' '))

/** `Name` below a heading for firms: nearly none of its cells holds a first and a last name of the list. */
function areOthers(texts: readonly string[], parts: readonly ReadonlySet<string>[]): boolean {
  const own = texts.filter((text) => {
    const words = listWords([text])
    return parts.every((names) => names.size === 0 || words.some((word) => names.has(word)))
  })
  return texts.length > 1 && own.length < texts.length * 0.3
}

const isSure = ({ sense, isAside }: JudgedColumn) =>
  sense !== undefined && sense.confidence >= sure && isAside !== true

/** Roles by whose value somebody is found. */
const finding: readonly ColumnRole[] = [
  'full_name',
  'first_name',
  'last_name',
  'email',
  'company',
  'domain',
  'url',
  'profile_url',
  'company_url',
  'job_title',
]

/** Beside `Email`, what `Buddy` or `Buddy email` holds is somebody else's: nobody knows the word. */
function setUnknownAside(columns: readonly JudgedColumn[]): void {
  for (const role of finding) {
    const own = columns.filter((column) => column.role === role)
    if (!own.some(isSure)) continue
    for (const column of own)
      if (column.name !== '' && (column.sense === undefined || column.sense.confidence < sure))
        column.isAside = true
  }
  // Of a phone nobody knows whose it is either, where anything else says whom the rows are about.
  if (!columns.some((column) => telling.has(column.role) && isSure(column))) return
  for (const column of columns)
    if (column.role === 'phone' && column.sense !== undefined && column.sense.confidence < sure)
      column.isAside = true
}

const telling = new Set<ColumnRole>(['full_name', 'first_name', 'last_name', 'email', 'company', 'phone'])

const bareTitle = /^(?:title|titel|titre|titulo|titolo)$/
const salutations = new Set(
  (
    'mr mrs ms miss mx dr prof professor sir madam herr frau hr fr m mme mlle monsieur madame sr sra srta senor senora ' +
    'dott dottssa sig sigra signor signora dhr mevr mw pan pani ing dipl'
  ).split(' '),
)

/** `Title` beside `Job Title` is how somebody is addressed, and so it is where its cells say `Dr.`. */
function setSalutationsAside(columns: readonly JudgedColumn[], cells: readonly (readonly string[])[]): void {
  const isBare = ({ name }: JudgedColumn) => bareTitle.test(plainHeading(name))
  const isTold = columns.some(
    (column) => column.sense?.meaning === 'title' && isSure(column) && !isBare(column),
  )
  for (const [index, column] of columns.entries()) {
    if (column.sense?.meaning !== 'title' || !isBare(column)) continue
    const texts = cells[index] ?? []
    const isSaid = texts.length > 0 && texts.filter(isSalutation).length >= texts.length / 2
    if (isTold || isSaid) Object.assign(column, { role: 'text', confidence: 0.6, isAside: true })
  }
}

const isSalutation = (text: string) =>
  normalText(text)
    .split(' ')
    .every((word) => salutations.has(word))

const placeRoles = new Set<ColumnRole>(['address', 'city', 'state', 'postal_code', 'country'])

/** Of several addresses one is meant: the record's own, else that of work, of home, of the employer. */
function setFurtherPlacesAside(columns: readonly JudgedColumn[]): void {
  const places = columns.filter(({ role, isAside }) => placeRoles.has(role) && isAside !== true)
  const meant = Math.min(...places.filter(({ role }) => role !== 'address').map(rankColumn))
  const lowest = Number.isFinite(meant) ? meant : Math.min(...places.map(rankColumn))
  for (const column of places) if (rankColumn(column) > lowest) column.isAside = true
}

function rankColumn({ sense }: JudgedColumn): number {
  if (sense === undefined) return 0
  if (sense.isFurther) return 4
  if (sense.whose === 'company') return 3
  if (sense.use === 'personal') return 2
  return sense.use === undefined ? 0 : 1
}

/** A page of a person's own is not an employer's. */
function isOwnSite({ role, sense }: JudgedColumn): boolean {
  return (role === 'url' || role === 'domain') && sense !== undefined && isPersonal(sense)
}

const isPersonal = ({ whose, use }: HeadingSense) => whose === 'person' || use === 'personal'
