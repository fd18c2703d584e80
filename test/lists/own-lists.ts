import { firms, workers, type Firm, type Worker } from './own-world.ts'

/** A row as somebody typed or exported it, and who it is about. */
export interface TrueRow {
  cells: string[]
  /** Slug of the person or id of the firm; empty where the corpus knows nobody. */
  truth: string
  /** What is the matter with it. */
  case: string
}

export interface TrueList {
  header: string[]
  rows: TrueRow[]
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** People nobody has heard of. */
const strangers = times(120, (index) => ({
  first: at(['Ottoline', 'Perpetua', 'Ramiro', 'Sunniva', 'Torquil', 'Ilse'], index),
  last: `${at(['Vandermolen', 'Whitcombe', 'Achterberg', 'Zubiri', 'Kjellberg'], Math.floor(index / 6))}${at(['', 'son', 'ski', 'er'], Math.floor(index / 30))}`,
}))

/** Names a list gives a firm it knows well. */
const asTyped: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => `${name} GmbH`,
  (name) => `${name}, Inc.`,
  (name) => `${name} (renewal Q3)`,
  (name) => `*** ${name} ***`,
  (name) => `${name} - do not call`,
  (name) => `Firma ${name}`,
]

/** An export of a CRM program: contacts with their owners, ids and states. */
export function crmExport(): TrueList {
  const owner = workers[0] as Worker
  let record = 0
  const row = (
    kind: string,
    truth: string,
    given: {
      first?: string
      last?: string
      email?: string
      firm?: string
      site?: string
      url?: string
      id?: string
    },
  ): TrueRow => {
    const { first = '', last = '', email = '', firm = '', site = '', url = '' } = given
    const id = given.id ?? `0035e00000${String(++record).padStart(5, '0')}AAV`
    const account =
      firm === '' ? '' : `0015e00000${String(Math.abs(hashOf(firm)) % 90_000).padStart(5, '0')}AAQ`
    const dealings = [`${owner.first} ${owner.last}`, owner.email, 'Customer', '2026-10-02']
    return { case: kind, truth, cells: [id, first, last, email, firm, site, url, account, ...dealings] }
  }
  const known = (index: number) => at(workers, 1 + index * 3)
  const rows = [
    ...times(60, (index) => {
      const { first, last, email, firm, slug } = known(index)
      return row('e-mail', slug, {
        first,
        last,
        email: email.toUpperCase(),
        firm: at(asTyped, index)(firm.name),
      })
    }),
    ...times(20, (index) => {
      const { first, last, slug } = known(60 + index)
      return row('profile', slug, { first, last, url: `https://www.linkedin.com/in/${slug}/?trk=x` })
    }),
    ...times(35, (index) => {
      const { first, last, firm, slug } = at(workers, 2 + index * 3)
      return row('name and employer', slug, { first, last, firm: at(asTyped, index)(firm.name) })
    }),
    ...times(30, (index) => {
      const { first, last } = at(strangers, index)
      const firm = at(firms, index)
      const email = `${first}.${last}@${firm.domain}`.toLowerCase()
      return row('a stranger at a firm we know', '', {
        first,
        last,
        email,
        firm: firm.name,
        site: firm.domain,
      })
    }),
    ...times(15, (index) => {
      const { first, last } = at(strangers, 30 + index)
      const nothing = at(['N/A', '#N/A', '0', '-', 'null'], index)
      const email = at(['noemail@noemail.com', 'none@none.com', 'unknown@unknown.com'], index)
      const url = at(
        ['https://www.linkedin.com/in/unavailable', 'https://www.linkedin.com/in/', nothing],
        index,
      )
      return row('nothing where identifiers stand', '', {
        first,
        last,
        email,
        url,
        id: nothing,
        firm: `Unheard ${index}`,
      })
    }),
    ...times(10, (index) => {
      const { first, last } = at(strangers, 60 + index)
      const { email } = known(index)
      return row("somebody else's e-mail", '', { first, last, email, firm: `Elsewhere Holdings ${index}` })
    }),
    ...times(10, (index) => {
      const firm = at(firms, index * 5)
      return row('a mailbox of a firm', '', { email: `info@${firm.domain}`, firm: firm.name })
    }),
    ...times(10, (index) => {
      const { first, last, email, firm, slug } = known(index)
      return row('again', slug, { first, last, email, firm: firm.name })
    }),
    ...times(10, () => ({ case: 'blank', truth: '', cells: times(12, () => '') })),
  ]
  const header =
    'Contact ID,First Name,Last Name,Email,Account Name,Website,LinkedIn Profile,Account ID,Contact Owner,Contact Owner Email,Lifecycle Stage,Last Activity Date'
  return { header: header.split(','), rows }
}

