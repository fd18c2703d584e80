import type { z } from 'zod'
import { failures, type Failure, type FailureCode, type FailureKind, type SliceFailures } from './failure.ts'
import type { JobAnswer } from './job-answer.ts'
import type { Paid } from './paid.ts'
import type { Call } from './call.ts'
import { itemReferences, type ItemList } from './item-list.ts'
import { withOtherNames, type OtherNames } from './other-names.ts'
import { pageMembers } from './page-members.ts'
import type { Recipe } from './recipe.ts'
import { recordOptions } from './record-members.ts'
import { surroundHandle, type DerivedMembers } from './derived-members.ts'
import type { RateLimit, ReceivedFile } from './ports.ts'
import type { Area, Effect } from './roles.ts'
import { priceOf, type Price, type PriceOf } from './price.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A request that works on the sample corpus; shown in the documentation and run by the contract tests. */
export interface Example<I> {
  name: string
  input: I
}

/** The callers that an operation accepts. */
export type Access = 'key' | 'public' | 'operator'

type ObjectSchema = z.ZodObject
type CursorName<O extends ObjectSchema> = keyof z.input<O> & string

/** A request body that is a file instead of JSON. Members of the input then come from path and query. */
export interface FileBody {
  maxBytes: number
  /** For the documentation only: the content decides, whatever the header says. */
  mediaTypes: readonly string[]
  /** What the file is, one sentence for the documentation. */
  describe: string
  /** How long the file is kept, milliseconds. */
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
  /** What it does, what it returns and what it costs beyond the price line, in plain sentences. */
  describe: string
  /** Body members, or query and path members for GET and DELETE; without `apiKey`, which the kernel handles. */
  input: I
  /**
   * Names that clients of similar services use for members: `{ 'trip.outboundDate': 'trip.date' }`. They are accepted like
   * the members' own names and shown beside them; handlers see only the members.
   */
  otherNames?: OtherNames
  output: O
  /**
   * For operations that answer in pages: the members of the output that hold the cursors of the next page. `hasMore` and
   * `nextCursor` are added where the output does not have them.
   */
  pages?: CursorName<O> | readonly CursorName<O>[]
  /** `free(…)`, or a function of the price constructors: `(p) => p.perItem({ … })`. */
  price:
    | Price<unknown, unknown>
    | ((p: PriceOf<z.output<I>, z.input<O>, D>) => Price<z.output<I>, z.input<O>>)
  limit: RateLimit
  /**
   * For operations on something that must be made first (a poll, a cancel): the operation whose answer names it. The
   * examples of such operations only show the form.
   */
  follows?: string
  /** Failures of its own, in addition to those every operation has. */
  fails?: readonly (FailureCode | C)[]
  examples: readonly Example<z.input<I>>[]
  /**
   * `key` (default): an API key is needed. `public`: no key, and no limit by organization. `operator`: the token of the
   * installation's operator, as a bearer token; for operations that concern all organizations.
   */
  access?: Access
  /** Answers its output without the envelope (the health check, which monitors read). Public operations only. */
  bare?: boolean
  /** Takes a file instead of JSON; the handler finds it in `file`. */
  file?: FileBody
  /** Longest run before 503; default 30 s. */
  timeoutMs?: number
  /** A form other than the envelope; only the headers then say what was charged. Free operations only. */
  media?: MediaForm<z.output<O>, z.output<I>, D>
  /** false: `X-Dry-Run: 1` is refused, because the operation has no quote to give. */
  dryRun?: false
  /** Free itself, but what it begins charges later, `X-Max-Credits` at most. */
  chargesLater?: true
  /** Also answers when no subscription of the organization can be used; default: free GET operations only. */
  worksRestricted?: boolean
  /**
   * Whether answering an input only takes a little reading. Nothing then has to be set aside meanwhile: the charge is one
   * step before the answer, which is withheld when the balance does not cover the worst case after all.
   */
  paysAfter?(input: z.output<I>): boolean
  /**
   * Whether the answer is paid for already. Requests whose worst case is not covered are refused unless it is; the handler
   * then answers without a charge.
   */
  isPaidBefore?(request: {
    input: z.output<I>
    deps: D
    organizationId: string
    nowMs: number
    signal: AbortSignal | undefined
  }): Promise<boolean>
  effect: Effect
  /** What it is about, for the roles of people; default: what its slice says, or `work`. */
  area?: Area
  /**
   * The list of items that are answered one by one. Each may carry a `clientReferenceId`, which comes back with its answer.
   */
  items?: ItemList
  /**
   * The answer shows a secret that is shown only once. A repeat with the same `Idempotency-Key` is then answered to the API key
   * of the first request alone, not to every key of the organization.
   */
  answersSecret?: true
  /**
   * Whether sending it twice has the same effect as sending it once. Default: yes, unless the operation changes something.
   */
  repeatable?: boolean
  /**
   * Seconds for which a client may use an answer again without asking, and after which it asks whether there is another
   * one. For free GET operations whose answers are the same for every organization.
   */
  cacheSeconds?: number
  /** Offered among the few tools that agents see first (`/mcp`); the other operations are at `/mcp/all` and `/mcp/core`. */
  isAgentTool?: true
  /**
   * What clients want done when they need it, in their own words and names. Agents' search_operations ranks by them. Not
   * shown.
   */
  tasks?: readonly string[]
  /** A task built around this operation; it gets its own page in the documentation. */
  recipe?: Recipe
  handle(context: {
    input: z.output<I>
    call: Call
    deps: D
    /** What was sent, for operations with `file`. */
    file?: ReceivedFile | undefined
  }): Promise<Result<z.input<O>>> | Result<z.input<O>>
}

