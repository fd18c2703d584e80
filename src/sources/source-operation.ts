import { z } from 'zod'
import type { EntityKind, RecordOf } from '../corpus/kinds/index.ts'
import {
  pageInput,
  perMinute,
  perRequest,
  type Call,
  type Example,
  type bindOperations,
  type OtherNames,
  type PriceKey,
  type RateLimit,
} from '../operation/index.ts'
import { freshness, isCharged, type LiveStatus } from './freshness.ts'
import { sourcePage, type SourcePageDeps, type SourceQuestion } from './source-page.ts'

/** What clients call the place where the next page begins, in the request and in the answer. */
type TokenName = 'cursor' | 'nextPageToken'

const tokenMembers = (name: TokenName) => {
  const { cursor } = pageInput({ sizes: { default: 1, most: 1 } })
  return {
    input: { [name]: cursor.describe(`${name} of the previous page.`) },
    output: {
      [name]: z.string().nullish().describe(`Pass as ${name} for the next page; absent at the end.`),
    },
  }
}

/** What the answers of all such operations say of where they come from and what they cost. */
const provenance = (token: TokenName) =>
  `The operator's live source answers, and its results are written to the corpus; if it has nothing, the corpus answers, with live false, observedAt and a warning. A page with content is charged; an empty one is free, and so is what the corpus answers because the live source could not be read. ${token === 'cursor' ? 'The cursor' : token} goes on where the page ended.`

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
  /** What clients want done when they need it, in their words. */
  tasks?: readonly string[]
  /** What it answers, one or more sentences; where answers come from and what they cost is said of all alike. */
  answers: string
  /** What the cursor is called; `cursor` when left out. */
  token?: TokenName
  /** Requests a minute; 60 when left out. */
  limit?: RateLimit
  /** Members besides the cursor. */
  input: Shape
  /** Names that clients have for them. */
  otherNames?: OtherNames
  /** The array of the answer and its items. */
  items: { name: Name; schema: Item }
  /** A second name the same array has, for clients that know it by that. */
  alsoAs?: string
  /**
   * What is answered beside the page, and whether that makes a page one with content. Beside an empty page it also says how
   * fresh it is.
   */
  beside?: {
    shape: z.core.$ZodLooseShape
    read(
      input: z.output<z.ZodObject<Shape>>,
      context: { call: Call; deps: D; isFirst: boolean; isEmpty: boolean },
    ): Promise<Record<string, unknown>>
    isContent(answer: Record<string, unknown>): boolean
  }
  /** Another order of a page's records. */
  arrange?(records: readonly RecordOf<K>[]): RecordOf<K>[]
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

/** Binds a slice: `export const sourceOperation = bindSourceOperations(operation)`. */
export function bindSourceOperations<D extends SourcePageDeps>(
  operation: ReturnType<typeof bindOperations<D>>,
) {
  return <
    K extends EntityKind,
    const Shape extends z.core.$ZodLooseShape,
    const Name extends string,
    Item extends z.ZodType,
    Context,
  >(
    spec: SourceOperationSpec<K, Shape, Name, Item, D, Context>,
  ) => {
    const { id, route, tag, summary, tasks, examples, token = 'cursor' } = spec
    return operation({
      id,
      route,
      tag,
      summary,
      ...(tasks && { tasks }),
      describe: `${spec.answers} ${provenance(token)}`,
      input: z.object({ ...spec.input, ...tokenMembers(token).input }),
      ...(spec.otherNames && { otherNames: spec.otherNames }),
      output: outputSchema(spec),
      pages: token,
      price: () => pagePrice(spec),
      limit: spec.limit ?? perMinute(60),
      timeoutMs: 60_000,
      fails: ['invalid-cursor', 'cursor-expired'],
      examples: examples as never,
      effect: 'spends',
      handle: ({ input, call, deps }) => answerPage(spec, input as never, { call, deps }),
    })
  }
}

type AnySpec = Pick<
  SourceOperationSpec<EntityKind, z.core.$ZodLooseShape, string, z.ZodType, never, unknown>,
  'token' | 'items' | 'alsoAs' | 'beside' | 'price'
>

function outputSchema({ items: { name, schema }, alsoAs, beside, token = 'cursor' }: AnySpec): z.ZodObject {
  const items = z.array(schema)
  return z.object({
    [name]: items,
    ...(alsoAs === undefined ? {} : { [alsoAs]: items.describe(`The same as ${name}.`) }),
    ...beside?.shape,
    ...tokenMembers(token).output,
    ...freshness,
  })
}

/** A page with content costs its price, unless the live source could not be read. */
function pagePrice({ price, items, beside }: AnySpec) {
  return perRequest({
    key: price,
    units(page: Record<string, unknown>) {
      const hasContent = (page[items.name] as unknown[]).length > 0 || beside?.isContent(page) === true
      return hasContent && isCharged(page['liveStatus'] as LiveStatus) ? 1 : 0
    },
  })
}

async function answerPage<
  K extends EntityKind,
  Shape extends z.core.$ZodLooseShape,
  Item extends z.ZodType,
  D extends SourcePageDeps,
  Context,
>(
  spec: SourceOperationSpec<K, Shape, string, Item, D, Context>,
  input: z.output<z.ZodObject<Shape>> & Partial<Record<TokenName, string>>,
  { call, deps }: { call: Call; deps: D },
) {
  const { items: list, token = 'cursor', alsoAs, kind } = spec
  const question = await spec.ask(input, { call, deps })
  const cursor = input[token]
  const page = await sourcePage(deps, call, { ...question, kind, cursor })
  const records = page.records.filter((record) => spec.keeps?.(record, input) ?? true)
  const context = await spec.context(records, deps)
  const items = (spec.arrange?.(records) ?? records).map((record) => spec.view(record, context))
  const again = alsoAs === undefined ? {} : { [alsoAs]: items }
  const place = { isFirst: cursor === undefined, isEmpty: items.length === 0 }
  const more = await spec.beside?.read(input, { call, deps, ...place })
  const next = page.cursor.cursor === undefined ? {} : { [token]: page.cursor.cursor }
  return { [list.name]: items, ...again, ...next, ...page.fresh, ...more } as never
}
