import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { picturesWorld } from '../../../../worlds/pictures.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await picturesWorld()
})

const ask = (key: string, profilesIdentifier: unknown) =>
  service.send('POST /v1/profile-pic/bulk', { key, body: { profilesIdentifier } })

describe('bulkProfilePic 200', () => {
  test.each([
    ['pnetUrls', 'pnetUrl', ['https://www.pnet.example/in/ada-pic', 'pnet.example/in/ben-plain']],
    ['pnetSlugs', 'pnetSlug', ['Ada-Pic', 'ben-plain']],
    ['pnetUserIds', 'pnetUserId', ['urn:li:member:800001', '42']],
  ])('answers by %s in the order of the request, charged by picture found', async (type, member, items) => {
    verifies('op.bulk-profile-pic', 'profile-picture.bulk')
    const org = await service.org()
    const { status, body } = await ask(org.rawKey, { type, [type]: [...items, items[0]] })
    expect(status).toBe(200)
    const profilePicUrl = 'https://img.example/ada.jpg'
    expect(body.output).toEqual({
      data: {
        type,
        data: [
          { [member]: items[0], profilePicUrl },
          { [member]: items[1], profilePicUrl: null },
          { [member]: items[0], profilePicUrl },
        ],
      },
    })
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 0.33 })
    expect(await service.captured(org)).toBe(330)
  })

  test('one profile in three spellings is charged once', async () => {
    const org = await service.org()
    const pnetUrls = [
      'https://www.pnet.example/in/ada-pic',
      'pnet.example/in/ADA-pic/',
      'pnet.example/in/ada-pic',
    ]
    await ask(org.rawKey, { type: 'pnetUrls', pnetUrls })
    expect(await service.captured(org)).toBe(330)
  })

  test('nothing found is free', async () => {
    const org = await service.org()
    const { body } = await ask(org.rawKey, { type: 'pnetSlugs', pnetSlugs: ['nobody', 'ben-plain'] })
    expect(body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(0)
  })
})

describe('bulkProfilePic 400', () => {
  test.each([
    [undefined, 'profilesIdentifier'],
    [{ type: 'emails', emails: ['a@b.example'] }, 'profilesIdentifier.type'],
    [{ type: 'pnetSlugs', pnetSlugs: [] }, 'profilesIdentifier.pnetSlugs'],
    [{ type: 'pnetSlugs', pnetSlugs: [' '] }, 'profilesIdentifier.pnetSlugs[0]'],
  ])('%j names %s and costs nothing', async (identifier, path) => {
    const org = await service.org()
    const answer = await ask(org.rawKey, identifier)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await service.captured(org)).toBe(0)
  })
})
