import { openCaller, type Caller } from './caller.ts'
import type { CallOptions, FileBody, Settings } from './settings.ts'
import { followEvents, type EventOptions, type FeedEvent } from './events.ts'
import { download, type Download } from './files.ts'
import * as operations from './generated/operations.ts'
import type { FileId, PagedId, PageLists, QuotedId } from './generated/operations.ts'
import * as jobs from './job-table.ts'
import type { Job } from './job-table.ts'
import { runJob, type JobOptions, type JobResult } from './jobs.ts'
import type { Answer, Input, Operation, OperationId, Output, Quote } from './operation.ts'
import { pages, rows, type ListedId, type RowOf, type RowOptions } from './pages.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

/** An input may be left out where it need not have members. */
type Arguments<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions]

/** Every operation as a method. */
export type Methods = {
  readonly [Id in OperationId]: (...args: Arguments<Id>) => Promise<Answer<Output<Id>>>
}

type Jobs = typeof jobs
type JobForm = Jobs[keyof Jobs]
/** Operations that start a job. */
export type JobId = JobForm['start']['id']
type PollOf<Start extends JobId> = Extract<JobForm, { start: { id: Start } }>['poll']['id']

/** What a block of calls cost, with what it answered. */
export interface Spent<T> {
  result: T
  credits: number
}

/** Calls of one organization, with every operation as a method. */
class Client {
  readonly caller: Caller
  readonly sandbox: Sandbox
  #lastCost = 0

  constructor(settings: Settings | Caller) {
    const caller = 'call' in settings ? settings : openCaller(settings)
    this.caller = caller.metered((credits) => (this.#lastCost = credits))
    this.sandbox = openSandbox(this.caller)
  }

  /** Credits of the call that ended last. */
  get lastCost(): number {
    return this.#lastCost
  }

  /** Runs a block with a client that adds up what its calls and jobs cost. */
  async withCost<T>(block: (almanac: Almanac) => Promise<T>): Promise<Spent<T>> {
    let credits = 0
    const counting = new Almanac(this.caller.metered((more) => (credits += more)))
    const result = await block(counting)
    return { result, credits }
  }

  /** The most that a call can cost. Nothing runs and nothing is charged. */
  quote<Id extends QuotedId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Quote> {
    return this.caller.quote(operation(id), input, options)
  }

  /** Every page, with what each cost. */
  pages<Id extends PagedId>(id: Id, input: Input<Id>, options?: CallOptions) {
    return pages(this.caller, operation(id), input, options)
  }

  /** Every row, whatever the operation calls its cursor. Leave the loop, and no further page is paid. */
  rows<Id extends ListedId, List extends PageLists[Id] & string = PageLists[Id] & string>(
    id: Id,
    input: Input<Id>,
    ...options: undefined extends RowOptions<Id>['of']
      ? [options?: RowOptions<Id> & { of?: List }]
      : [options: RowOptions<Id> & { of: List }]
  ): AsyncGenerator<RowOf<Id, List>, void, undefined> {
    return rows(this.caller, operation(id), input, options[0])
  }

  /** Starts a job and waits for its result. */
  run<Start extends JobId>(
    start: Start,
    input: Input<Start>,
    options?: JobOptions<PollOf<Start>>,
  ): Promise<JobResult<Start, PollOf<Start>>> {
    const job = Object.values<JobForm>(jobs).find((each) => each.start.id === start)
    return runJob(this.caller, job as unknown as Job<Start, PollOf<Start>>, input, options)
  }

  /** Sends a file; a stream is sent as it comes. */
  upload<Id extends FileId>(
    id: Id,
    file: FileBody,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<Answer<Output<Id>>> {
    return this.caller.call(operation(id), input, { ...options, file })
  }

  /** Opens a link of an answer as a stream. */
  download(link: string, options?: Pick<CallOptions, 'signal'>): Promise<Download> {
    return download(this.caller, link, options)
  }

  /** Events of the organization as they happen, until the signal is aborted or the loop is left. */
  events(options?: EventOptions): AsyncGenerator<FeedEvent, void, undefined> {
    return followEvents(this.caller, options)
  }
}

const table = operations as unknown as Record<OperationId, Operation>
const operation = <Id extends OperationId>(id: Id) => table[id] as unknown as Operation<Id>

for (const each of Object.values(table))
  Object.defineProperty(Client.prototype, each.id, {
    value(this: Client, input: object = {}, options?: CallOptions) {
      return this.caller.call(each, input as never, options)
    },
  })

export type Almanac = Client & Methods
export const Almanac = Client as unknown as new (settings: Settings | Caller) => Almanac
