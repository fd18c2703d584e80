import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { INSTALLATION } from '../../../../../src/platform/audit/index.ts'
import { newCanary, subjectsWorld, writeCanary, type Privacy } from '../../../../worlds/subjects.ts'

const canary = newCanary()

let service: Privacy
beforeAll(async () => {
  service = await subjectsWorld()
  await writeCanary(service, canary)
})

const route = 'POST /v1/privacy/export'

describe('exportDataSubject 200', () => {
  test.each([
    { emails: [canary.workEmail] },
    { phoneNumbers: [`+49 151 777 ${canary.number}0`] },
    { profiles: [canary.formerSlug] },
    { profiles: [`urn:li:member:${canary.userId}`], emails: [canary.email] },
  ])('%j answers all there is of the person', async (asked) => {
    verifies('op.export-data-subject', 'op-group.privacy')
    const { status, body } = await service.operate(route, asked)
    expect(status).toBe(200)
    expect(body.output.isSuppressed).toBe(false)
    expect(body.output.people).toHaveLength(1)
    expect(body.output.people[0]).toMatchObject({
      record: { primary_slug: canary.slug, headline: canary.headline },
      emails: [{ email: canary.email }, { email: canary.workEmail }, { email: 'info@zircon.example' }],
      phoneNumbers: [{ number: canary.phone }],
      externalIds: { crm: canary.crmId },
      provenance: expect.arrayContaining([expect.objectContaining({ source: 'test' })]),
      history: [{ source: 'test', state: { headline: `Trainee in zirconium ${canary.number}` } }],
      posts: [{ caption: canary.post }],
    })
  })

  test('nobody known is an empty answer, and whoever was suppressed is told', async () => {
    const asked = { emails: ['nobody@home.example'] }
    expect((await service.operate(route, asked)).body.output).toEqual({ people: [], isSuppressed: false })
    await service.operate('POST /v1/privacy/suppressions', asked)
    expect((await service.operate(route, asked)).body.output).toEqual({ people: [], isSuppressed: true })
  })

  test('is audited without a word about who it was', async () => {
    await service.operate(route, { emails: [canary.email] })
    const entries = []
    for await (const entry of service.almanac.audit.list(INSTALLATION)) entries.push(entry)
    const exported = entries.filter(({ action }) => action === 'subject.exported')
    expect(exported.at(-1)).toMatchObject({ actor: 'operator:token', detail: { people: 1 } })
    expect(JSON.stringify(entries)).not.toContain('canary')
  })
})

test('exportDataSubject 200 has every way in which rows write the person', async () => {
  const line = (list: string, headline: string) => ({
    name: 'Julian Quillvane',
    dob: '1957-03-19',
    headline,
    inferred_location: { city: 'Leeds', postal_code: 'LS6 2QT', country_code: 'GBR' },
    emails: [{ email: `julian.${list}@quillvane.example` }],
    external_ids: { [list]: 'quillvane' },
  })
  await service.write('people', [line('first', 'Choir Master')])
  expect(await service.write('people', [line('second', 'Organist')])).toMatchObject({ created: 0 })
  const { body } = await service.operate(route, { emails: ['julian.second@quillvane.example'] })
  const [person] = body.output.people
  const headlines = person.writtenAs.map((each: { headline: string }) => each.headline)
  expect(headlines).toEqual(['Choir Master', 'Organist'])
})

test('exportDataSubject 400 without an identifier', async () => {
  expect((await service.operate(route, {})).status).toBe(400)
})

test("exportDataSubject 401 with a customer's key", async () => {
  const { rawKey } = await service.org()
  expect((await service.operate(route, { emails: [canary.email] }, rawKey)).status).toBe(401)
})
