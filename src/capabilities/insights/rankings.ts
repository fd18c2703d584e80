import { LRUCache } from 'lru-cache'
import type { Snapshot } from '../../corpus/commits/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import { rankingPrefix, rankingToken, token } from '../../corpus/search-index/index.ts'
import { hasAll, hasAny, type CorpusSearch } from '../../corpus/search/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { companyUrl } from './find-company.ts'
import type { RankedCompany, Ranking, RankingQuestion, Rankings } from './ranked-company.ts'

/** Companies of one list, range and year; two may share a rank. */
const maxCompanies = 1_000
/** Maximum rankings in the cache, most recently used: 1,000 companies take some 300 kB. */
const maxCachedRankings = 32

/** Reads ranks from the records and caches them until the next commit, the only event that changes them. */
export function openRankings({ search, network }: { search: CorpusSearch; network: NetworkHosts }): Rankings {
  const cache = new LRUCache<string, Ranking>({ max: maxCachedRankings })
  return {
    async read(question) {
      const { list, low, high, year, lastYear } = question
      const snapshot = await search.snapshots.newest('companies')
      const key = JSON.stringify([snapshot.number, list, low, high, year ?? null, lastYear])
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const ranking = await readRanking({ search, network }, question, snapshot)
      cache.set(key, ranking)
      return ranking
    },
  }
}

async function readRanking(
  { search, network }: { search: CorpusSearch; network: NetworkHosts },
  question: RankingQuestion,
  snapshot: Snapshot,
): Promise<Ranking> {
  const { list, low, high, signal } = question
  const year = question.year ?? (await newestYear(search, question, snapshot))
  if (year === undefined) return { year, companies: [] }
  const tokens = Array.from({ length: high - low + 1 }, (_, step) => rankingToken(list, low + step, year))
  const condition = hasAny('facets', tokens)
  const { bodies } = await search.page('companies', { condition, limit: maxCompanies, snapshot, signal })
  const companies = bodies.flatMap((body) => {
    const record = JSON.parse(body) as CompanyRecord
    const place = rankIn(record, list, year)
    return place === undefined ? [] : [buildRankedCompany(network, record, place)]
  })
  return { year, companies: companies.sort((a, b) => a.rank - b.rank) }
}

/** Years that are tried one by one, latest first: a maintained list has one of them. */
const recentYears = 5
/** Ranks that a request may ask for. */
const lastRank = 1_000

/**
 * The newest year with a rank that a request may ask for. Posting lists say cheaply whether a year has one; the facets
 * of all companies are read only for lists that ended long ago or are unknown.
 */
async function newestYear(
  search: CorpusSearch,
  question: RankingQuestion,
  snapshot: Snapshot,
): Promise<number | undefined> {
  const { list, lastYear, signal } = question
  for (let year = lastYear; year > lastYear - recentYears; year--) {
    const ranks = Array.from({ length: lastRank }, (_, step) => rankingToken(list, step + 1, year))
    const condition = hasAny('facets', ranks)
    const { ids } = await search.keys('companies', { condition, limit: 1, snapshot, signal })
    if (ids.length > 0) return year
  }
  return yearOfAll(search, question, snapshot)
}

/** Reads the facets of all companies, because the few companies on lists are spread among all others. */
async function yearOfAll(
  search: CorpusSearch,
  { list, lastYear, signal }: RankingQuestion,
  snapshot: Snapshot,
): Promise<number | undefined> {
  const [row] = await search.rows<{ year: number }>('companies', {
    condition: hasAll('facets', [token('flag', 'on-ranking-list')]),
    snapshot,
    select: {
      year: (bind) => `arrayMax(arrayPushBack(arrayFilter(year -> year <= ${bind.value('UInt16', lastYear)},
        arrayMap(each -> toUInt16OrZero(splitByChar('/', each)[2]),
          arrayFilter(each -> startsWith(each, ${bind.value('String', rankingPrefix(list))})
              AND toUInt32OrZero(splitByChar('/', each)[3]) BETWEEN 1 AND ${bind.value('UInt16', lastRank)},
            splitByChar(' ', facets)))), 0))`,
    },
    order: 'year DESC',
    limit: 1,
    signal,
  })
  return row === undefined || row.year === 0 ? undefined : row.year
}

function rankIn({ fortune_rankings }: CompanyRecord, list: string, year: number): number | undefined {
  const token = rankingToken(list, 0, year)
  const ranking = (fortune_rankings ?? []).find(
    (each) => each.list !== null && each.year === year && rankingToken(each.list, 0, year) === token,
  )
  return ranking?.rank ?? undefined
}

function buildRankedCompany(network: NetworkHosts, record: CompanyRecord, place: number): RankedCompany {
  return {
    name: record.preferred_name,
    rank: place,
    domain: record.domains?.[0] ?? null,
    pnetUrl: companyUrl(record, network),
    pnetOrgId: record.li_org_id,
    ticker: record.stock_info_consensus?.ticker ?? null,
    headquarters: record.location_consensus?.formatted_address ?? record.location_name,
    countryCode: record.location_consensus?.country_code ?? null,
    ...buildFigures(record),
  }
}

function buildFigures(
  record: CompanyRecord,
): Pick<RankedCompany, 'revenueUsd' | 'profitsUsd' | 'marketCapUsd' | 'employeeCount'> {
  const staff = (record.employee_trends ?? []).find(({ functions }) => functions === '_all_employees')
  const profits = Number(record.custom_data?.['profits_usd'] ?? Number.NaN)
  const count = staff?.current_count ?? record.employee_count_consensus?.gte ?? null
  return {
    revenueUsd: record.revenue_usd ?? record.revenue_estimate?.value_usd?.gte ?? null,
    profitsUsd: Number.isFinite(profits) ? profits : null,
    marketCapUsd: record.market_cap_usd,
    employeeCount: count === null ? null : Math.round(count),
  }
}
