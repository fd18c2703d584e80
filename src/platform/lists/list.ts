import type { Queryable } from '../../store/postgres/index.ts'
import type { MovedMember, Movement, MovementPosition } from './difference-rows.ts'
import type { ListKind } from './list-kind.ts'
import type { ListActivity, NewestFirst, SearchSnapshot } from './list-rows.ts'
import type { ListMember } from './member-rows.ts'
import type { Membership } from './membership.ts'
import type { ListVersion } from './version-rows.ts'

/** A list without its members. */
export interface List<S = object, State = string, M extends string = string> {
  id: string
  name: string
  settings: S
  state: State
  /** Counts changes of the list itself, from 1. */
  revision: number
  /** Counts changes of its members; 0 while there were none. */
  version: number
  /** Members there are now. */
  counts: Record<M, number>
  /** Null for a list that searches nothing. */
  search: SearchSnapshot | null
  createdBy: string
  createdAt: Date
  updatedAt: Date
  /** Null for a list that is not archived. */
  archivedAt: Date | null
}

export interface NewList<S> {
  name: string
  settings: S
  search?: object | undefined
  /** Id of a key, or 'system'. */
  by: string
}

/** Members left out stay unchanged. */
export interface ListChange<S, State> {
  name?: string | undefined
  settings?: S | undefined
  state?: State | undefined
  /** Null: it searches nothing from now on. Equal parameters are no new snapshot. */
  search?: object | null | undefined
  /** Refused where the list has another revision. */
  ifRevision?: number | undefined
  by: string
}

export type ListOutcome<L> =
  | { done: true; list: L }
  | { done: false; reason: 'quota'; quota: number }
  | { done: false; reason: 'name-taken' | 'revision' | 'unknown' | 'archived' }

/**
 * Lists of one kind. Changes happen in the caller's transaction. An id of another organization, or of another kind, is
 * an unknown one: reads answer undefined. Archived lists can be read, and not be changed.
 */
export interface ListsOfKind<S, State, M extends string> extends Membership<M> {
  /** Refused over the quota and for a name that is taken. */
  create(tx: Queryable, organizationId: string, list: NewList<S>): Promise<ListOutcome<List<S, State, M>>>
  find(on: Queryable, organizationId: string, id: string): Promise<List<S, State, M> | undefined>
  /** Lists there are, without archived ones. */
  count(on: Queryable, organizationId: string): Promise<number>
  /** The newest first, after the id of the last of the page before. */
  page(
    on: Queryable,
    organizationId: string,
    page: { after?: string | undefined; most: number; archived?: boolean },
  ): Promise<List<S, State, M>[]>
  change(
    tx: Queryable,
    organizationId: string,
    id: string,
    change: ListChange<S, State>,
  ): Promise<ListOutcome<List<S, State, M>>>
  /** Nothing is removed; the name is free again. Undefined for an unknown list; one that is archived stays as it is. */
  archive(
    tx: Queryable,
    organizationId: string,
    id: string,
    by: string,
  ): Promise<List<S, State, M> | undefined>
  /** Members of a kind there are now, in the order of joining, after the number of the last of the page before. */
  members(
    on: Queryable,
    organizationId: string,
    id: string,
    page: { kind: M; after?: number | undefined; most: number },
  ): Promise<ListMember<M>[] | undefined>
  /**
   * Changes of members of a kind between two versions: first departures, then the members of `to`, in the order of joining.
   * From version 0 it is the members of `to`. Undefined for an unknown version, and for a `to` before `from`.
   */
  difference(
    on: Queryable,
    organizationId: string,
    id: string,
    page: {
      kind: M
      from: number
      to: number
      /** Left out: all. */
      movements?: readonly Movement[] | undefined
      after?: MovementPosition | undefined
      most: number
    },
  ): Promise<MovedMember<M>[] | undefined>
  /** The newest first. */
  versions(
    on: Queryable,
    organizationId: string,
    id: string,
    page: NewestFirst,
  ): Promise<ListVersion<M>[] | undefined>
  /** Search parameters there are and were, the newest first. */
  searches(
    on: Queryable,
    organizationId: string,
    id: string,
    page: NewestFirst,
  ): Promise<SearchSnapshot[] | undefined>
  /** The activity, newest first. */
  activity(
    on: Queryable,
    organizationId: string,
    id: string,
    page: NewestFirst,
  ): Promise<ListActivity[] | undefined>
}

export interface Lists {
  /** The lists of a kind. Throws when another kind has its name or its prefix. */
  of<S extends object, State extends string, M extends string>(
    kind: ListKind<S, State, M>,
  ): ListsOfKind<S, State, M>
  /** Which of these ids are lists of an organization, of whatever kind, archived or not. */
  among(on: Queryable, organizationId: string, ids: readonly string[]): Promise<Set<string>>
}
