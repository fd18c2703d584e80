import type { Schemas } from '../call/client.ts'
import { number } from '../words.ts'
import { plainText, type RecordView } from './view.ts'

export type Company = Schemas['CompanyRecord']

/** Where the page of a company is: by the id that never changes, else by its domain. */
export const companyPlace = (company: Pick<Company, 'entity_id' | 'domains'>) =>
  company.entity_id ?? company.domains?.[0] ?? ''

export function employees({ employee_count_consensus: range }: Pick<Company, 'employee_count_consensus'>) {
  if (range === null) return ''
  const { gte, lte } = range
  if (lte === null || lte === undefined) return `over ${number((gte ?? 1) - 1)}`
  return gte === lte ? number(lte) : `${number(gte ?? 1)}–${number(lte)}`
}

export const dollars = (amount: number | null) => (amount === null ? '' : `$${number(amount)}`)

export const viewCompany = (company: Company): RecordView => ({
  headline: company.li_headline ?? company.short_description,
  facts: [
    ['Website', company.websites?.[0] ?? company.domains?.[0]],
    ['Place', company.location_consensus?.formatted_address],
    ['Industry', company.standard_industries?.join(', ')],
    ['Employees', employees(company)],
    ['Founded', company.founded_on_consensus?.slice(0, 4)],
    ['Status', plainText(company.status_consensus ?? '')],
    [
      'Funding',
      [plainText(company.funding_stage ?? ''), dollars(company.total_funding_consensus)]
        .filter(Boolean)
        .join(', '),
    ],
    ['E-mail', company.emails?.join(', ')],
    ['Phone', company.phone_numbers?.join(', ')],
  ],
  text: company.li_description ?? company.long_description,
  lists: [
    {
      title: 'Investors',
      items: (company.investors ?? []).map(({ investor_name }) => ({ over: investor_name ?? '', under: '' })),
    },
  ],
  tags: company.technologies ?? [],
})
