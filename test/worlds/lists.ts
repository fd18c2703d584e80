import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import { world } from './world.ts'
import type { TestOrganization } from '../support/platform.ts'
import type { NativeCompany, NativePerson } from '../../src/corpus/records/index.ts'

const companies: NativeCompany[] = [
  {
    li_org_id: '4001',
    pnet_primary_slug: 'acme-robotics',
    preferred_name: 'Acme Robotics',
    domains: ['acme.com'],
    employee_count_consensus: {
      gte: 51,
      lte: 200,
    },
    short_description: 'Robots.',
  },
  { li_org_id: '4002', pnet_primary_slug: 'globex', preferred_name: 'Globex', domains: ['globex.com'] },
]

const person = (primary_slug: string, name: string, more: Partial<NativePerson>): NativePerson => ({
  primary_slug,
  name,
  experiences: [
    {
      pnet_company_id: '4001',
      company_name: 'Acme Robotics',
      title: 'Engineer',
      is_current: true,
      start_date: '2020-01-01',
    },
  ],
  ...more,
})

const people: NativePerson[] = [
  person('ada-lindqvist', 'Ada Lindqvist', {
    emails: [
      { email: 'ada@acme.com', type: 'work' },
      { email: 'ada@home.com', type: 'personal' },
    ],
    phone_numbers: [{ number: '+49 1512 3456789', type: 'mobile' }],
  }),
  person('ben-okafor', 'Ben Okafor', { emails: [{ email: 'ben@acme.com', type: 'work' }] }),
  person('cleo-marsh', 'Cleo Marsh', {}),
]

export interface Repairing extends TestAlmanac {
  start(org: TestOrganization, body: object, headers?: Record<string, string>): Promise<TestAnswer>
  poll(org: TestOrganization, runId: string): Promise<TestAnswer>
  upload(
    org: TestOrganization,
    content: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>
  /** Starts a list, works on it and polls it. */
  run(org: TestOrganization, body: object): Promise<TestAnswer>
  /** What a link of this service answers. */
  download(url: string, method?: 'GET' | 'HEAD'): Promise<TestAnswer>
}

/** The service with the people above. */
export async function repairing(settings: Record<string, string> = {}): Promise<Repairing> {
  const service = await testAlmanac({ settings, sandbox: true })
  await service.write('companies', companies)
  await service.write('people', people)
  const start: Repairing['start'] = (org, body, headers = {}) =>
    service.send('POST /v1/mosaic/start', { key: org.rawKey, body, headers })
  const poll: Repairing['poll'] = (org, runId) =>
    service.send('POST /v1/mosaic/poll', { key: org.rawKey, body: { runId } })
  return {
    ...service,
    start,
    poll,
    upload: (org, content, headers = {}) =>
      service.send('PUT /v1/mosaic/upload', {
        key: org.rawKey,
        body: content,
        headers,
      }),
    async run(org, body) {
      const started = await start(org, body)
      if (started.status !== 200) throw new Error(started.text)
      await service.almanac.jobs.workNow()
      return poll(org, started.body.output.runId)
    },
    download: (url, method = 'GET') => service.send(`${method} ${new URL(url).pathname}`),
  }
}

/** The same for all files of a worker. */
export const listsWorld = world(() => repairing())
