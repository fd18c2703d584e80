import { z } from 'zod'
import { optional, outsideId } from '../../../operation/index.ts'
import {
  accepted,
  acceptedExternalId,
  externalId,
  entityToken,
  readCompanyPage,
  readHost,
  identityToken,
  organizationToken,
} from '../../identify/index.ts'
import { entityId } from '../entity-id.ts'
import { always, and, identifiedBy, not } from '../condition.ts'
import { filter, pair, type FilterContext } from '../filter.ts'

/** A company in the form that clients' lists have. */
const described = {
  li_org_id: outsideId(z.string().min(1)).describe(
    'Decides; the other members describe the company and are not compared.',
  ),
  pnet_id: optional(outsideId(z.string())),
  preferred_name: optional(z.string()),
  names: optional(z.array(z.string())),
  pnet_primary_slug: optional(z.string()),
  domains: optional(z.array(z.string())),
  logo_url: optional(z.string()),
  source: optional(z.literal('csv')),
}

/** One company, named in one of four ways (SPEC.md "Company identifier kinds"), by its record's `entity_id` or by an id in a register. */
const companyIdentifier = z
  .discriminatedUnion('identifier', [
    z.object({ identifier: z.literal('domain'), domain: z.string().min(1) }),
    z.object({ identifier: z.literal('pnet-url'), pnet_url: z.url({ protocol: /^https$/ }) }),
    z.object({
      identifier: z.literal('pnet-org-id'),
      org_id: outsideId(z.string().regex(/^\d+$/, 'Expected digits.')),
    }),
    z.object({
      identifier: z.literal('entity-id'),
      entity_id: outsideId(entityId).describe('entity_id of its record.'),
    }),
    z.object({ identifier: z.literal('advanced'), ...described }),
    z.object({ identifier: z.literal('external-id'), ...externalId.shape }),
  ])
  .meta({ id: 'CompanyIdentifier' })

export type CompanyIdentifier = z.output<typeof companyIdentifier>

/** Returns the identifier token of one company identifier. A malformed one is a 400 at its path. */
export function companyToken(
  identifier: CompanyIdentifier,
  context: Pick<FilterContext, 'path' | 'network'>,
): string {
  const { path, network } = context
  switch (identifier.identifier) {
    case 'entity-id':
      return entityToken(identifier.entity_id)
    case 'external-id':
      return acceptedExternalId(identifier, `${path}.value`)
    case 'domain':
      return identityToken(accepted(readHost(identifier.domain), `${path}.domain`))
    case 'pnet-url':
      return identityToken(accepted(readCompanyPage(identifier.pnet_url, network), `${path}.pnet_url`))
    case 'pnet-org-id':
      return organizationToken(identifier.org_id)
    case 'advanced':
      return organizationToken(identifier.li_org_id)
  }
}

/** Company search parameters that name companies. */
export const identityFilters = {
  exactCompanyV2: filter(pair(companyIdentifier), (value, context) => {
    const tokens = (companies: readonly CompanyIdentifier[], list: string) =>
      companies.map((company, index) =>
        companyToken(company, { ...context, path: `${context.path}.${list}[${index}]` }),
      )
    return and([
      value.anyOf === undefined ? always : identifiedBy('companies', tokens(value.anyOf, 'anyOf')),
      not(identifiedBy('companies', tokens(value.noneOf ?? [], 'noneOf'))),
    ])
  }),
  exactCompany: filter(pair(z.object(described)), ({ anyOf, noneOf }) => {
    const tokens = (companies: readonly { li_org_id: string }[]) =>
      companies.map(({ li_org_id: id }) => organizationToken(id))
    return and([
      anyOf === undefined ? always : identifiedBy('companies', tokens(anyOf)),
      not(identifiedBy('companies', tokens(noneOf ?? []))),
    ])
  }),
  domains: filter(z.array(z.string().min(1)).max(10_000), (domains, context) =>
    identifiedBy(
      'companies',
      domains.map((domain, index) => identityToken(accepted(readHost(domain), `${context.path}[${index}]`))),
    ),
  ),
}

export const identityMeanings: Record<keyof typeof identityFilters, string> = {
  exactCompanyV2: 'These companies, or all but these.',
  exactCompany: 'These companies, or all but these, in the older form: by organization id.',
  domains: 'Companies with one of these domains; scheme, path and www are ignored.',
}
