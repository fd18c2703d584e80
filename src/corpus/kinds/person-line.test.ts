import { describe, expect, test } from 'vitest'
import { people } from './people.ts'
import { withSharedEmployers } from './person-line.ts'

const position = (company_name: string, more: object = {}) => ({ company_name, title: 'Engineer', ...more })

describe('an employer that a career names twice', () => {
  const domainsOf = (experiences: ReturnType<typeof position>[]) =>
    withSharedEmployers(experiences).map((each) => each.company_domain ?? null)

  test('is the same where one position says who it is and another its name alone', () => {
    const acme = position('Acme', { company_domain: 'acme.example', pnet_company_id: '7' })
    expect(withSharedEmployers([acme, position('ACME'), position('Bolt')])).toEqual([
      acme,
      { ...acme, company_name: 'ACME', company_slug: null },
      position('Bolt'),
    ])
  })

  test('is not where two of the name say others, or a position says another', () => {
    const at = (company_domain: string) => position('Acme', { company_domain })
    const [one, other] = [at('acme.example'), at('acme.test')]
    expect(domainsOf([one, other, position('Acme')])).toEqual(['acme.example', 'acme.test', null])
    expect(domainsOf([one, position('Acme', { pnet_company_id: '8' })])).toEqual(['acme.example', null])
    const unnamed = position('', { company_domain: 'acme.example' })
    expect(domainsOf([unnamed, position('')])).toEqual(['acme.example', null])
  })
})

test('who asked not to be here is told by an id of a program whose name has dots, though the id stands for nothing', () => {
  const external_ids = { 'crm.eu.acme': 'N/A', wiki: 'N/A' }
  const { leftOut, leftOutTokens } = people.split({ name: 'Ada Holm', primary_slug: 'ada', external_ids })
  expect(leftOut?.map(({ member }) => member)).toEqual(['external_ids.crm.eu.acme', 'external_ids.wiki'])
  expect(leftOutTokens).toEqual(['ext:crm.eu.acme/N/A', 'ext:wiki/N/A'])
})
