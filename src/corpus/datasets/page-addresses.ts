// A publisher who answers questions gives a publication in pages: the same address again and again, with a question in its
// parameters that names the rows wanted, `{offset}` and `{rows}`.

export interface AnswerPages {
  rows: number
  parameters: Readonly<Record<string, string>>
}

/** Servers refuse a longer address; that of Wikidata's queries takes some 8 kB. */
const maxAddressLength = 7_500

/** The address of a page, of which the first is 0. */
export function pageAddress(address: string, { rows, parameters }: AnswerPages, page: number): string {
  const url = new URL(address)
  for (const [name, text] of Object.entries(parameters))
    url.searchParams.append(
      name,
      text.replaceAll('{offset}', String(page * rows)).replaceAll('{rows}', String(rows)),
    )
  return url.href
}

/** Why a publication cannot be asked for in its pages, as a sentence. */
export function faultOfPages(of: {
  addresses: readonly string[]
  pages?: AnswerPages | undefined
  rows: { most: number }
  each?: true | undefined
  checksums?: string | undefined
}): string | undefined {
  const { addresses, pages, each, checksums } = of
  const [address = '', ...others] = addresses
  // What is no address is told where it stands.
  if (pages === undefined || !URL.canParse(address)) return undefined
  if (others.length > 0 || address.includes('{') || each === true || checksums !== undefined)
    return 'pages are of one address without a period, and have no sums'
  if (!Object.values(pages.parameters).some((text) => text.includes('{offset}')))
    return 'no parameter has {offset}, so each page would be the first one'
  const { length } = pageAddress(address, pages, Math.ceil(of.rows.most / pages.rows))
  return length > maxAddressLength
    ? `the address of a page has ${length} signs, and no more than ${maxAddressLength} are taken`
    : undefined
}
