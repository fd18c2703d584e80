import { expect, test } from 'vitest'
import { people } from './people.ts'

test('ids of other data sets are in the record; names of accounts are with what is shown apart', () => {
  const external_ids = { crm: '7', pdl: 'q-1', GitHub: 'ada', twitter_username: 'ada' }
  const { members, externalIds } = people.split({ primary_slug: 'ada', external_ids })
  expect(people.complete(members, '1').external_ids).toEqual({ crm: '7', pdl: 'q-1' })
  expect(externalIds).toEqual(external_ids)
})

test('whoever changes the slug has the address of the new page, however rows name it', () => {
  const first = people.split({ url: 'http://no.linkedin.com/in/Ada-Old/?trk=x' }).members
  const again = people.split({ primary_slug: 'https://www.linkedin.com/in/ada-old/' }).members
  expect(first).toEqual({
    primary_slug: 'ada-old',
    slugs: ['ada-old'],
    url: 'https://www.linkedin.com/in/ada-old',
  })
  expect(again).toEqual({ primary_slug: 'ada-old', slugs: ['ada-old'] })
  const renamed = people.split({ primary_slug: 'ada-new', slugs: ['Ada-Old'] }).members
  expect(people.complete({ ...first, ...renamed }, '1')).toMatchObject({
    primary_slug: 'ada-new',
    slugs: ['ada-new', 'ada-old'],
    url: 'https://www.linkedin.com/in/ada-new',
  })
  // A slug of our making is of no page.
  expect(people.complete({ name: 'Ada', url: first['url'] as string }, '1').url).toBe(first['url'])
})
