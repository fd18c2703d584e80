import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { openIdentity, openWriter, type CorpusWriter, type Identity } from './index.ts'

let writer: CorpusWriter
let identity: Identity

beforeAll(async () => {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  writer = openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
  identity = openIdentity({ db, engine })
})

const write = (records: object[], day = '2026-01-10') =>
  writer.write(
    'people',
    records.map((record, at) => ({ line: at + 1, record })),
    { source: 'list', observedAt: new Date(`${day}T00:00:00Z`) },
  )

let families = 0
const freshFamily = () =>
  ['Quorndale', 'Hesselink', 'Abernathy', 'Przybylski', 'Okonkwo', 'Villaseca', 'Umarov'][
    families++
  ] as string

/** A person as a list of its own writes them. */
const line = (family: string, list: string, more: object = {}) => ({
  name: `Julian ${family}`,
  dob: '1957-03-19',
  headline: 'Choir Master',
  inferred_location: { city: 'Leeds', postal_code: 'LS6 2QT', country_code: 'GBR' },
  external_ids: { [list]: family },
  ...more,
})

async function sealedOf(token: string) {
  const [id] = await identity.find('people', token)
  const { version, merges } = await identity.explain('people', id as string)
  return { sealed: version?.sealed, merges }
}

const headlines = ({ sealed }: Awaited<ReturnType<typeof sealedOf>>) =>
  sealed?.variants?.map(({ headline }) => headline)

describe('ways in which lines write a person', () => {
  test('stay when the entity is joined with another one in the same batch', async () => {
    const family = freshFamily()
    const bare = { name: `Julian ${family}`, external_ids: { other: family } }
    expect(await write([line(family, 'first'), bare])).toMatchObject({ created: 2 })
    const bridge = { name: `Julian ${family}`, external_ids: { first: family, other: family } }
    const outcome = await write([line(family, 'second', { headline: 'Organist' }), bridge], '2026-02-01')
    expect(outcome).toMatchObject({ created: 0, joined: 1 })
    expect(headlines(await sealedOf(`ext:second/${family}`))).toEqual(['Choir Master', 'Organist'])
  })

  test('of two entities that are merged by hand are those of both', async () => {
    const [one, two] = [freshFamily(), freshFamily()]
    for (const family of [one, two]) {
      await write([line(family, 'first', { headline: `A ${family}` })])
      await write([line(family, 'second', { headline: `B ${family}` })], '2026-02-01')
    }
    const [into, from] = await Promise.all(
      [one, two].map(async (family) => (await identity.find('people', `ext:first/${family}`))[0] as string),
    )
    await identity.merge('people', {
      into: into as string,
      from: from as string,
      actor: 'operator:test',
      reason: 'one person',
    })
    const written = headlines(await sealedOf(`ext:first/${one}`))
    expect(written?.toSorted()).toEqual([`A ${one}`, `A ${two}`, `B ${one}`, `B ${two}`].toSorted())
  })

  test('that came after a merge stay when it is undone; that of the line goes with it', async () => {
    const family = freshFamily()
    await write([line(family, 'first')])
    await write([line(family, 'second', { headline: 'Organist' })], '2026-02-01')
    await write([line(family, 'third', { headline: 'Conductor' })], '2026-03-01')
    const { merges } = await sealedOf(`ext:first/${family}`)
    const second = merges.find(({ changes }) => 'second' in changes.merged.sealed.externalIds)
    await identity.split(second?.id as string, { actor: 'operator:test' })
    expect(headlines(await sealedOf(`ext:first/${family}`))).toEqual(['Choir Master', 'Conductor'])
  })
})

test('an address that both had is as it was checked before, once a merge is undone', async () => {
  const family = freshFamily()
  const [email, phone] = [`${family}@home.example`, '+12025550123']
  await write([
    line(family, 'first', {
      emails: [{ email, status: 'valid' }],
      phone_numbers: [{ number: phone, type: 'mobile' }],
    }),
  ])
  const joined = await write(
    [
      line(family, 'second', {
        emails: [{ email, status: 'invalid' }],
        phone_numbers: [{ number: phone, type: 'work' }],
      }),
    ],
    '2026-02-01',
  )
  expect(joined).toMatchObject({ created: 0, changed: 1 })
  const { sealed, merges } = await sealedOf(`ext:first/${family}`)
  expect(sealed?.emails).toMatchObject([{ status: 'invalid', status_at: '2026-02-01T00:00:00.000Z' }])
  await identity.split(merges[0]?.id as string, { actor: 'operator:test' })
  const after = await sealedOf(`ext:first/${family}`)
  expect(after.sealed?.emails).toMatchObject([{ status: 'valid', status_at: '2026-01-10T00:00:00.000Z' }])
  expect(after.sealed?.phoneNumbers).toMatchObject([{ type: 'mobile' }])
})
