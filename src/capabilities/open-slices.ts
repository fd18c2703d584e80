import type { AnySlice, OpenedSlice, Slice, SliceParts } from './define-slice.ts'

/** All slices on one set of parts. */
export interface OpenedSlices {
  /** Dependencies of a slice's operations and jobs. Throws for an unknown name. */
  byName(name: string): unknown
  openDeps<D>(slice: Slice<D>): D
  /** In the order of opening. */
  all: readonly OpenedSlice<unknown>[]
}

/** Replaces the dependencies of a slice, for tests that stand in for an outside source. */
export type Replaced = <D>(slice: Slice<D>, deps: D) => D

/** Opens all slices, each after those whose dependencies it asks for. Throws when two ask for each other. */
export function openSlices(
  slices: readonly AnySlice[],
  parts: Omit<SliceParts, 'openDeps'>,
  replaced: Replaced = (_, deps) => deps,
): OpenedSlices {
  const opened = new Map<string, OpenedSlice<unknown>>()
  const opening = new Set<string>()
  function open(slice: AnySlice): OpenedSlice<unknown> {
    const before = opened.get(slice.name)
    if (before !== undefined) return before
    if (opening.has(slice.name)) throw new Error(`slices need each other: ${[...opening].join(', ')}`)
    opening.add(slice.name)
    const made = slice.open({ ...parts, openDeps })
    opening.delete(slice.name)
    const openedSlice = { ...made, deps: replaced(slice, made.deps) }
    opened.set(slice.name, openedSlice)
    return openedSlice
  }
  const openDeps = <D>(slice: Slice<D>): D => open(slice as AnySlice).deps as D
  for (const slice of slices) open(slice)
  return {
    byName(name) {
      const slice = opened.get(name)
      if (slice === undefined) throw new Error(`no slice is called ${name}`)
      return slice.deps
    },
    openDeps,
    all: [...opened.values()],
  }
}
