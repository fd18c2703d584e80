import type { z } from 'zod'

/** A kind of list: what its lists are called, hold and may be. */
export interface ListKind<
  S extends object = object,
  State extends string = string,
  M extends string = string,
> {
  /** Stored with every list: never renamed. */
  kind: string
  /** Ids begin with it. */
  prefix: string
  /** What a list is set to. Stored settings are read by it too: a member that comes later has a default. */
  settings: z.ZodType<S>
  /** The first is that of a new list. */
  states: readonly [State, ...State[]]
  /** Lists an organization may have of it, without archived ones. */
  quota: number
  /** Kinds of entities that may be members. */
  memberKinds: readonly [M, ...M[]]
  /** Whether two lists that are not archived may have one name. */
  names: 'unique' | 'free'
}

/** A kind of list, as a constant: `export const trackers = defineListKind({ kind: 'tracker', … })`. */
export const defineListKind = <S extends object, const State extends string, const M extends string>(
  kind: ListKind<S, State, M>,
): ListKind<S, State, M> => kind
