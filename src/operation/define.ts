import type { z } from 'zod'
import { failures, type Failure, type FailureCode, type FailureKind, type SliceFailures } from './failure.ts'
import type { JobAnswer } from './job-answer.ts'
import type { Paid } from './paid.ts'
import type { Call } from './call.ts'
import { itemReferences, type ItemList, type ItemReferences } from './item-list.ts'
import { withOtherNames, type OtherNames } from './other-names.ts'
import { outputOf, pageMembers, withOutput, type PageMembers } from './page-members.ts'
import type { Recipe } from './recipe.ts'
import { recordOptions, type RecordOptions } from './record-members.ts'
import type { RateLimit, ReceivedFile } from './ports.ts'
import { priceOf, type Price, type PriceOf } from './price.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A request that works on the sample corpus; shown in the documentation and run by the contract tests. */
export interface Example<I> {
  name: string
  input: I
}

/** Who may call an operation. */
export type Access = 'key' | 'public' | 'operator'

/**
 * What a call leaves behind. `reads`: nothing. `spends`: what it charges, and what sources told of those who were asked
 * for. `changes`: something that later calls see. Which keys may call it, what agents are told, and whether it may begin before
 * its subscription was looked at follow from it.
 */
export type Effect = 'reads' | 'spends' | 'changes'

type ObjectSchema = z.ZodObject

/** A request body that is a file and no JSON. Members of the input then come from path and query. */
export interface FileBody {
  maxBytes: number
  /** For the documentation; the content decides, whatever the header says. */
  mediaTypes: readonly string[]
  /** What the file is, one sentence for the documentation. */
  describe: string
  /** How long what arrived is kept, milliseconds. */
  keepMs: number
  /** A small file for the documentation and the contract tests. */
  example: string
}

export interface OperationSpec<I extends ObjectSchema, O extends ObjectSchema, D, C extends string = never> {
  /** operationId of the specification. */
  id: string
  /** `POST /v1/company-search`; path parameters as `{listId}` must be members of `input`. */
  route: `${Method} /${string}`
  /** Group of the operation index. */
  tag: string
  /** A few words, no full stop. */
  summary: string
  /** What it does, what it returns, what it costs beyond the price line; plain sentences. */
  describe: string
  /** Body members, or query and path members for GET and DELETE; without `apiKey`, which the kernel handles. */
  input: I
  /**
   * Names that clients of such services have for members: `{ 'trip.outboundDate': 'trip.date' }`. They are taken like the
   * members' own and shown beside them; handlers see the members alone.
   */
  otherNames?: OtherNames
  output: O
  /** `free(…)`, or a function of the price constructors: `(p) => p.perItem({ … })`. */
  price:
    | Price<unknown, unknown>
    | ((p: PriceOf<z.output<I>, z.input<O>, D>) => Price<z.output<I>, z.input<O>>)
  limit: RateLimit
  /**
   * For operations on something that must be made first (a poll, a cancel): the operation whose answer names it. Their
   * examples show the form and find nothing by themselves.
   */
  follows?: string
  /** Failures of its own besides those every operation has. */
  fails?: readonly (FailureCode | C)[]
  examples: readonly Example<z.input<I>>[]
  /**
   * `key` (default): an API key is needed. `public`: none, and no limit by organization. `operator`: the token of the
   * installation's operator, as a bearer token; for what concerns all organizations.
   */
  access?: Access
  /** Answers its output without the envelope (the health check, which monitors read). Public operations only. */
  bare?: boolean
  /** Takes a file instead of JSON; the handler finds it in `file`. */
  file?: FileBody
  /** Longest run before 503; default 30 s. */
  timeoutMs?: number
  /** Another form than the envelope; what was charged is then told by the headers alone. Free operations only. */
  media?: MediaForm<z.output<O>, z.output<I>, D>
  /** false: `X-Dry-Run: 1` is refused, because the operation has no quote to give. */
  dryRun?: false
  /** Answers also when no subscription of the organization can be used; default: free GET operations only. */
  worksRestricted?: boolean
  /**
   * Whether an input is answered by a little reading and nothing else. Then nothing need be set aside while it is read: the
   * charge is one step before the answer, which is withheld when the balance does not cover the worst case after all.
   */
  paysAfter?(input: z.output<I>): boolean
  effect: Effect
  /** The list of items that are answered one by one: they may carry a `clientReferenceId` then, which comes back. */
  items?: ItemList
  /** Whether sending it twice does what sending it once does. Default: it does, unless the operation changes something. */
  repeatable?: boolean
  /** Offered among the few tools that agents see first (`/mcp`); the other operations are at `/mcp/all` and `/mcp/core`. */
  isAgentTool?: true
  /**
   * What clients want done when they need it, in their words and with the names they use: search_operations of agents goes by
   * them. Not shown.
   */
  tasks?: readonly string[]
  /** A task that it is the heart of; has a page of its own in the documentation. */
  recipe?: Recipe
  handle(context: {
    input: z.output<I>
    call: Call
    deps: D
    /** What was sent, for operations with `file`. */
    file?: ReceivedFile | undefined
  }): Promise<Result<z.input<O>>> | Result<z.input<O>>
}

