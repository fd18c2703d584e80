import { parseNetworkUrl, type NetworkHosts } from '../../../lib/network-url.ts'
import { column } from '../../../platform/exports/index.ts'
import { companyUrl, type CompanyRow } from '../columns/company-row.ts'
import { readEmployerDomain, readEmployer, readFullName, profileUrl } from '../columns/prospect-columns.ts'
import type { ProspectRow } from '../columns/prospect-row.ts'
import { listFormat } from './export-format.ts'

/** Fault of a page address: missing, not a page of the network, or a page by id, which only members can open. */
export function urlState(
  url: string | null | undefined,
  kind: 'person' | 'company',
  network: NetworkHosts,
): 'ok' | 'missing' | 'not_a_page' | 'by_id' {
  if (url === null || url === undefined || url === '') return 'missing'
  const named = parseNetworkUrl(url, network)
  if (named === undefined) return 'not_a_page'
  const isOfKind = kind === 'person' ? named.kind === 'person' : named.kind !== 'person'
  if (!isOfKind) return 'not_a_page'
  return 'id' in named ? 'by_id' : 'ok'
}

/**
 * People with their profile addresses, the fault of each, and an empty column for the correct one. Once filled in, the
 * file can be sent to uploadEnrichList.
 */
export const profileUrlFixup = listFormat<ProspectRow>({
  name: 'PNET_PROFILE_URL_FIXUP',
  describe: 'profile addresses, what is wrong with each, and a column for the right one',
  columns: [
    column('id', ({ id }) => id),
    column('full_name', ({ record }) => readFullName(record)),
    column('job_title', ({ record }) => record.current_job?.title),
    column('company', readEmployer),
    column('company_domain', readEmployerDomain),
    column('profile_url', profileUrl),
    column('url_state', (row) => urlState(profileUrl(row), 'person', row.network)),
    column('correct_profile_url', () => null),
  ],
})

/** The same for companies. */
export const companyUrlFixup = listFormat<CompanyRow>({
  name: 'PNET_COMPANY_URL_FIXUP',
  describe: 'company page addresses, what is wrong with each, and a column for the right one',
  columns: [
    column('id', ({ id }) => id),
    column('name', ({ record }) => record.preferred_name),
    column('domain', ({ record }) => record.domains?.[0]),
    column('hq_city', ({ record }) => record.location_consensus?.city),
    column('hq_country', ({ record }) => record.location_consensus?.country_name),
    column('pnet_org_id', ({ record }) => record.li_org_id),
    column('pnet_url', companyUrl),
    column('url_state', (row) => urlState(companyUrl(row), 'company', row.network)),
    column('correct_pnet_url', () => null),
  ],
})