/** A failure an operation declares, with its kind looked up. */
export interface DeclaredFailure extends FailureKind {
  code: string
}

/** What a handler answers with. */
export type Result<T> = Output<T> | Failure | JobAnswer<Output<T>> | Paid<Output<T>> | Paid<Failure>

/** How an operation answers without the envelope. */
export interface MediaForm<O, I, D> {
  /** Media types it may have, without parameters, for the documentation. */
  types: readonly string[]
  /** Whether every success is answered this way; if not, only those for which `render` returns something. */
  always?: true
  /** Only when `Accept` names this type. `Last-Event-ID`, with which event streams resume, is then read into this member. */
  asked?: { type: string; resumes: string }
  /** undefined: the envelope. */
  render(output: O, input: I): Media | undefined
  /** The answer stays open and continues with what this reads, until the client leaves or loses its right to read. */
  follow?(context: { output: O; input: I; call: Call; deps: D }): Following
}

/**
 * Reads what arrived since the last call: the text to send, empty when nothing arrived; `more` asks for another call at
 * once.
 */
export type Following = () => Promise<{ text: string; more: boolean }>

/** A body that is not JSON. */
export interface Media {
  contentType: string
  body: string
  headers?: Record<string, string>
}

/** Handler results may hold `RawJson` where the schema has a record: stored JSON is spliced in, not parsed. */
export type Output<T> = T

export interface Operation<
  I extends ObjectSchema = ObjectSchema,
  O extends ObjectSchema = ObjectSchema,
  D = never,
> extends Omit<
  OperationSpec<I, O, D>,
  'access' | 'area' | 'timeoutMs' | 'fails' | 'bare' | 'price' | 'worksRestricted' | 'repeatable'
> {
  slice: string
  /** Its id as it is declared, where this deployment calls it otherwise. */
  declaredId?: string
  /** The schema by the members' own names; `input` has other names beside them. */
  ownInput: I
  method: Method
  path: string
  pathParameters: readonly string[]
  price: Price<z.output<I>, z.input<O>>
  access: Access
  area: Area
  timeoutMs: number
  bare: boolean
  repeatable: boolean
  worksRestricted: boolean
  /** A request with an unknown member is refused: a misunderstanding would otherwise be paid for later, again and again. */
  refusesUnknown: boolean
  fails: readonly DeclaredFailure[]
  readonly [operationMark]: true
}

const operationMark = Symbol('operation')

/** An operation whose types are no longer known: what the registry, the pipeline and the surfaces handle. */
// Handlers are contravariant in their input, so `never` is the type every concrete operation fits.
export type AnyOperation = Omit<
  Operation,
  'handle' | 'price' | 'examples' | 'media' | 'paysAfter' | 'isPaidBefore'
> & {
  media?: MediaForm<never, never, never>
  paysAfter?(input: never): boolean
  isPaidBefore?(request: {
    input: never
    deps: never
    organizationId: string
    nowMs: number
    signal: AbortSignal | undefined
  }): Promise<boolean>
  price: Price<never, never>
  examples: readonly Example<unknown>[]
  handle(context: { input: never; call: Call; deps: never; file?: ReceivedFile | undefined }): unknown
}

/** What the operations of a slice have in common. */
export interface SliceDefaults<C extends string> {
  worksRestricted?: boolean
  /** What its operations are about, those of some tags apart; default `work`. */
  area?: Area
  areaByTag?: Readonly<Record<string, Area>>
  /** The failures of its `failures.ts`. */
  failures?: SliceFailures<C>
  /** Changes made by its operations are charged later, or repeatedly: runs, refreshes, enrichments, top-ups. */
  spendsLater?: true
}

