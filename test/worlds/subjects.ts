import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import { nextNoon, world } from './world.ts'

export const operatorToken = 'operator-token-of-the-tests'

/** Texts that stand for one person and nobody else. */
export interface Canary {
  number: number
  slug: string
  formerSlug: string
  userId: string
  name: string
  headline: string
  email: string
  workEmail: string
  phone: string
  crmId: string
  post: string
  picture: string
}

let canaries = 0

export function newCanary(): Canary {
  const number = 1_000 + ++canaries
  return {
    number,
    slug: `canary-quartz-${number}`,
    formerSlug: `canary-flint-${number}`,
    userId: `990${number}`,
    name: `Canary Quartzman${number}`,
    headline: `Chief Zirconium Officer ${number}`,
    email: `canary.quartz${number}@gmail.com`,
    workEmail: `canary${number}@zircon.example`,
    phone: `+49151777${number}0`,
    crmId: `crm-canary-${number}`,
    post: `zirconium for everybody ${number}`,
    picture: `https://img.example/canary-quartz-${number}.jpg`,
  }
}

export const personOf = (canary: Canary) => ({
  primary_slug: canary.slug,
  slugs: [canary.formerSlug],
  user_id: canary.userId,
  name: canary.name,
  headline: canary.headline,
  profile_pic: canary.picture,
  experiences: [
    {
      pnet_company_id: '7001',
      company_name: 'Zircon Works',
      title: 'Zirconium Officer',
      is_current: true,
    },
  ],
  emails: [
    { email: canary.email },
    {
      email: canary.workEmail,
      type: 'work',
    },
    { email: 'info@zircon.example' },
  ],
  phone_numbers: [{ number: canary.phone }],
  external_ids: { crm: canary.crmId },
})

export const postOf = (canary: Canary) => ({
  post_id: `post-canary-${canary.number}`,
  author_type: 'person',
  author_name: canary.name,
  author_pnet_slug: canary.slug,
  caption: canary.post,
  posted_at: '2026-05-01T00:00:00Z',
})

export const neighbours = [
  {
    primary_slug: 'ned-nearby',
    name: 'Ned Nearby',
    experiences: [
      {
        pnet_company_id: '7001',
        company_name: 'Zircon Works',
        title: 'Clerk',
        is_current: true,
      },
    ],
    emails: [
      {
        email: 'ned@zircon.example',
        type: 'work',
      },
      { email: 'info@zircon.example' },
    ],
  },
  { primary_slug: 'zoe-zoom', name: 'Zoe Zoom', emails: [{ email: 'zoe@home.example' }] },
]

export interface Privacy extends TestAlmanac {
  /** A request with the operator's token, or another. */
  operate(route: string, body?: unknown, token?: string): Promise<TestAnswer>
}

/** The service with two people of a company. */
export async function privacy(): Promise<Privacy> {
  const service = await testAlmanac({ settings: { ALMANAC_OPERATOR_TOKEN: operatorToken } })
  const write: Privacy['write'] = (kind, records, observedAt = '2026-06-01T00:00:00Z') =>
    service.write(kind, records, observedAt)
  const company = { li_org_id: '7001', pnet_primary_slug: 'zircon-works', preferred_name: 'Zircon Works' }
  await write('companies', [{ ...company, domains: ['zircon.example'] }])
  await write('people', neighbours)
  return {
    ...service,
    write,
    operate: (route, body, token = operatorToken) =>
      service.send(route, { body, headers: { authorization: `Bearer ${token}` } }),
  }
}

/** Writes a person whose every text is their own, with an earlier state and a post. */
export async function writeCanary({ write }: Pick<Privacy, 'write'>, canary: Canary): Promise<void> {
  const trainee = { ...personOf(canary), headline: `Trainee in zirconium ${canary.number}` }
  await write('people', [trainee], '2026-01-01T00:00:00Z')
  await write('people', [personOf(canary)])
  await write('posts', [postOf(canary)])
}

/** The same for all files of a worker. */
export const subjectsWorld = world(privacy, nextNoon)
