import { limitConcurrency } from '../../../lib/limit-concurrency.ts'
import { upToDateCompany, type CompanyRecord } from '../../../corpus/records/index.ts'
import { readHeadcount, traitsOfCompany } from '../../../corpus/search-index/index.ts'
import type { Call } from '../../../operation/index.ts'
import { joinClauses, askedNow } from '../ask.ts'
import { companiesLeft } from '../exclusions.ts'
import type { SearchDeps } from '../slice.ts'
import { comparedRows, type Comparable, type Compared } from './compared.ts'
import { companyTraitKinds } from './kinds.ts'
import { similarPage } from './page.ts'
import { listTraits } from './traits.ts'

/** Companies named in `similar_companies`. */
export const maxSimilarCompanies = 10
/** Records of an answer of which they are worked out: each is a search of its own. */
export const maxCompaniesWithSimilar = 10
/** Such searches of one request that the engine works on at once. */
const atOnce = 2

/** What makes a stored company alike others. */
export const traitsOfBody = (body: string) =>
  new Set(traitsOfCompany(upToDateCompany(JSON.parse(body) as CompanyRecord)))

/** The companies that are compared with examples, which are left out. */
export const companiesLike = (
  deps: SearchDeps,
  comparable: Omit<Comparable, 'kind' | 'shared' | 'besides'>,
): Promise<Compared> =>
  comparedRows(deps, { kind: 'companies', shared: ['industry'], besides: ['size'], ...comparable })

/**
 * Companies with `similar_companies`: what their sources gave, else those most alike in the corpus now, as
 * findSimilarCompanies has them first. Costs a search for each that lacks it.
 */
export async function withSimilar(
  deps: SearchDeps,
  call: Call,
  companies: readonly { id: string; record: CompanyRecord }[],
): Promise<CompanyRecord[]> {
  const lacking = companies.filter(({ record }) => (record.similar_companies ?? []).length === 0)
  if (lacking.length === 0) return companies.map(({ record }) => record)
  const lists = { companies: { ids: [], path: 'companyExclusionListIDs' } }
  const [snapshot, { excluded }] = await Promise.all([
    deps.search.snapshots.newest('companies'),
    askedNow(deps, call, lists),
  ])
  const filter = joinClauses(companiesLeft(excluded))
  const inTurn = limitConcurrency(atOnce)
  const findSimilar = async ({ id, record }: { id: string; record: CompanyRecord }) => {
    const traits = listTraits([new Set(traitsOfCompany(upToDateCompany(record)))], companyTraitKinds, {})
    if (traits.length === 0) return []
    const asking = { asked: filter, snapshot, signal: call.signal }
    const compared = await companiesLike(deps, { traits, examples: [{ id }], ...asking })
    const page = await similarPage(deps.search, 'companies', {
      compared,
      traits,
      limit: maxSimilarCompanies,
    })
    return page.bodies.map(toView)
  }
  const likes = new Map(
    await Promise.all(lacking.map(async (one) => [one.id, await inTurn(() => findSimilar(one))] as const)),
  )
  const worked = [...likes.values()].filter((like) => like.length > 0).length
  if (worked > 0)
    call.advise(`similar_companies of ${worked} of the records is computed from the current corpus.`)
  return companies.map(({ id, record }) => {
    const like = likes.get(id) ?? []
    return like.length === 0 ? record : { ...record, similar_companies: like }
  })
}

function toView(body: string): NonNullable<CompanyRecord['similar_companies']>[number] {
  const record = upToDateCompany(JSON.parse(body) as CompanyRecord)
  return {
    name: record.preferred_name,
    industries: record.standard_industries,
    employee_count: readHeadcount(record) ?? null,
    revenue: record.revenue_usd,
    logo_url: record.logo_url,
  }
}
