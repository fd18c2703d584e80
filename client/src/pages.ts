import type { Caller } from './caller.ts'
import type { CallOptions } from './settings.ts'
import { AlmanacError } from './errors.ts'
import type { PagedId, PageLists } from './generated/operations.ts'
import type { Answer, Input, Operation, Output } from './operation.ts'

/** Operations that answer rows in pages. */
export type ListedId = PagedId & keyof PageLists

type Members<T> = T extends unknown ? { [Name in keyof T]: T[Name] } : never
type Row<T> = NonNullable<T> extends readonly (infer Each)[] ? Each : never
type ListOf<Id extends ListedId> = PageLists[Id] & string

/** A row of the list of an operation that is called so. */
export type RowOf<Id extends ListedId, List extends string> =
  Members<Output<Id>> extends infer Each
    ? Each extends Record<List, infer Rows> | { [Name in List]?: infer Rows }
      ? Row<Rows>
      : never
    : never

/** Where an operation brings one list, it need not be named; of several, rows of the named one alone are given. */
export type RowOptions<Id extends ListedId> = CallOptions & RowChoice<ListOf<Id>>
type RowChoice<List extends string> = IsUnion<List> extends true ? { of: List } : { of?: List }
type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** Every page of an operation, from the one that the input names to the last. Each is a call, and paid like one. */
export async function* pages<Id extends PagedId>(
  caller: Caller,
  operation: Operation<Id>,
  input: Input<Id>,
  options: CallOptions = {},
): AsyncGenerator<Answer<Output<Id>>, void, undefined> {
  const { ask, next } = operation.page ?? { ask: '', next: '' }
  let position: unknown
  for (let number = 1; ; number += 1) {
    const { idempotencyKey } = options
    const answer = await caller.call(
      operation,
      position === undefined ? input : { ...input, [ask]: position },
      // A key names one request; each page is another.
      typeof idempotencyKey === 'string'
        ? { ...options, idempotencyKey: `${idempotencyKey}-${number}` }
        : options,
    )
    yield answer
    const { [next]: following, hasMore } = answer.output as Record<string, unknown>
    if (hasMore === false || following === null || following === undefined || following === '') return
    if (following === position)
      throw new AlmanacError(
        `${operation.id} answers the same page again. Report it to whoever runs the service.`,
      )
    position = following
  }
}

/** Every row of an operation, page by page: a page is asked for when the one before is used up. */
export async function* rows<Id extends ListedId, List extends ListOf<Id> = ListOf<Id>>(
  caller: Caller,
  operation: Operation<Id>,
  input: Input<Id>,
  options?: RowOptions<Id> & { of?: List },
): AsyncGenerator<RowOf<Id, List>, void, undefined> {
  const { of, ...rest }: CallOptions & { of?: string } = options ?? {}
  const list = of ?? operation.page?.lists[0] ?? ''
  for await (const { output } of pages(caller, operation, input, rest))
    yield* ((output as Record<string, unknown>)[list] ?? []) as RowOf<Id, List>[]
}
