import type { CompanyRecord } from '../../corpus/records/index.ts'
import { batchSearch } from '../../corpus/search/index.ts'
import { openTurns } from '../../lib/own-turns.ts'
import { Failure } from '../../operation/index.ts'
import {
  cellsByRole,
  companyOfRow,
  findCompanies,
  findPeople,
  inBackground,
  personOfRow,
  siteOfRow,
  twoCompanies,
  type Asking,
  type LookupDeps,
} from '../resolve/index.ts'
import { makeBrief, type BriefRecord } from './brief-record.ts'
import { valueAt, type ListKind } from './members.ts'
import { evidenceCodes, type ReasonCode } from './reason-codes.ts'
import type { UsedColumn } from './recognise.ts'

/** The outcome of a row. */
export interface RowFound {
  match: 'matched' | 'unsure' | 'not_found'
  /** 0 to 1; that of the candidate where the row is unsure. */
  confidence?: number
  /** The deciding evidence: `domain`, `url`, `email`, `name`; `decision` where a person decided. */
  by?: string
  /** The evidence for and against, or the reason why nothing was found. */
  reason: string
  /** The same for programs; runs of earlier versions have none. */
  codes?: readonly ReasonCode[]
  /** What tells the matched record from others. */
  brief?: BriefRecord
  /** Set on a row that is never looked up: it is empty, or its cells cannot be assigned to columns. */
  unread?: 'blank' | 'unreadable'
  /** Name of the likeliest record, where it is not certain enough. */
  candidate?: string
  /** Members of the matched record, in the requested order. */
  values?: unknown[]
  /** Entity id of the matched company or of the candidate. */
  companyId?: string
  /** The same for a person. Erasure requests find stored rows by this member. */
  personId?: string
}

/** Entity ids of the records that rows were matched to. */
export const listEntities = (results: readonly RowFound[]): string[] =>
  results.flatMap(({ match, companyId, personId }) =>
    match === 'matched' ? (companyId ?? personId ?? []) : [],
  )

export interface FindRows {
  kind: ListKind
  used: readonly UsedColumn[]
  members: readonly string[]
  /** Cells a row should have. */
  width: number
  /** Cells of the header, to detect a repetition of it among the rows. */
  header: readonly string[] | undefined
  signal: AbortSignal
}

/** Rows looked up together: what they ask is joined, and the records read for them are in memory. */
const groupOfNames = 50
const groupOfIdentifiers = 250
/** Groups looked up side by side: the stores read for one while the other is compared. */
const groupsAtOnce = 2

/** Looks rows up in groups with joint queries. Results are aligned with the rows; equal rows share one look-up. */
export async function findRows(
  { search, network }: LookupDeps,
  rows: readonly (readonly string[])[],
  options: FindRows,
): Promise<RowFound[]> {
  const keys = new Set(options.used.map(({ key }) => key))
  const size = keys.has('name') || keys.has('first_name') ? groupOfNames : groupOfIdentifiers
  const byQuestion = new Map<string, Promise<RowFound>>()
  const results: RowFound[] = []
  const turns = openTurns()
  let next = 0
  const findGroups = async () => {
    while (next < rows.length) {
      const from = next
      next += size
      // Questions are joined within a group only. Those of both would wait for each other.
      const own = turns.openBeside()
      const deps = { search: batchSearch(search, own), network }
      const group = rows.slice(from, from + size).map((cells) => {
        const key = nameQuestion(cells, options)
        const lookup = byQuestion.get(key) ?? own.pace().then(() => findRow(deps, cells, options))
        byQuestion.set(key, lookup)
        return lookup
      })
      try {
        for (const [index, row] of (await endAll(group)).entries()) results[from + index] = row
      } catch (cause) {
        next = rows.length
        throw cause
      }
    }
  }
  await endAll(Array.from({ length: groupsAtOnce }, findGroups))
  return results
}

/** Waits for all, also after one has failed: nothing is looked up for a list that has ended. */
async function endAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(work)
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

/** The same for rows that are looked up alike. */
const nameQuestion = (cells: readonly string[], options: FindRows): string =>
  JSON.stringify(
    options.used.map(({ index }) => cells[index] ?? '').concat(oddity(cells, options)?.reason ?? ''),
  )

async function findRow(deps: LookupDeps, cells: readonly string[], options: FindRows): Promise<RowFound> {
  const odd = oddity(cells, options)
  if (odd !== undefined) {
    const { code, ...rest } = odd
    return { match: 'not_found', codes: [code], ...rest }
  }
  const aside: string[] = []
  let columns = options.used
  for (;;) {
    const cell = cellsByRole(
      columns,
      columns.map(({ index }) => cells[index]?.trim()),
    )
    try {
      const result = await lookUp(deps, cell, options)
      if (aside.length === 0) return result
      const reason = [...aside, result.reason].join(' ')
      return { ...result, reason, codes: ['bad_identifier', ...(result.codes ?? [])] }
    } catch (error) {
      const refused = refusedMember(error)
      const left = columns.filter(({ role }) => refused === undefined || !refused.roles.includes(role))
      if (refused === undefined || left.length === columns.length) throw error
      // A malformed identifier is set aside, because the rest of the row may suffice.
      aside.push(refused.message)
      columns = left
    }
  }
}

interface Oddity extends Pick<RowFound, 'reason' | 'unread'> {
  code: ReasonCode
}

