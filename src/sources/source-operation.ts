import { z } from 'zod'
import type { EntityKind, RecordOf } from '../corpus/kinds/index.ts'
import {
  pageInput,
  perMinute,
  perRequest,
  type Call,
  type Example,
  type operationsOf,
  type PriceKey,
} from '../operation/index.ts'
import { freshness, isCharged, type LiveStatus } from './freshness.ts'
import { sourcePage, type SourcePageDeps, type SourceQuestion } from './source-page.ts'

const pageCursor = {
  cursor: pageInput({ sizes: { default: 1, most: 1 } }).cursor.describe('cursor of the page before.'),
}

/** What the answers of all such operations say of where they come from and what they cost. */
const provenance =
  'The live source that the operator has set up answers, and what comes back is written to the corpus; where it has nothing the corpus answers, with live false, observedAt and a warning. A page with content is charged; an empty one is free, and so is what the corpus answers because the live source could not be read. The cursor goes on where the page ended.'

/** An operation that answers pages of records of a kind, asked of outside sources first. */
export interface SourceOperationSpec<
  K extends EntityKind,
  Shape extends z.core.$ZodLooseShape,
  Name extends string,
  Item extends z.ZodType,
  D extends SourcePageDeps,
  Context,
> {
  id: string
  route: `POST /${string}`
  tag: string
  summary: string
  /** What it answers, one or more sentences; where answers come from and what they cost is said of all alike. */
  answers: string
  /** Members besides the cursor. */
  input: Shape
  /** The array of the answer and its items. */
  items: { name: Name; schema: Item }
  /** A second name the same array has, for clients that know it by that. */
  alsoAs?: string
  /** Of a page's records those that are answered; all when left out. A page of none is free. */
  keeps?(record: RecordOf<K>, input: z.output<z.ZodObject<Shape>>): boolean
  /** What a page with content costs. */
  price: PriceKey
  examples: readonly Example<z.input<z.ZodObject<Shape>>>[]
  kind: K
  /** Throws a 400 for members that cannot be asked. */
  ask(
    input: z.output<z.ZodObject<Shape>>,
    context: { call: Call; deps: D },
  ): Promise<SourceQuestion<K>> | SourceQuestion<K>
  /** Whatever else a page's items are shown with. */
  context(records: readonly RecordOf<K>[], deps: D): Promise<Context>
  view(record: RecordOf<K>, context: Context): z.input<Item>
}

/** Binds a slice: `export const sourceOperation = sourceOperationsOf(operation)`. */
export function sourceOperationsOf<D extends SourcePageDeps>(operation: ReturnType<typeof operationsOf<D>>) {
  return <
    K extends EntityKind,
    const Shape extends z.core.$ZodLooseShape,
    const Name extends string,
    Item extends z.ZodType,
    Context,
  >({
    id,
    route,
    tag,
    summary,
    examples,
    ...spec
  }: SourceOperationSpec<K, Shape, Name, Item, D, Context>) => {
    const { name, schema } = spec.items
    return operation({
      id,
      route,
      tag,
      summary,
      describe: `${spec.answers} ${provenance}`,
      input: z.object({ ...spec.input, ...pageCursor }),
      output: z.object({
        [name]: z.array(schema),
        ...(spec.alsoAs === undefined
          ? {}
          : { [spec.alsoAs]: z.array(schema).describe(`The same as ${name}.`) }),
        cursor: z.string().nullish().describe('Pass as cursor for the next page; absent at the end.'),
        ...freshness,
      }),
      price: () =>
        perRequest({
          key: spec.price,
          units: (page: Record<string, unknown>) =>
            (page[name] as unknown[]).length > 0 && isCharged(page['liveStatus'] as LiveStatus) ? 1 : 0,
        }),
      limit: perMinute(60),
      timeoutMs: 60_000,
      fails: ['invalid-cursor', 'cursor-expired'],
      examples: examples as never,
      effect: 'spends',
      async handle({ input, call, deps }) {
        const given = input as z.output<z.ZodObject<Shape>> & { cursor?: string }
        const question = await spec.ask(given, { call, deps })
        const page = await sourcePage(deps, call, {
          ...question,
          kind: spec.kind,
          cursor: given.cursor,
        })
        const kept = page.records.filter((record) => spec.keeps?.(record, given) ?? true)
        const context = await spec.context(kept, deps)
        const items = kept.map((record) => spec.view(record, context))
        const again = spec.alsoAs === undefined ? {} : { [spec.alsoAs]: items }
        return { [name]: items, ...again, ...page.cursor, ...page.fresh } as never
      },
    })
  }
}
