import { expect, test } from 'vitest'
import { companies } from './companies.ts'

test('an id of a register is stored in its one spelling under the name of the register, one it never gave out is told', () => {
  const external_ids = { LEI: '5493 001k jtii gc8y 1r12', 'gb-coh': '445790', siren: '542051181', crm: ' 7 ' }
  const { members, leftOut } = companies.split({ preferred_name: 'Registered Ltd', external_ids })
  expect(members['external_ids']).toEqual({
    lei: '5493001KJTIIGC8Y1R12',
    'companies-house': '00445790',
    crm: '7',
  })
  expect(leftOut).toEqual([{ member: 'external_ids.siren', value: '542051181', why: 'malformed' }])
})
