import { expect, test } from 'vitest'
import { people } from './people.ts'

test('ids of other data sets are in the record; names of accounts are with what is shown apart', () => {
  const external_ids = { crm: '7', pdl: 'q-1', GitHub: 'ada', twitter_username: 'ada' }
  const { members, externalIds } = people.split({ primary_slug: 'ada', external_ids })
  expect(people.complete(members, '1').external_ids).toEqual({ crm: '7', pdl: 'q-1' })
  expect(externalIds).toEqual(external_ids)
})
