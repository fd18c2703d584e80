import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { world } from './world.ts'

const companies: object[] = [
  {
    li_org_id: '5001',
    pnet_primary_slug: 'acme-robotics',
    preferred_name: 'Acme Robotics',
    domains: ['acme.example'],
    logo_url: 'https://img.example/acme.png',
  },
  {
    li_org_id: '5002',
    pnet_primary_slug: 'plain',
    preferred_name: 'Plain',
    domains: ['plain.example'],
  },
  ...Array.from({ length: 300 }, (_, index) => ({
    pnet_primary_slug: `company-${index}`,
    preferred_name: `Company ${index}`,
    domains: [`company-${index}.example`],
    logo_url: `https://img.example/${index}.png`,
  })),
]

const people: object[] = [
  {
    primary_slug: 'ada-pic',
    name: 'Ada Pic',
    user_id: '800001',
    profile_pic: 'https://img.example/ada.jpg',
  },
  { primary_slug: 'ben-plain', name: 'Ben Plain' },
]

/** The service with companies and people that have pictures, and some that have none. */
export async function picturing(settings: Record<string, string> = {}): Promise<TestAlmanac> {
  const service = await testAlmanac({ settings, sandbox: true })
  await service.write('companies', companies)
  await service.write('people', people)
  return service
}

/** The same for all files of a worker. */
export const picturesWorld = world(() => picturing())