/** A failure that an operation says it may answer with, its kind looked up. */
export interface DeclaredFailure extends FailureKind {
  code: string
}

/** What a handler answers with. */
export type Result<T> = Output<T> | Failure | JobAnswer<Output<T>> | Paid<Output<T>> | Paid<Failure>

/** How an operation answers without the envelope. */
export interface MediaForm<O, I, D> {
  /** Media types it may have, without parameters; for the documentation. */
  types: readonly string[]
  /** Every success is answered so; otherwise where `render` makes something of it. */
  always?: true
  /** Only where `Accept` names this type; `Last-Event-ID`, by which streams of events go on, is then this member. */
  asked?: { type: string; resumes: string }
  /** undefined: the envelope. */
  render(output: O, input: I): Media | undefined
  /** The answer stays open and goes on with what this reads, until the client leaves or may not read any more. */
  follow?(context: { output: O; input: I; call: Call; deps: D }): Following
}

/** Reads what came since it was asked before: text to send, empty where nothing did; `more` where it is asked again at once. */
export type Following = () => Promise<{ text: string; more: boolean }>

/** A body that is no JSON. */
export interface Media {
  contentType: string
  body: string
  headers?: Record<string, string>
}

/** Handler results may hold `RawJson` where the schema has a record: stored JSON is spliced, not parsed. */
export type Output<T> = T

export interface Operation<
  I extends ObjectSchema = ObjectSchema,
  O extends ObjectSchema = ObjectSchema,
  D = never,
> extends Omit<
  OperationSpec<I, O, D>,
  'access' | 'timeoutMs' | 'fails' | 'bare' | 'price' | 'worksRestricted' | 'repeatable'
> {
  slice: string
  /** The schema by the members' own names; `input` has other names beside them. */
  ownInput: I
  method: Method
  path: string
  pathParameters: readonly string[]
  price: Price<z.output<I>, z.input<O>>
  access: Access
  timeoutMs: number
  bare: boolean
  repeatable: boolean
  worksRestricted: boolean
  /** A request with a member it does not know is refused: what was not understood would be paid for later, again and again. */
  refusesUnknown: boolean
  fails: readonly DeclaredFailure[]
  readonly [operationMark]: true
}

const operationMark = Symbol('operation')

/** An operation whose types are no longer known: what the registry, the pipeline and the surfaces handle. */
// Handlers are contravariant in their input, so `never` is the type every concrete operation fits.
export type AnyOperation = Omit<Operation, 'handle' | 'price' | 'examples' | 'media' | 'paysAfter'> & {
  media?: MediaForm<never, never, never>
  paysAfter?(input: never): boolean
  price: Price<never, never>
  examples: readonly Example<unknown>[]
  handle(context: { input: never; call: Call; deps: never; file?: ReceivedFile | undefined }): unknown
}

/** What the operations of a slice have in common. */
export interface SliceDefaults<C extends string> {
  worksRestricted?: boolean
  /** Those of its `failures.ts`. */
  failures?: SliceFailures<C>
  /** What its operations change is charged for later, or again and again: runs, refreshes, enrichments, top-ups. */
  spendsLater?: true
}

/**
 * Binds a slice's dependencies type: `export const operation = operationsOf<SearchDeps>('search')`.
 * The slice name picks the dependencies the composition root hands over.
 */
