import type { CompanyRow } from '../columns/company-row.ts'
import type { ProspectRow } from '../columns/prospect-row.ts'
import { companyPnetAds } from './company-pnet-ads.ts'
import { domainAgent } from './domain-agent.ts'
import type { ExportFormat } from './export-format.ts'
import { googleMaps } from './google-maps.ts'
import { companyGeneric, prospectGeneric } from './generic.ts'
import { prospectGoogleAds } from './prospect-google-ads.ts'
import { prospectMetaAds } from './prospect-meta-ads.ts'
import { prospectPnetAds } from './prospect-pnet-ads.ts'
import { companyUrlFixup, profileUrlFixup } from './url-fixup.ts'

export { adviceOn, fileTypes, type ExportFormat, type FileType } from './export-format.ts'

/** Formats whose rows are people, the default first. */
export const prospectFormats: readonly ExportFormat<ProspectRow>[] = [
  prospectGeneric,
  prospectPnetAds,
  prospectGoogleAds,
  prospectMetaAds,
  profileUrlFixup,
]

/** Those of them that are of use without contact details. */
export const contactlessFormats = prospectFormats.filter(({ needsContacts = false }) => !needsContacts)

/** Formats whose rows are companies, the default first. */
export const companyFormats: readonly ExportFormat<CompanyRow>[] = [
  companyGeneric,
  companyPnetAds,
  companyUrlFixup,
  googleMaps,
  domainAgent,
]

/** Every format's name, in the order of the specification. */
export const formatNames = [
  'PROSPECT_GENERIC_CSV',
  'PROSPECT_PNET_ADS_CSV',
  'PROSPECT_GOOGLE_ADS_CSV',
  'PROSPECT_META_ADS_CSV',
  'COMPANY_GENERIC_CSV',
  'COMPANY_PNET_ADS_CSV',
  'PNET_PROFILE_URL_FIXUP',
  'PNET_COMPANY_URL_FIXUP',
  'GOOGLE_MAPS_CSV',
  'DOMAIN_AGENT_CSV',
] as const
export type FormatName = (typeof formatNames)[number]
