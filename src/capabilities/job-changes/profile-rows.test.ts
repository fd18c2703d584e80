import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { rowsLookedAt } from '../../../test/support/rows-looked-at.ts'
import { bindProfiles, insertProfiles, type WatchedProfile } from './profile-rows.ts'

test('to say whom a chunk of profiles are costs what the chunk has, however many the list has', async () => {
  const db = await testDatabase()
  const of = { organizationId: 'org_of_many', listId: 'list_of_many' }
  const profileAt = (index: number): WatchedProfile => ({
    id: String(index),
    identifier: `slug:${index}`,
    pnetUrl: `https://pnet.example/in/${index}`,
    entityId: null,
    sinceCommit: null,
  })
  const profiles = Array.from({ length: 20_000 }, (_, index) => profileAt(index))
  await db.transact(async (tx) => {
    await insertProfiles(tx, of, { profiles, addedAt: new Date() })
    const bound = profiles.slice(7_000, 7_100).map(({ id }) => ({ id, entityId: id, sinceCommit: 1 }))
    const looked = await rowsLookedAt(tx, 'job_change_profiles', () => bindProfiles(tx, of, bound))
    expect(looked).toBeLessThan(1_000)
  })
})
