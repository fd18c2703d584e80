import { company, companyProvider, type CompanyProvider } from '../support/company-provider.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { nextNoon, world } from './world.ts'

export const operatorToken = 'operator-token-of-people'

export interface PeopleWorld {
  service: TestAlmanac
  /** By which people of `company.example` sign in to the organization `org_company`. */
  provider: CompanyProvider
}

/** The service of an installation whose company has a provider of its own, and whose operator has a token. */
export const peopleWorld = world<PeopleWorld>(async () => {
  const provider = await companyProvider('http://almanac.test/console/provider/callback')
  const service = await testAlmanac({
    sandbox: true,
    settings: {
      ALMANAC_OPERATOR_TOKEN: operatorToken,
      ALMANAC_OUTBOUND_LOOPBACK: 'true',
      ALMANAC_OUTBOUND_PORTS: String(provider.port),
      ALMANAC_SIGN_IN_ISSUER: provider.issuer,
      ALMANAC_SIGN_IN_CLIENT_ID: company.clientId,
      ALMANAC_SIGN_IN_CLIENT_SECRET: company.clientSecret,
      ALMANAC_SIGN_IN_DOMAINS: 'company.example',
      ALMANAC_SIGN_IN_ORGANIZATION: 'org_company',
    },
  })
  await service.db.query(
    sql`INSERT INTO organizations (id, name, created_at) VALUES ('org_company', 'Company', now())`,
  )
  return { service, provider }
}, nextNoon)
