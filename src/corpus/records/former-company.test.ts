import { expect, it } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { completeCompany } from './complete.ts'
import { currentCompany, numberedPage } from './former-company.ts'

const newest = {
  round_type: 'seed' as const,
  announced_on_date: '2024-05-01',
  raised_amount_usd: 5,
  post_money_valuation_usd: null,
}

it('answers what earlier lines gave as lists and objects in the forms of today, nothing lost that has a place', () => {
  verifies('client.company.former-forms')
  const record = completeCompany({
    latest_funding_consensus: newest,
    parent: { name: 'Acme Holding', domain: 'acme.example' },
    employee_trends: [{ functions: ['sales'], current_count: 3 }, { functions: ['sales', 'legal'] }],
    funding_round_stats: { count: 2, investor_count: 3, total_raised_usd: 5 },
    investment_stats: { num_investments: 4, num_lead_investments: 1 },
    accelerators: [{ batch: 'W21', founders: [{ name: 'Ada', title: 'CEO', pnet_slug: null }] }],
  })
  expect(record.latest_funding_consensus).toBe(5)
  expect(record.funding_rounds).toEqual([newest])
  expect(record.parent).toBe('Acme Holding')
  expect(record.employee_trends?.map(({ functions }) => functions)).toEqual(['sales', null])
  expect(record.funding_round_stats).toMatchObject({
    round_count: 2,
    unique_investor_count: 3,
    total_raised_usd: 5,
  })
  expect(record.investment_stats).toMatchObject({ total_investment_count: 4, lead_investment_count: 1 })
  expect(record.accelerators?.[0]?.founders).toEqual([{ full_name: 'Ada', job_title: 'CEO' }])
})

it('keeps a newest round that is listed once, and changes nothing of today’s forms', () => {
  const listed = completeCompany({ latest_funding_consensus: newest, funding_rounds: [newest] })
  expect(listed.funding_rounds).toEqual([newest])
  expect(currentCompany(listed)).toBe(listed)
  expect(completeCompany(listed)).toEqual(listed)
})

it.each([
  [{ pnet_primary_slug: '01035' }, { li_org_id: '1035', pnet_primary_slug: null }],
  [
    { pnet_primary_slug: 'https://www.linkedin.com/company/1035/about' },
    { li_org_id: '1035', pnet_primary_slug: null },
  ],
  [
    { pnet_primary_slug: '1035', li_org_id: '1035' },
    { li_org_id: '1035', pnet_primary_slug: null },
  ],
  // Another number is one of those known.
  [
    { pnet_primary_slug: '1035', li_org_id: '7' },
    { pnet_primary_slug: null, pnet_ids: ['1035'] },
  ],
  [
    { pnet_primary_slug: '1035', li_org_id: '7', pnet_ids: ['7', '9'] },
    { pnet_primary_slug: null, pnet_ids: ['7', '9', '1035'] },
  ],
  [{ pnet_primary_slug: '3m' }, {}],
])('a company is named by the page of %j', (line, named) => {
  expect({ ...line, ...numberedPage(line) }).toEqual({ ...line, ...named })
})
