import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'

let service: TestAlmanac
let ids: { acme: string; globex: string; ada: string }
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  const org = await service.org()
  const idOf = async (route: string, body: object) =>
    (await service.send(route, { key: org.rawKey, body })).body.output.data[0].entity_id as string
  const company = (value: string) => idOf('POST /v1/kitchen-sink/company', { companyDomain: { value } })
  ids = {
    acme: await company('acme.example'),
    globex: await company('globex.example'),
    ada: await idOf('POST /v1/kitchen-sink/person', {
      profileIdentifier: { identifier: 'pnetSlug', value: 'ada-lindqvist' },
    }),
  }
})

const read = (org: TestOrganization, path: string) => service.send(`GET /v1/${path}`, { key: org.rawKey })

describe('getCompany 200', () => {
  test('answers the record, for a look-up once in 30 days, and says why it is free', async () => {
    verifies('op.get-company')
    const org = await service.org()
    const first = await read(org, `companies/${ids.acme}`)
    expect(first.body.output.data).toMatchObject({
      entity_id: ids.acme,
      preferred_name: 'Acme Robotics Inc.',
    })
    expect(first.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
    const again = await read(org, `companies/${ids.acme}`)
    expect(again.body.output).toEqual(first.body.output)
    expect(again.body.chargeInfo).toMatchObject({
      method: 'free',
      message: expect.stringMatching(/within 30 days/),
    })
    // Another organization pays for itself, and this one again when the time is over.
    expect((await read(await service.org(), `companies/${ids.acme}`)).body.chargeInfo.method).toBe(
      'charged-now',
    )
    service.clock.advance(30 * 86_400_000 + 1_000)
    expect((await read(org, `companies/${ids.acme}`)).body.chargeInfo.method).toBe('charged-now')
    expect(await service.captured(org)).toBe(4_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('is free after a list that had it, and a list is free after it', async () => {
    const org = await service.org()
    const lists = enriching(service)
    await lists.run(org, { inlineCsv: 'domain\nacme.example\n', as: 'companies' })
    expect((await read(org, `companies/${ids.acme}`)).body.chargeInfo.method).toBe('free')
    await read(org, `companies/${ids.globex}`)
    const inlineCsv = 'domain\nacme.example\nglobex.example\nacme-de.example\n'
    const { polled } = await lists.run(org, { inlineCsv, as: 'companies' })
    expect(polled.body.output.run.paidBefore).toBe(2)
    expect(polled.body.chargeInfo).toMatchObject({
      creditsCharged: 2,
      message: expect.stringMatching(/2 of its records/),
    })
    expect(await service.captured(org)).toBe(6_000)
  })

  test('what is paid for needs no credits and no X-Max-Credits', async () => {
    const org = await service.org(2)
    const ask = (id: string) =>
      service.send(`GET /v1/companies/${id}`, { key: org.rawKey, headers: { 'x-max-credits': '0' } })
    expect((await ask(ids.acme)).status).toBe(402)
    expect((await read(org, `companies/${ids.acme}`)).body.chargeInfo.creditsCharged).toBe(2)
    expect(await service.available(org)).toBe(0)
    for (const again of [await read(org, `companies/${ids.acme}`), await ask(ids.acme)])
      expect([again.status, again.body.chargeInfo?.method]).toEqual([200, 'free'])
    expect((await read(org, `companies/${ids.globex}`)).status).toBe(402)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('twenty at the same moment, and a list with them, are charged once', async () => {
    const org = await service.org()
    const lists = enriching(service)
    await lists.start(org, { inlineCsv: 'domain\nglobex.example\n', as: 'companies' })
    await Promise.all([
      service.almanac.jobs.workNow(),
      ...Array.from({ length: 20 }, () => read(org, `companies/${ids.globex}`)),
    ])
    expect(await service.captured(org)).toBe(2_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('a charge that was given back whole pays for nothing', async () => {
    const org = await service.org()
    const first = await read(org, `companies/${ids.acme}`)
    const requestId = first.headers.get('x-request-id') as string
    const back = { organizationId: org.organizationId, amount: 2_000 as never, requestId: 'back' }
    await service.almanac.ledger.refundRequest({ ...back, refunds: requestId, note: 'wrong' })
    expect((await read(org, `companies/${ids.acme}`)).body.chargeInfo.method).toBe('charged-now')
  })
})

describe('getCompany 200 after a merge', () => {
  test('a record that was paid for is free under the id it had', async () => {
    const org = await service.org()
    // Companies of its own: the merge is not undone, and other tests look the world's companies up.
    await service.write(
      'companies',
      ['leader', 'led'].map((name) => ({ preferred_name: `Merging ${name}`, domains: [`${name}.example`] })),
    )
    const idOf = async (value: string) =>
      (
        await service.send('POST /v1/kitchen-sink/company', {
          key: org.rawKey,
          body: { companyDomain: { value } },
        })
      ).body.output.data[0].entity_id as string
    const [from, into] = [await idOf('led.example'), await idOf('leader.example')]
    await read(org, `companies/${from}`)
    const { merge } = service.almanac.identity
    await merge('companies', { into, from, actor: 'operator:test', reason: 'one company' })
    const { body } = await read(org, `companies/${from}`)
    expect([body.output.data.entity_id, body.chargeInfo.method]).toEqual([into, 'free'])
  })

  test('it is free under the id of what it became part of, until that is undone', async () => {
    const org = await service.org()
    const names = ['one', 'two', 'three']
    await service.write(
      'companies',
      names.map((name) => ({ preferred_name: `Follower ${name}`, domains: [`follower-${name}.example`] })),
    )
    const idOf = async (name: string) => {
      const body = { companyDomain: { value: `follower-${name}.example` } }
      const answer = await service.send('POST /v1/kitchen-sink/company', { key: org.rawKey, body })
      return answer.body.output.data[0].entity_id as string
    }
    const [one, two, three] = [await idOf('one'), await idOf('two'), await idOf('three')]
    await read(org, `companies/${three}`)
    const { merge, split } = service.almanac.identity
    const by = { actor: 'operator:test', reason: 'one company' }
    await merge('companies', { ...by, into: two, from: three })
    const last = await merge('companies', { ...by, into: one, from: two })
    const before = await service.captured(org)
    for (const id of [one, two, three]) {
      const { body } = await read(org, `companies/${id}`)
      expect([body.output.data.entity_id, body.chargeInfo.method]).toEqual([one, 'free'])
    }
    const { polled } = await enriching(service).run(org, {
      inlineCsv: 'domain\nfollower-one.example\n',
      as: 'companies',
    })
    expect([polled.body.chargeInfo.method, await service.captured(org)]).toEqual(['free', before])
    await split(last, { actor: 'operator:test' })
    const methods = []
    for (const id of [two, one]) methods.push((await read(org, `companies/${id}`)).body.chargeInfo.method)
    expect(methods).toEqual(['free', 'charged-now'])
  })
})

describe('getPerson 200', () => {
  test('answers the record, for a look-up once in 30 days', async () => {
    verifies('op.get-person')
    const org = await service.org()
    const first = await read(org, `people/${ids.ada}`)
    expect(first.body.output.data).toMatchObject({ entity_id: ids.ada, name: 'Ada Lindqvist' })
    expect(first.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
    expect((await read(org, `people/${ids.ada}`)).body.chargeInfo.method).toBe('free')
  })
})

describe('getCompany and getPerson 404, free', () => {
  test('for ids of nothing; 400 for what is no id', async () => {
    const org = await service.org()
    for (const path of ['companies/123456', 'people/123456'])
      expect((await read(org, path)).status, path).toBe(404)
    expect((await read(org, 'companies/acme')).status).toBe(400)
    expect(await service.captured(org)).toBe(0)
  })
})

test('getCompany and getPerson 401', async () => {
  expect((await service.send('GET /v1/companies/1')).status).toBe(401)
  expect((await service.send('GET /v1/people/1')).status).toBe(401)
})

test('getCompany 402 without credits', async () => {
  expect((await read(await service.org(1), `companies/${ids.acme}`)).status).toBe(402)
})
