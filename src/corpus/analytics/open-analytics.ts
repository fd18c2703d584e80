import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { RecordStore } from '../record-store/index.ts'
import { openCompiler, type CorpusSearch } from '../search/index.ts'
import { countCareers, type CareersRequest } from './careers.ts'
import {
  readExchange,
  readFlow,
  type StaffExchange,
  type ExchangeRequest,
  type Flow,
  type FlowRequest,
} from './flow.ts'
import { readRevenuePerHead, type PeersRequest, type RevenuePerHead } from './peers.ts'
import {
  readChart,
  readStaff,
  type ChartCell,
  type DepartmentRule,
  type StaffCounts,
  type StaffRequest,
} from './staff.ts'

/**
 * Statistics on employers from careers, and on companies from their peers, counted in the engine. It only reads,
 * within the store's limits.
 */
export interface Analytics {
  flow(request: FlowRequest): Promise<Flow>
  exchange(request: ExchangeRequest): Promise<StaffExchange>
  staff(request: StaffRequest, departments: readonly DepartmentRule[]): Promise<StaffCounts>
  /** Counts the people who work or worked for an employer. */
  careers(request: CareersRequest): Promise<number>
  /** `today` in days since 1970. */
  chart(request: StaffRequest, today: number): Promise<ChartCell[]>
  revenuePerHead(request: PeersRequest): Promise<RevenuePerHead>
}

export function openAnalytics(
  engine: ClickHouse,
  records: RecordStore,
  { towns }: Pick<CorpusSearch, 'towns'>,
): Analytics {
  const stores = { engine, compiler: openCompiler(engine, records, towns) }
  return {
    flow: (request) => readFlow(stores, request),
    exchange: (request) => readExchange(stores, request),
    careers: (request) => countCareers(stores, request),
    staff: (request, departments) => readStaff(stores, request, departments),
    chart: (request, today) => readChart(stores, request, today),
    revenuePerHead: (request) => readRevenuePerHead(stores, request),
  }
}