/** A list of debtors of a bookkeeping program, in German. */
export function accountingList(): TrueList {
  let number = 10_000
  const row = (
    kind: string,
    truth: string,
    given: { name: string; site?: string; email?: string; city?: string; revenue?: string },
  ): TrueRow => {
    const { name, site = '', email = '', city = '', revenue = '' } = given
    return { case: kind, truth, cells: [String(number++), name, city, site, email, revenue, 'Frau Sommer'] }
  }
  const money = (index: number) => at(['1.250.000,00 €', '€4.5M', '980 T€', '2,1 Mio. EUR', ''], index)
  const rows = [
    ...times(60, (index) => {
      const firm = at(firms, index)
      const site = at([`https://www.${firm.domain}/impressum`, firm.domain, `www.${firm.domain}`], index)
      return row('website', firm.id, { name: at(asTyped, index)(firm.name), site, revenue: money(index) })
    }),
    ...times(60, (index) => {
      const firm = at(firms, 60 + index)
      return row('name', firm.id, {
        name: at(asTyped, index)(firm.name),
        city: firm.city,
        revenue: money(index),
      })
    }),
    ...times(20, (index) => {
      const site = at(
        ['https://www.facebook.com/unheard', 'gmail.com', 'https://linktr.ee/unheard', 'g.page/unheard'],
        index,
      )
      return row('a site that many share', '', { name: `Unheard Bakery ${index}`, site })
    }),
    ...times(20, (index) => {
      const [one, other] = [at(firms, index * 3), at(firms, index * 3 + 40)]
      return row("another firm's site", '', { name: one.name, site: other.domain })
    }),
    ...times(20, (index) =>
      row('a stranger', '', { name: `${at(heads(), index)} Gartenbau ${index}`, city: 'Kiel' }),
    ),
    ...times(10, (index) => {
      const firm = at(firms, index)
      return row('again', firm.id, { name: firm.name, site: firm.domain })
    }),
    ...times(10, () => ({ case: 'blank', truth: '', cells: times(7, () => '') })),
  ]
  return { header: 'Debitorennummer;Kunde;Ort;Webseite;E-Mail;Umsatz;Sachbearbeiter'.split(';'), rows }
}

/** Who came to a conference, as the organizer's workbook has it. */
export function conferenceList(): TrueList {
  const asWritten: ((worker: Worker) => string)[] = [
    ({ first, last }) => `${first} ${last}`,
    ({ first, last }) => `${last.toUpperCase()}, ${first}`,
    ({ first, last }) => `Dr. ${first} ${last}`,
    ({ first, last }) => `${first} ${last}, PhD`,
    ({ first, last }) => `${first} ${last} (speaker)`,
  ]
  let badge = 0
  const row = (
    kind: string,
    truth: string,
    cells: [name: string, firm: string, title: string, email: string],
  ) => ({
    case: kind,
    truth,
    cells: [String(++badge), ...cells, at(['Speaker', 'Guest', 'Press'], badge)],
  })
  const rows: TrueRow[] = [
    ...times(80, (index) => {
      const worker = at(workers, index * 3)
      const firm = at(asTyped, index % 4)(worker.firm.name)
      return row('name and employer', worker.slug, [at(asWritten, index)(worker), firm, worker.title, ''])
    }),
    ...times(60, (index) => {
      const worker = at(workers, 1 + index * 3)
      return row('e-mail', worker.slug, [at(asWritten, index)(worker), worker.firm.name, '', worker.email])
    }),
    ...times(30, (index) => {
      const { first, last } = at(strangers, index)
      return row('a stranger', '', [`${first} ${last}`, at(firms, index).name, 'Student', ''])
    }),
    ...times(20, (index) => {
      const worker = at(workers, 2 + index * 3)
      const { first, last } = at(strangers, 90 + index)
      return row("somebody else's e-mail", '', [
        `${first} ${last}`,
        `Unheard Institute ${index}`,
        '',
        worker.email,
      ])
    }),
    ...times(10, (index) => {
      const worker = at(workers, index * 3)
      return row('again', worker.slug, [`${worker.first} ${worker.last}`, worker.firm.name, worker.title, ''])
    }),
  ]
  return { header: ['Badge', 'Attendee', 'Organisation', 'Position', 'E-mail', 'Type'], rows }
}

const heads = () => firms.map(({ name }: Firm) => name.split(' ')[0] as string)

function hashOf(text: string): number {
  let hash = 7
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) | 0
  return hash
}

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A list as text, with notes above its header and a footer below. */
export function textOf(
  { header, rows }: TrueList,
  {
    delimiter = ',',
    above = [],
    below = [],
  }: { delimiter?: string; above?: string[]; below?: string[] } = {},
): string {
  const lines = [header, ...rows.map(({ cells }) => cells)]
  return [
    ...above,
    ...lines.map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter)),
    ...below,
  ].join('\r\n')
}
