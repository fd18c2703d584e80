import type { CompanyRecord, JobPosting, PersonRecord } from '../../src/corpus/records/index.ts'
import { forWorker } from '../support/at-end.ts'
import { edgePostings } from './edge-postings.ts'
import { edgeCompanies, edgePeople } from './edge-records.ts'
import {
  loadWorld,
  openSearchWorld,
  readRows,
  readRecords,
  write,
  type Row,
  type Rows,
  type SearchWorld,
} from './search-world.ts'

/** A world to be read only, and all records of it. */
export interface OracleWorld {
  world: SearchWorld
  rows: Rows
  companies: CompanyRecord[]
  people: PersonRecord[]
  postings: Row<JobPosting>[]
}

let opened: Promise<OracleWorld> | undefined

/** The world that every filter is compared with a reading of all records in, one a worker. Nothing may write to it. */
export function oracleWorld(): Promise<OracleWorld> {
  return (opened ??= forWorker(open))
}

/** Large enough that each filter tells records apart, small enough to be read for every question. */
const size = { companies: 120, people: 480 }

async function open(): Promise<OracleWorld> {
  const world = await openSearchWorld()
  await loadWorld(world, size)
  await write(world, 'companies', edgeCompanies)
  await write(world, 'people', edgePeople)
  await write(world, 'postings', edgePostings)
  // Newer versions, so that searches have superseded ones to leave out.
  const newer = edgePostings.slice(0, 10).map((each) => ({ ...each, company_logo_url: 'x' }))
  await write(world, 'postings', newer)
  const rows = await readRows(world.db)
  // As answers show them: the id is not stored in the record.
  for (const { id, record } of [...rows.companies, ...rows.people]) record.entity_id = id
  return {
    world,
    rows,
    companies: rows.companies.map(({ record }) => record),
    people: rows.people.map(({ record }) => record),
    postings: await readRecords<JobPosting>(world.db, 'postings'),
  }
}
