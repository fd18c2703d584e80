import { z } from 'zod'
import type { PersonRecord } from '../../corpus/records/index.ts'
import { openToken, sealToken, type TokenSeal } from '../../lib/signed-token.ts'
import {
  cellsByRole,
  companyOfRow,
  findCompanies,
  findPeople,
  inBackground,
  personOfRow,
} from '../resolve/index.ts'
import { briefRecord, makeBrief } from './brief-record.ts'
import type { RowOfRun } from './decide-row.ts'
import type { EnrichDeps } from './slice.ts'
import { cellsOfRow } from './understand-list.ts'

/** Most candidates of a row. */
const maxCandidates = 5

export const candidate = z
  .object({
    candidateId: z.string().describe('For decideEnrichRow about this row; it names nothing anywhere else.'),
    record: briefRecord,
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: 'EnrichCandidate' })

export type Candidate = z.output<typeof candidate>

interface Likely {
  id: string
  record: object
  confidence: number
}

/** The likeliest records of an unsure row, best first, with no more of each than tells it from the others. */
export async function findCandidates(
  deps: EnrichDeps,
  row: RowOfRun,
  by: { organizationId: string; signal: AbortSignal },
): Promise<Candidate[]> {
  const { kind } = row.job.params
  const likely = await findLikely(deps, row, by.signal)
  return likely.map(({ id, record, confidence }) => ({
    candidateId: sealToken({ id }, sealOf(deps, row, by)),
    record: makeBrief(kind, record),
    confidence,
  }))
}

/** Whom a candidate of this row names; undefined for anything else. */
export function openCandidate(
  deps: Pick<EnrichDeps, 'secret'>,
  row: RowOfRun,
  by: { organizationId: string; candidateId: string },
): string | undefined {
  return z.object({ id: z.string() }).safeParse(openToken(by.candidateId, sealOf(deps, row, by))).data?.id
}

/** Bound to the rows of one value in one run of one organization. */
const sealOf = (
  { secret }: Pick<EnrichDeps, 'secret'>,
  { job, value }: RowOfRun,
  { organizationId }: { organizationId: string },
): TokenSeal => ({
  key: secret,
  purpose: JSON.stringify(['enrich candidate', organizationId, job.id, value.toString('hex')]),
})

async function findLikely(
  deps: EnrichDeps,
  { job, cells: row }: RowOfRun,
  signal: AbortSignal,
): Promise<Likely[]> {
  const { kind, used, list } = job.params
  const cells = cellsOfRow(row, list)
  const cell = cellsByRole(
    used,
    used.map(({ index }) => cells[index]?.trim()),
  )
  const asking = inBackground(signal)
  if (kind === 'companies') {
    const question = companyOfRow(cell, deps.network)
    if (question === undefined) return []
    const widened = { ...question, numCompanies: maxCandidates, minConfidence: 0 }
    const { matches } = await findCompanies(deps, asking, widened)
    return matches.map(({ id, body, confidence }) => ({ id, record: JSON.parse(body) as object, confidence }))
  }
  const question = personOfRow(cell, deps.network)
  if (question === undefined) return []
  const { matches } = await findPeople(deps, asking, {
    ...question,
    numProfiles: maxCandidates,
    minConfidence: 0,
  })
  const hasEmployer = [question.companyIdentifier, question.companyDomain, question.companyName].some(Boolean)
  const possible = hasEmployer ? matches.filter(mayWorkThere) : matches
  return possible.map(({ id, person, confidence }) => ({ id, record: person, confidence }))
}

/**
 * Whether a person may be meant by a row that names an employer. Everybody of that name elsewhere is what a search answers,
 * which costs.
 */
const mayWorkThere = ({ person, evidence }: { person: PersonRecord; evidence: readonly string[] }): boolean =>
  (person.experiences ?? []).length === 0 ||
  evidence.some((line) =>
    /^(?:emailAddress|profileIdentifier): the same$|^company\w+: work(?:s|ed) at /.test(line),
  )
