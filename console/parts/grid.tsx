import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'

export interface Column<R> {
  name: string
  /** Width as of CSS grid. */
  width: string
  cell(row: R): ReactNode
  /** Whether a narrow page shows it, too. */
  isMain?: boolean
  /** Stands at the right, its name too. */
  isNumber?: boolean
}

/** A cell of two lines: what matters over what explains it. */
export function Pair({ over, under }: { over: ReactNode; under?: ReactNode }) {
  return (
    <>
      <div className="over">{over}</div>
      {under ? <div className="under">{under}</div> : null}
    </>
  )
}

const rowPx = 48
/** Of the names over the rows, with what a frame adds. */
const headPx = 40

/** As in the style sheets. */
const narrow = matchMedia('(max-width: 900px)')
function onWidth(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** A table of any length, of which the rows in sight are drawn. Arrows and j, k go through it. */
export function Grid<R>(grid: {
  label: string
  rows: readonly R[]
  columns: readonly Column<R>[]
  /** Below this width it scrolls sideways, px. */
  leastWidthPx: number
  selected?: number
  /** Takes the keys as soon as it is there. */
  takesFocus?: boolean
  onSelect?(index: number): void
  /** A click or Enter; the arrows then only go there. */
  onOpen?(index: number): void
  /** Whether the key meant something. */
  onKey?(key: string): boolean
  /** The last rows are in sight. */
  onEnd?(): void
  empty?: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const { rows } = grid
  const { selected, goTo, open } = usePlace(grid)
  const columns = useColumns(grid, box)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollPaddingStart: 40,
  })
  const lastIndex = virtual.getVirtualItems().at(-1)?.index ?? 0
  useMoments(grid, box, rows.length > 0 && lastIndex >= rows.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    if (step === undefined) {
      if (press(event, selected, open) || grid.onKey?.(event.key) === true) event.preventDefault()
      return
    }
    event.preventDefault()
    const next = Math.max(0, Math.min(rows.length - 1, selected + step))
    goTo(next)
    virtual.scrollToIndex(next)
  }
  return (
    <div
      className="grid"
      ref={box}
      role="grid"
      aria-label={grid.label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="grid-head" role="row" aria-rowindex={1}>
        {columns.map(({ name, isNumber }) => (
          <span key={name} role="columnheader" className={isNumber === true ? 'number' : ''}>
            {name}
          </span>
        ))}
      </div>
      <div className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <GridRow
            key={index}
            row={rows[index] as R}
            columns={columns}
            place={{ index, start }}
            isSelected={index === selected}
            onSelect={open}
          />
        ))}
      </div>
      {rows.length === 0 && <div className="grid-empty">{grid.empty}</div>}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Enter on a row opens it; in a cell it is for the link or button there. */
function press({ key, target }: KeyboardEvent, selected: number, open: (index: number) => void): boolean {
  const isOfCell = target instanceof Element && target.closest('a, button, input') !== null
  if (key !== 'Enter' || isOfCell || selected < 0) return false
  open(selected)
  return true
}

/** Which row is chosen. Where rows open, the place is the grid's own until one is open. */
function usePlace(grid: {
  selected?: number
  onSelect?(index: number): void
  onOpen?(index: number): void
}): { selected: number; goTo(index: number): void; open(index: number): void } {
  const { selected = -1, onSelect, onOpen } = grid
  const [at, setAt] = useState(-1)
  return {
    selected: selected < 0 && onOpen !== undefined ? at : selected,
    goTo(index) {
      setAt(index)
      onSelect?.(index)
    },
    open(index) {
      setAt(index)
      ;(onOpen ?? onSelect)?.(index)
    },
  }
}

/** Takes the focus, and tells when the last rows are in sight. */
function useMoments(
  { takesFocus = false, onEnd }: { takesFocus?: boolean; onEnd?(): void },
  box: RefObject<HTMLDivElement | null>,
  isAtEnd: boolean,
): void {
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true })
  }, [box, takesFocus])
  useEffect(() => {
    if (isAtEnd) onEnd?.()
  }, [isAtEnd, onEnd])
}

/** Those that fit the page; their widths are set as properties, which the policy of the page lets a script do. */
function useColumns<R>(
  grid: { rows: readonly R[]; columns: readonly Column<R>[]; leastWidthPx: number },
  box: RefObject<HTMLDivElement | null>,
): readonly Column<R>[] {
  const isNarrow = useSyncExternalStore(onWidth, () => narrow.matches)
  const columns = isNarrow ? grid.columns.filter(({ isMain }) => isMain) : grid.columns
  const rowCount = grid.rows.length
  const leastWidthPx = isNarrow ? 0 : grid.leastWidthPx
  const widths = columns.map(({ width }) => width).join(' ')
  useEffect(() => {
    const style = box.current?.style
    style?.setProperty('--columns', widths)
    style?.setProperty('--least', `${leastWidthPx}px`)
    style?.setProperty('--tall', `${headPx + rowPx * Math.max(1, rowCount)}px`)
  }, [box, widths, leastWidthPx, rowCount])
  return columns
}

function GridRow<R>(part: {
  row: R
  columns: readonly Column<R>[]
  place: { index: number; start: number }
  isSelected: boolean
  onSelect(index: number): void
}) {
  const { index, start } = part.place
  return (
    // The keys of the grid choose a row without a mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      className="grid-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={part.isSelected}
      tabIndex={-1}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => part.onSelect(index)}
    >
      {part.columns.map(({ name, cell, isNumber }) => (
        <span key={name} role="gridcell" className={isNumber === true ? 'number' : ''}>
          {cell(part.row)}
        </span>
      ))}
    </div>
  )
}
