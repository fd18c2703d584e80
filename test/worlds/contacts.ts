import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import { world } from './world.ts'
import type { TestOrganization } from '../support/platform.ts'
import type { NativeCompany, NativePerson } from '../../src/corpus/records/index.ts'

type Contacts = Pick<NativePerson, 'emails' | 'phone_numbers'>

const worksAt = (pnet_company_id: string, company_name: string) => ({
  experiences: [
    { pnet_company_id, company_name, title: 'Engineer', is_current: true, start_date: '2020-01-01' },
  ],
})

const person = (
  slug: string,
  name: string,
  contacts: Contacts,
  more: Partial<NativePerson> = {},
): NativePerson => ({
  primary_slug: slug,
  name,
  ...worksAt('3001', 'Acme Robotics'),
  ...contacts,
  ...more,
})

const work = (email: string) => ({ email, type: 'work' as const })
const own = (email: string) => ({ email, type: 'personal' as const })
const mobile = [{ number: '+49 1512 3456789', type: 'mobile' as const }]

export const testCompanies: NativeCompany[] = [
  {
    li_org_id: '3001',
    pnet_primary_slug: 'acme-robotics',
    preferred_name: 'Acme Robotics',
    domains: ['acme.example', 'acme-robots.example'],
  },
]

/** All kinds, two kinds, one kind, none; a former employer's address; addresses without a type. */
export const testPeople: NativePerson[] = [
  person(
    'ada-all',
    'Ada Lindqvist',
    {
      emails: [work('ada@acme.example'), own('ada@home.example'), work('ada@former.example')],
      phone_numbers: mobile,
    },
    { user_id: '700001' },
  ),
  person('ben-mails', 'Ben Okafor', { emails: [work('ben@mail.acme.example'), own('ben@home.example')] }),
  person('cleo-work', 'Cleo Marsh', {
    emails: [work('cleo@acme.example'), work('c.marsh@acme-robots.example')],
  }),
  person('dan-none', 'Dan Quiet', {}),
  person('eve-former', 'Eve Stone', { emails: [work('eve@former.example')] }),
  person('fay-untyped', 'Fay Untyped', {
    emails: [{ email: 'fay@acme.example' }, { email: 'info@acme.example' }, { email: 'fay@gmail.com' }],
    phone_numbers: [{ number: '+44 20 7946 0018' }],
  }),
  person('gil-late', 'Gil Late', { emails: [work('gil@acme.example')] }),
  ...Array.from({ length: 40 }, (_, index) =>
    person(`member-${index}`, `Member ${index}`, { emails: [work(`member${index}@acme.example`)] }),
  ),
]

export interface Revealing extends TestAlmanac {
  /** POST to a path below /v1/contact-details/. */
  ask(
    org: TestOrganization,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>
}

/** The service with the people above. */
export async function revealing(options: Parameters<typeof testAlmanac>[0] = {}): Promise<Revealing> {
  const service = await testAlmanac(options)
  await service.write('companies', testCompanies)
  await service.write('people', testPeople)
  return {
    ...service,
    ask: (org, path, body, headers = {}) =>
      service.send(`POST /v1/contact-details/${path}`, { key: org.rawKey, body, headers }),
  }
}

/** The same for all files of a worker. */
export const contactsWorld = world(() => revealing({ sandbox: true }))
