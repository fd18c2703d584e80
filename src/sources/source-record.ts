import { z } from 'zod'
import type { EntityKind, RecordOf } from '../corpus/kinds/index.ts'
import {
  entityView,
  Failure,
  perMinute,
  perRequest,
  showing,
  type Call,
  type Example,
  type bindOperations,
  type OtherNames,
  type PriceKey,
  type RateLimit,
  type ViewMembers,
} from '../operation/index.ts'
import { freshness, isCharged, nothingFound, type LiveStatus } from './freshness.ts'
import { sourcePage, type SourcePageDeps, type SourceQuestion } from './source-page.ts'

const provenance =
  "The operator's live source answers, and its results are written to the corpus; if it has nothing, the corpus answers, with live false, observedAt and a warning. What neither has is 404 and free; what the corpus answers because the live source could not be read is free, too."

/** A question about one record: about whom, and the member of the request that says so. */
export interface RecordQuestion<K extends EntityKind> extends SourceQuestion<K> {
  path: string
  /** Whether a record is the one that was asked for; any is when left out. */
  isAsked?(record: RecordOf<K>): boolean
}

/** An operation that answers one record of a kind, asked of outside sources first. */
export interface SourceRecordSpec<
  K extends EntityKind,
  Shape extends z.core.$ZodLooseShape,
  Answer extends z.core.$ZodLooseShape,
  D extends SourcePageDeps,
> {
  id: string
  route: `POST /${string}`
  tag: string
  summary: string
  /** What clients want done when they need it, in their words. */
  tasks?: readonly string[]
  answers: string
  input: Shape
  /** Names that clients have for them. */
  otherNames?: OtherNames
  /** Members of the answer; how fresh they are is said beside them. */
  output: Answer
  /** Where the answer itself shows the record: which members of it. */
  shows?: ViewMembers
  /** What it is, in a sentence of what was not found: `profile`. */
  what: string
  price: PriceKey
  limit?: RateLimit
  examples: readonly Example<z.input<z.ZodObject<Shape>>>[]
  kind: K
  /** Throws a 400 for members that cannot be asked. */
  ask(input: z.output<z.ZodObject<Shape>>, context: { call: Call; deps: D }): RecordQuestion<K>
  view(record: RecordOf<K>): z.input<z.ZodObject<Answer>>
}

/** Binds a slice: `export const sourceRecord = bindSourceRecords(operation)`. */
export function bindSourceRecords<D extends SourcePageDeps>(operation: ReturnType<typeof bindOperations<D>>) {
  return <
    K extends EntityKind,
    const Shape extends z.core.$ZodLooseShape,
    const Answer extends z.core.$ZodLooseShape,
  >(
    spec: SourceRecordSpec<K, Shape, Answer, D>,
  ) => {
    const output = z.object({ ...spec.output, ...freshness })
    return operation({
      id: spec.id,
      route: spec.route,
      tag: spec.tag,
      summary: spec.summary,
      ...(spec.tasks && { tasks: spec.tasks }),
      describe: `${spec.answers} ${provenance}`,
      input: z.object(spec.input),
      ...(spec.otherNames && { otherNames: spec.otherNames }),
      output: spec.shows === undefined ? output : entityView(spec.kind, output, spec.shows),
      price: () =>
        perRequest({
          key: spec.price,
          units: (answer: Record<string, unknown>) => (isCharged(answer['liveStatus'] as LiveStatus) ? 1 : 0),
        }),
      limit: spec.limit ?? perMinute(60),
      timeoutMs: 60_000,
      fails: ['not-found'],
      examples: spec.examples as never,
      effect: 'spends',
      async handle({ input, call, deps }) {
        const { path, isAsked, ...question } = spec.ask(input as never, { call, deps })
        const page = await sourcePage(deps, call, { ...question, kind: spec.kind, cursor: undefined })
        const record = page.records.find((one) => isAsked?.(one) ?? true)
        const { liveStatus } = page.fresh
        if (record !== undefined) return showing({ ...spec.view(record), ...page.fresh }, record) as never
        // Nobody could say whether it is there.
        if (liveStatus === 'unavailable') throw new Failure('unavailable', { retryAfterSeconds: 30 })
        const message = nothingFound(spec.what, liveStatus)
        throw new Failure('not-found', { issues: [{ path, message, code: 'not_found' }] })
      },
    })
  }
}