export function operationsOf<D, C extends string = never>(slice: string, defaults: SliceDefaults<C> = {}) {
  const kinds: Readonly<Record<string, FailureKind>> = { ...failures, ...defaults.failures?.kinds }
  return <I extends ObjectSchema, O extends ObjectSchema>(
    spec: OperationSpec<I, O, D, C>,
  ): Operation<I, O, D> => {
    const [method, path] = spec.route.split(' ') as [Method, string]
    const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
    for (const name of pathParameters) {
      if (!(name in spec.input.shape))
        throw new Error(`${spec.id}: path parameter ${name} is not a member of input`)
    }
    const price =
      typeof spec.price === 'function' ? spec.price(priceOf as PriceOf<never, never> as never) : spec.price
    if (spec.effect === 'reads' && price.kind !== 'free')
      throw new Error(`${spec.id}: what is priced spends, at least`)
    return {
      ...withDerived(spec),
      slice,
      price,
      repeatable: spec.repeatable ?? spec.effect !== 'changes',
      method,
      path,
      pathParameters,
      access: spec.access ?? 'key',
      timeoutMs: spec.timeoutMs ?? 3e4,
      fails: (spec.fails ?? []).map((code) => ({
        code,
        ...(kinds[code] as FailureKind),
      })),
      bare: spec.bare ?? false,
      // Jobs are charged when they deliver, so their starts count wherever they are.
      refusesUnknown: spec.effect === 'changes' && (defaults.spendsLater === true || price.kind !== 'free'),
      worksRestricted:
        spec.worksRestricted ?? defaults.worksRestricted ?? (method === 'GET' && price.kind === 'free'),
      [operationMark]: true,
    }
  }
}

type Shaped = Pick<AnyOperation, 'input' | 'output'> & { handle(context: never): unknown }

/** With the members that operations of a form have in common: of pages, and of records of entities. */
function withDerived<S extends Shaped & { items?: ItemList; otherNames?: OtherNames }>(
  spec: S,
): S & { ownInput: S['input'] } {
  let shaped: Shaped = spec
  const pages = pageMembers(spec.output)
  if (pages !== undefined)
    shaped = { ...shaped, output: pages.schema, handle: pagedHandle(shaped.handle, pages) }
  const options = recordOptions(shaped.input, shaped.output, { isPaged: pages !== undefined })
  if (options !== undefined)
    shaped = {
      ...shaped,
      input: options.input,
      output: options.output,
      handle: tracedHandle(shaped.handle, options),
    }
  if (spec.items !== undefined) {
    const references = itemReferences(spec.items, shaped)
    const { input, output } = references
    shaped = { ...shaped, input, output, handle: referringHandle(shaped.handle, references) }
  }
  const { input: ownInput, output, handle } = shaped
  const input = spec.otherNames === undefined ? ownInput : withOtherNames(ownInput, spec.otherNames)
  return { ...spec, input, ownInput, output, handle }
}

const pagedHandle = (handle: Shaped['handle'], pages: PageMembers) => async (context: never) =>
  pages.add(await handle(context))

const referringHandle =
  (handle: Shaped['handle'], references: ItemReferences) =>
  async (context: { input: Record<string, unknown> }) => {
    const { input, references: own } = references.take(context.input)
    const result = await handle({ ...context, input } as never)
    const output = outputOf(result)
    return output === undefined ? result : withOutput(result, references.add(output, input, own))
  }

const tracedHandle =
  (handle: Shaped['handle'], options: RecordOptions) =>
  async (context: { input: Record<string, unknown>; call: Call }) => {
    const { includeProvenance, ...input } = context.input
    const wishes = { includeProvenance: includeProvenance === true, maxAgeDays: input['maxAgeDays'] }
    const result = await handle({ ...context, input } as never)
    const output = outputOf(result)
    return output === undefined
      ? result
      : withOutput(result, await options.add(output, wishes as never, context.call))
  }

export function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && operationMark in value
}

/** Whether members come in the query: requests without a body, and those whose body is a file. */
export function readsQuery({ method, file }: Pick<AnyOperation, 'method' | 'file'>): boolean {
  return method === 'GET' || method === 'DELETE' || file !== undefined
}

/** Requests a minute, the unit all limits of the specification are stated in. */
export function perMinute(max: number): RateLimit {
  return { max, windowSeconds: 60 }
}
