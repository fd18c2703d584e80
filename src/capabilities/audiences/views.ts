import type { z } from 'zod'
import type { Movements } from '../../platform/lists/index.ts'
import type { BuiltAudience } from './audiences.ts'
import type { EnrichmentRow } from './enrichment-rows.ts'
import type { StoredSearch } from './question.ts'
import type { audienceItem, audienceStatus, audienceView } from './schema.ts'
import { readDirection, showStatus } from './state.ts'

export function buildItem({ audience, build }: BuiltAudience): z.output<typeof audienceItem> {
  const { id, name, state, settings, counts, createdAt } = audience
  const { creationMethod } = settings
  return {
    audienceId: id,
    name,
    status: showStatus({ state, direction: readDirection(settings) }, build?.progressPercent ?? 0),
    creationMethod,
    companiesCount: counts.company,
    prospectsCount: counts.person,
    createdAt: createdAt.toISOString(),
  }
}

export function buildStatusView(built: BuiltAudience): z.output<typeof audienceStatus> {
  const { build } = built
  return {
    ...buildItem(built),
    progressPercent: build?.progressPercent ?? 0,
    buildingStartedAt: build?.startedAt.toISOString() ?? null,
    buildingFinishedAt: build?.finishedAt?.toISOString() ?? null,
    membersPaidBefore: build?.paidBefore ?? null,
    buildError: build?.status === 'FAILED' ? build.error : null,
  }
}

export function buildView(
  built: BuiltAudience,
  enrichment: Pick<EnrichmentRow, 'createdAt'> | undefined,
): z.output<typeof audienceView> {
  const { audience, build } = built
  const { maxCompanies, maxProspects } = audience.settings
  const movements = build?.movements ?? null
  const isCurrent = build?.status === 'COMPLETED' && build.search === (audience.search?.number ?? null)
  return {
    ...buildStatusView(built),
    ...readSearch(audience.search?.params),
    maxCompanies,
    maxProspects,
    updatedAt: audience.updatedAt.toISOString(),
    enrichmentStartedAt: enrichment?.createdAt.toISOString() ?? null,
    needsBuild: audience.state !== 'BUILDING' && !isCurrent,
    changes: movements && {
      companies: counts(movements.company),
      prospects: counts(movements.person),
    },
  }
}

const counts = ({ joined, returned, left, stayed }: Movements) => ({ joined, returned, left, stayed })

/** Search parameters as an audience stores them, null where it has none. */
export function readSearch(stored: object | null | undefined) {
  const { companySearchParams, prospectSearchParams } = (stored ?? {}) as StoredSearch
  return {
    companySearchParams: (companySearchParams as Record<string, unknown> | undefined) ?? null,
    prospectSearchParams: (prospectSearchParams as Record<string, unknown> | undefined) ?? null,
  }
}