/** Reason why a row is never looked up. */
export function oddity(
  cells: readonly string[],
  { used, width, header }: Pick<FindRows, 'used' | 'width' | 'header'>,
): Oddity | undefined {
  if (cells.every((cell) => cell.trim() === ''))
    return { reason: 'The row is empty.', code: 'empty_row', unread: 'blank' }
  if (cells.some((cell, index) => index >= width && cell.trim() !== ''))
    return {
      reason: `The row has more than ${width} cells, so they cannot be assigned to columns.`,
      code: 'too_many_cells',
      unread: 'unreadable',
    }
  if (header !== undefined && header.every((name, index) => (cells[index] ?? '').trim() === name.trim()))
    return { reason: 'The row repeats the header.', code: 'repeated_header', unread: 'unreadable' }
  if (used.every(({ index }) => (cells[index] ?? '').trim() === ''))
    return { reason: 'The row is empty in every column used for look-up.', code: 'no_key' }
  return undefined
}

/** The key whose cell is malformed, according to a failure. */
function refusedMember(error: unknown): { roles: readonly string[]; message: string } | undefined {
  const [issue] = error instanceof Failure && error.kind.status === 400 ? (error.issues ?? []) : []
  if (issue === undefined) return undefined
  const member = issue.path.split('.')[0] ?? ''
  const roles: Record<string, readonly string[]> = {
    companyIdentifier: ['company_url'],
    companyDomain: ['domain', 'url'],
    profileIdentifier: ['profile_url'],
  }
  return { roles: roles[member] ?? [], message: issue.message }
}

type Cell = ReturnType<typeof cellsByRole>

async function lookUp(deps: LookupDeps, cell: Cell, options: FindRows): Promise<RowFound> {
  const asking = inBackground(options.signal)
  return options.kind === 'companies'
    ? lookUpCompany(deps, asking, { cell, options })
    : lookUpPerson(deps, asking, { cell, options })
}

const nothing: RowFound = {
  match: 'not_found',
  reason: 'The row has nothing to look up.',
  codes: ['nothing_to_look_up'],
}

async function lookUpCompany(
  deps: LookupDeps,
  asking: Asking,
  { cell, options }: { cell: Cell; options: FindRows },
): Promise<RowFound> {
  const question = companyOfRow(cell, deps.network)
  if (question === undefined) return nothing
  const { matches, message, likeliest } = await findCompanies(deps, asking, question)
  const [best = likeliest] = matches
  if (best === undefined) return notFound(message)
  const record = JSON.parse(best.body) as CompanyRecord
  const name = record.preferred_name ?? record.domains?.[0] ?? ''
  // A row without a website uses the domain of its e-mail address.
  const isByMail = siteOfRow(cell, deps.network) === undefined
  const match = { best, record, name, id: { companyId: best.id }, ...(isByMail ? { isByMail } : {}) }
  return matches.length > 0 ? matched(match, options) : unsure(match, message)
}

async function lookUpPerson(
  deps: LookupDeps,
  asking: Asking,
  { cell, options }: { cell: Cell; options: FindRows },
): Promise<RowFound> {
  const question = personOfRow(cell, deps.network)
  if (question === undefined) return nothing
  const { matches, message, likeliest } = await findPeople(deps, asking, question)
  const [best = likeliest] = matches
  if (best === undefined) return notFound(message)
  const match = { best, record: best.person, name: best.person.name ?? '', id: { personId: best.id } }
  return matches.length > 0 ? matched(match, options) : unsure(match, message)
}

interface MatchedRow {
  best: { confidence: number; evidence: string[] }
  record: object
  name: string
  id: Pick<RowFound, 'companyId' | 'personId'>
  /** Whether the deciding domain is the host of an e-mail address. */
  isByMail?: boolean
}

const notFound = (message = 'Nothing matches.'): RowFound => ({
  match: 'not_found',
  reason: message,
  codes: ['no_match'],
})

function matched({ best, record, id, isByMail }: MatchedRow, { kind, members }: FindRows): RowFound {
  const values = members.map((path) => valueAt(record, path.split('.')))
  return {
    match: 'matched',
    ...id,
    ...decided(best, isByMail),
    reason: best.evidence.join('; '),
    codes: evidenceCodes(best.evidence),
    brief: makeBrief(kind, record),
    values,
  }
}

/** A reason without the evidence, which would disclose content of the record that is not paid for. */
function unsure(
  { best, name, id, isByMail }: MatchedRow,
  message = 'Nothing matches well enough.',
): RowFound {
  const codes: ReasonCode[] = [message === twoCompanies ? 'names_two_companies' : 'not_sure_enough']
  return { match: 'unsure', ...id, ...decided(best, isByMail), reason: message, codes, candidate: name }
}

function decided(
  { confidence, evidence }: MatchedRow['best'],
  isByMail = false,
): { confidence: number; by: string } {
  // The first line of the evidence is what decided: `companyDomain: the same`.
  const member = evidence[0]?.split(':')[0] ?? ''
  const by = deciders[member] ?? 'name'
  return { confidence, by: by === 'domain' && isByMail ? 'email' : by }
}

const deciders: Record<string, string> = {
  companyIdentifier: 'url',
  companyDomain: 'domain',
  profileIdentifier: 'url',
  emailAddress: 'email',
}
