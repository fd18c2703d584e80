import { expect, test } from 'vitest'
import { openFresh, plainSettings } from '../fixtures/fresh-store.ts'
import { createDatabase, dropDatabase, openPostgres, sql, StoreUnavailable, type Postgres } from '../index.ts'

/** Clones of a template, for tests. */
export function databaseGuarantees(db: () => Postgres): void {
  test('a clone holds what the template held and lives apart from it', async () => {
    const template = await openFresh(db(), 'template_a')
    await template.query(sql`create table kept (id integer)`)
    await template.query(sql`insert into kept values (1)`)
    await template.close()
    const names = ['clone_a', 'clone_b']
    const clones = await Promise.all(
      names.map(async (name) =>
        openPostgres({ ...plainSettings, url: await createDatabase(db(), name, { template: 'template_a' }) }),
      ),
    )
    await clones[0]?.query(sql`insert into kept values (2)`)
    const counts = await Promise.all(
      clones.map((clone) => clone.query(sql`select count(*) as count from kept`)),
    )
    expect(counts).toEqual([[{ count: 2 }], [{ count: 1 }]])
    for (const clone of clones) await clone.close()
    for (const name of [...names, 'template_a']) await dropDatabase(db(), name)
  })

  test('a database in use is dropped all the same, and one that is not there is no error', async () => {
    const doomed = await openFresh(db(), 'doomed')
    await dropDatabase(db(), 'doomed')
    await expect(doomed.query(sql`select 1`)).rejects.toBeInstanceOf(StoreUnavailable)
    await doomed.close()
    await dropDatabase(db(), 'doomed')
  })
}