/**
 * Binds a slice's dependencies type: `export const operation = bindOperations<SearchDeps>('search')`.
 * The slice name picks the dependencies the composition root hands over.
 */
export function bindOperations<D, C extends string = never>(slice: string, defaults: SliceDefaults<C> = {}) {
  const kinds: Readonly<Record<string, FailureKind>> = { ...failures, ...defaults.failures?.kinds }
  return <I extends ObjectSchema, O extends ObjectSchema>(spec: OperationSpec<I, O, D, C>): AnyOperation => {
    const [method, path] = spec.route.split(' ') as [Method, string]
    const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
    for (const name of pathParameters) {
      if (!(name in spec.input.shape))
        throw new Error(`${spec.id}: path parameter ${name} is not a member of input`)
    }
    const price =
      typeof spec.price === 'function' ? spec.price(priceOf as PriceOf<never, never> as never) : spec.price
    if (spec.effect === 'reads' && price.kind !== 'free')
      throw new Error(`${spec.id}: an operation with a price must have effect 'spends' or 'changes'`)
    return {
      ...withDerived(spec),
      slice,
      price,
      repeatable: spec.repeatable ?? spec.effect !== 'changes',
      method,
      path,
      pathParameters,
      access: spec.access ?? 'key',
      area: spec.area ?? defaults.areaByTag?.[spec.tag] ?? defaults.area ?? 'work',
      timeoutMs: spec.timeoutMs ?? 3e4,
      fails: (spec.fails ?? []).map((code) => ({
        code,
        ...(kinds[code] as FailureKind),
      })),
      bare: spec.bare ?? false,
      refusesUnknown: refusesUnknown(spec, { price, defaults }),
      worksRestricted:
        spec.worksRestricted ?? defaults.worksRestricted ?? (method === 'GET' && price.kind === 'free'),
      [operationMark]: true,
    }
  }
}

/** Jobs are charged when they deliver, so every start of a job counts; an operator moves credits and rights. */
const refusesUnknown = (
  { effect, access }: Pick<OperationSpec<ObjectSchema, ObjectSchema, never>, 'effect' | 'access'>,
  { price, defaults }: { price: { kind: string }; defaults: Pick<SliceDefaults<string>, 'spendsLater'> },
): boolean =>
  effect === 'changes' && (access === 'operator' || defaults.spendsLater === true || price.kind !== 'free')

type Shaped = Pick<AnyOperation, 'input' | 'output'> & {
  handle(context: never): unknown
  pages?: string | readonly string[]
  items?: ItemList
  otherNames?: OtherNames
}

/** Adds the members that operations of one form share: those of pages, of entity records, and of items. */
function withDerived<S extends Shaped>(spec: S): S & { ownInput: S['input'] } {
  const steps = deriveMembers(spec)
  const { input: ownInput, output } = steps.at(-1) ?? spec
  const input = spec.otherNames === undefined ? ownInput : withOtherNames(ownInput, spec.otherNames)
  return { ...spec, input, ownInput, output, handle: surroundHandle(spec.handle, steps) }
}

/** The steps around a handler, from the inside out; each has the schemas of those before it, too. */
function deriveMembers({ input, output, pages, items }: Shaped): DerivedMembers[] {
  const steps: DerivedMembers[] = []
  const schemas = () => steps.at(-1) ?? { input, output }
  if (pages !== undefined) steps.push(pageMembers([pages].flat(), schemas()))
  const options = recordOptions(schemas().input, schemas().output, { isPaged: pages !== undefined })
  if (options !== undefined) steps.push(options)
  if (items !== undefined) steps.push(itemReferences(items, schemas()))
  return steps
}

export function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && operationMark in value
}

/** Whether members come in the query: true for requests without a body and for those whose body is a file. */
export function readsQuery({ method, file }: Pick<AnyOperation, 'method' | 'file'>): boolean {
  return method === 'GET' || method === 'DELETE' || file !== undefined
}

/** No limit: for what supervisors and balancers ask, who would take a 429 for a sick process. */
export const unlimited: RateLimit = { max: Number.POSITIVE_INFINITY, windowSeconds: 60 }

export const isLimited = ({ limit }: Pick<AnyOperation, 'limit'>): boolean => Number.isFinite(limit.max)

/** Requests a minute, the unit all limits of the specification are stated in. */
export function perMinute(max: number): RateLimit {
  return { max, windowSeconds: 60 }
}
