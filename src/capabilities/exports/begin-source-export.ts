import type { z } from 'zod'
import {
  JobAnswer,
  type Call,
  type LateJob,
  type PriceCall,
  type PriceKey,
  type PriceLine,
} from '../../operation/index.ts'
import { readOrigin } from '../../platform/audit/index.ts'
import type { ExportDefinition } from '../../platform/exports/index.ts'
import { refusal } from './begin-export.ts'
import type { CountedSource, SourceExportParameters } from './export-parameters.ts'
import { expectRows } from './expect-rows.ts'
import { exportFailures } from './failures.ts'
import { adviceOn, type ExportFormat, type FileType } from './formats/index.ts'
import type { exportBegun } from './schema.ts'
import type { ExportsDeps } from './slice.ts'
import type { SourceKind } from './source-members.ts'

interface SourceRequest<R> {
  definition: ExportDefinition<SourceExportParameters, R, ExportsDeps>
  format: SourceExportParameters['format']
  /** For the advice that its platform needs. */
  takes?: ExportFormat<never>['takes']
  key: PriceKey
  fileType: FileType
  excludeFields: readonly string[]
  userEmail: string | undefined
  counted: CountedSource
}

/** What an export can cost at most. */
const linesOf = (key: PriceKey, { rows, isPaid }: Pick<CountedSource, 'rows' | 'isPaid'>): PriceLine[] =>
  isPaid && rows > 0 ? [{ key, units: rows }] : []

/** The price of an export without an audience: known once its rows were counted. */
export function sourcePrice<I>(
  key: PriceKey,
  {
    kind,
    describe,
    most,
    count,
  }: {
    kind: SourceKind
    describe: string
    /** Most rows an input can ask for. */
    most(input: I): number
    count(input: I, deps: ExportsDeps, call: PriceCall): Promise<CountedSource>
  },
): LateJob<I, ExportsDeps> {
  return {
    describe,
    keys: [key],
    most: (input) => linesOf(key, { rows: most(input), isPaid: true }),
    async read(input, deps, call) {
      const counted = await count(input, deps, call)
      const rows = counted.isPaid ? await expectRows(deps, call, { kind, counted }) : 0
      return { most: linesOf(key, counted), expected: linesOf(key, { rows, isPaid: true }) }
    },
  }
}

/** Begins an export that is made of a search or a list. Throws the failure that forbids it. */
export async function beginSourceExport<R>(
  deps: ExportsDeps,
  call: Call,
  { definition, format, takes, key, counted, ...request }: SourceRequest<R>,
): Promise<JobAnswer<z.output<typeof exportBegun>>> {
  const { organizationId, nowMs } = call
  const { source, name, rows, isPaid } = counted
  const { left } = await deps.exports.allowance(organizationId)
  if (rows > left) throw exportFailures.of('export-quota-exceeded')
  const id = source.from === 'search' ? null : source.id
  const lines = linesOf(key, counted)
  const { exportId, begin } = await deps.exports.start(call, definition, {
    given: { source, name, format, isPaid, asOf: new Date(nowMs).toISOString().slice(0, 10) },
    origin: { kind: source.from, id },
    form: { format: request.fileType },
    rows,
    excludeFields: request.excludeFields,
    mailTo: deps.isSandbox ? undefined : request.userEmail,
    lines,
    refuse: ({ reason }) => refusal(reason),
    note: (tx, subject) =>
      deps.audit.append(tx, {
        organizationId,
        by: readOrigin(call),
        action: 'export.begun',
        subject,
        detail: { from: source.from, ...(id !== null && { id }), format, rows },
      }),
  })
  const advice = adviceOn({ ...(takes && { takes }) }, rows)
  if (advice !== undefined) call.advise(advice)
  call.advise('Poll getExport until status is completed; downloadUrl is the file.')
  const { windowDays } = deps.recordReads
  const free = windowDays === 0 ? '' : `, but for those whose records you paid for within ${windowDays} days`
  const message = isPaid
    ? `Set aside for up to ${rows} rows; the rows of the file are charged when it is written${free}, and the rest is returned.`
    : 'The rows were paid for when they were matched, so the file is free.'
  return new JobAnswer({
    output: {
      message: 'The export is being written.',
      estimatedRows: rows,
      maxRowsAllowed: left,
      exportId,
      downloadUrl: null,
      expiresAt: null,
    },
    credits: { method: 'charging-later', message },
    begin,
    lines,
  })
}
