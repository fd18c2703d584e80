import { expect, it } from 'vitest'
import { completePerson, listTenures } from './index.ts'

it('joins positions with one employer and keeps the tenure open while one is current', () => {
  const { experiences } = completePerson({
    primary_slug: 'a',
    experiences: [
      {
        pnet_company_id: '1',
        company_name: 'Zeta',
        title: 'Lead',
        start_date: '2022-01-01',
        is_current: true,
      },
      {
        pnet_company_id: '1',
        company_name: 'Zeta',
        title: 'Dev',
        start_date: '2020-01-01',
        end_date: '2021-12-31',
      },
      {
        company_name: 'Old',
        title: 'Dev',
        start_date: '2019-01-01',
        end_date: '2019-01-31',
        locality: 'Oslo',
      },
    ],
  })
  expect(listTenures(experiences ?? [], '2022-01-02')).toEqual([
    {
      pnet_company_id: '1',
      company_name: 'Zeta',
      date_range: { gte: '2020-01-01', lte: null },
      range_length_days: 732,
      titles: ['Lead', 'Dev'],
      localities: [],
    },
    {
      pnet_company_id: null,
      company_name: 'Old',
      date_range: { gte: '2019-01-01', lte: '2019-01-31' },
      range_length_days: 30,
      titles: ['Dev'],
      localities: ['Oslo'],
    },
  ])
})
