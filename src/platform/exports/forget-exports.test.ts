import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { openExportRoom, type OpenedExportRoom } from '../../../test/support/export-room.ts'
import type { MailMessage } from '../mail/index.ts'
import { sql } from '../../store/postgres/index.ts'
import { dayMs } from '../../lib/time.ts'

let { platform, blobs, exports, hooks, begun, open, fileOf, filesKept, anOrganization, forget } =
  {} as OpenedExportRoom

beforeAll(async () => {
  ;({ platform, blobs, exports, hooks, begun, open, fileOf, filesKept, anOrganization, forget } =
    await openExportRoom())
})

describe('mail with the link', () => {
  const unsent = async () =>
    platform.db.query<{ mailTo: string }>(sql`
      SELECT mail_to AS "mailTo" FROM exports WHERE mail_to IS NOT NULL`)

  it('is sent once, when the file is there, and works as long as the file', async () => {
    const organizationId = await anOrganization()
    const sent: MailMessage[] = []
    hooks.send = (message) => void sent.push(message)
    const exportId = await begun(organizationId, { mailTo: 'ada@acme.example' })
    expect(sent).toEqual([])
    await fileOf(organizationId, exportId)
    await exports.purge(platform.clock.now())
    expect(sent).toMatchObject([{ to: 'ada@acme.example', subject: 'Your export people.csv' }])
    expect(await unsent()).toEqual([])
    platform.clock.advance(7 * dayMs - 1)
    const opened = await open(sent[0]?.link?.url)
    if (opened !== 'withdrawn') opened?.content.destroy()
    expect(opened).toMatchObject({ fileName: 'people.csv' })
    platform.clock.advance(1)
    expect(await open(sent[0]?.link?.url)).toBeUndefined()
    platform.clock.advance(-7 * dayMs)
  })

  it('that cannot be sent is tried again, and the export is finished meanwhile', async () => {
    const organizationId = await anOrganization()
    const sent: MailMessage[] = []
    hooks.send = () => {
      throw new Error('no server')
    }
    await fileOf(organizationId, await begun(organizationId, { mailTo: 'ada@acme.example' }))
    hooks.send = (message) => void sent.push(message)
    await exports.purge(platform.clock.now())
    expect(sent).toHaveLength(1)
    hooks.send = () => undefined
  })

  it('goes to nobody who was forgotten, nor when the file is withdrawn', async () => {
    const organizationId = await anOrganization()
    const sent: MailMessage[] = []
    hooks.send = (message) => void sent.push(message)
    await begun(organizationId, { mailTo: 'Person.99@home.example' })
    await forget({ emails: ['person.99@home.example'] })
    const withThem = await begun(organizationId, { people: 35, mailTo: 'ada@acme.example' })
    hooks.onRow = async (number) => {
      if (number === 25) await forget({ people: ['p3'] })
    }
    await platform.jobs.workNow()
    hooks.onRow = () => undefined
    expect(await exports.find(organizationId, withThem)).toMatchObject({ state: 'withdrawn' })
    await exports.purge(platform.clock.now())
    expect(sent).toEqual([])
    expect(await unsent()).toEqual([])
    hooks.send = () => undefined
  })
})

describe('somebody who is forgotten', () => {
  it.each(['parquet', 'xlsx'] as const)(
    'takes a file along that only its reader reads: %s',
    async (format) => {
      const organizationId = await anOrganization()
      const exportId = await begun(organizationId, { people: 13, form: { format } })
      await platform.jobs.workNow()
      const url = (await exports.find(organizationId, exportId))?.downloadUrl
      const before = await filesKept()
      // By what a row about another says: no row is about this address alone.
      expect(await forget({ emails: ['person.12@home.example'] })).toBe(1)
      expect(await open(url)).toBe('withdrawn')
      expect(before.length - (await filesKept()).length).toBe(3)
    },
  )

  it.each([
    ['by the rows it is made of', { people: ['p12'] }],
    ['by its text', { emails: ['Person.12@home.example'] }],
  ])('takes the file along, found %s', async (_, given) => {
    const organizationId = await anOrganization()
    // What tells who they are is not in every file.
    const excludeFields = 'people' in given ? ['email'] : []
    const with12 = await begun(organizationId, { people: 13, excludeFields })
    const without = await begun(organizationId, { people: 12, excludeFields })
    await fileOf(organizationId, with12)
    const url = (await exports.find(organizationId, with12))?.downloadUrl
    expect(await forget(given)).toBeGreaterThan(0)
    expect(await open(url)).toBe('withdrawn')
    const view = await exports.find(organizationId, with12)
    expect(view).toMatchObject({ state: 'withdrawn', downloadUrl: null })
    expect(view?.error).toContain('xport it again')
    await fileOf(organizationId, without)
    expect(await forget(given)).toBe(0)
    for (const name of await filesKept())
      expect(await text((await blobs.get(name))?.content ?? Readable.from([]))).not.toContain('"12"')
  })

  it('while a part is being read is not in the file', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 15 })
    hooks.onRow = async (number) => {
      if (number !== 14 || hooks.gone.size > 0) return
      hooks.gone.add(11)
      await forget({ people: ['p11'] })
    }
    const file = await fileOf(organizationId, exportId)
    hooks.onRow = () => undefined
    hooks.gone.clear()
    expect(file).not.toContain('person.11@')
    expect(file).toContain('person.12@')
  })

  it('in a part that is written already ends the export, and says so', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 35 })
    let found = 0
    hooks.onRow = async (number) => {
      if (number === 25) found += await forget({ people: ['p3'] })
    }
    await platform.jobs.workNow()
    hooks.onRow = () => undefined
    expect(found).toBeGreaterThan(0)
    const [event] = await platform.events.list(organizationId, { after: undefined, limit: 9 })
    expect(JSON.parse(event?.event.data ?? '')).toMatchObject({ success: false, total_rows: 0 })
    expect(await exports.find(organizationId, exportId)).toMatchObject({ state: 'withdrawn', rows: 0 })
  })
})
