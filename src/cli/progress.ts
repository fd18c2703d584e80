import type { Writable } from 'node:stream'
import type { Clock } from '../lib/clock.ts'

/** Where progress is shown: a terminal gets one line that is rewritten, anything else occasional lines. */
export interface ProgressOutput extends Pick<Writable, 'write'> {
  isTTY?: boolean
  columns?: number
}

export interface ProgressState {
  /** Share of the work that is done, 0 to 1; undefined when its size is not known. */
  share: number | undefined
  rows: number
  bytes?: number | undefined
  /** Further text, e.g. `3 rejected`. */
  note?: string
  /** false when parts of the work take very different times, so that no estimate is possible. */
  isEven?: boolean
}

export interface ProgressLine {
  update(state: ProgressState): void
  /** Clears the line on a terminal, so that the next output begins on a clean one. */
  stop(): void
}

const terminalMs = 100
const plainMs = 5000
const barCells = 24
/** From here on the time left is estimated. */
const minShare = 0.2

/** Shows how far a long command is: share, rows, rate, bytes and time left. */
export function showProgress(
  title: string,
  output: ProgressOutput,
  clock: Clock,
  /** The unit that `rows` counts. */
  unit = 'rows',
): ProgressLine {
  const start = clock.now()
  const interval = output.isTTY === true ? terminalMs : plainMs
  let printedCount = start
  return {
    update(state) {
      const now = clock.now()
      if (now - printedCount < interval) return
      printedCount = now
      const line = `${title} ${describe(state, (now - start) / 1000, { withBar: output.isTTY === true, unit })}`
      if (output.isTTY === true) output.write(`\r\u001b[2K${line.slice(0, (output.columns ?? 100) - 1)}`)
      else output.write(`${line}\n`)
    },
    stop() {
      if (output.isTTY === true) output.write('\r\u001b[2K')
    },
  }
}

function describe(
  state: ProgressState,
  seconds: number,
  { withBar, unit }: { withBar: boolean; unit: string },
): string {
  const { share, rows, bytes, note, isEven = true } = state
  const parts: string[] = []
  if (share !== undefined) {
    const done = Math.min(1, Math.max(0, share))
    const cells = Math.round(done * barCells)
    if (withBar) parts.push(`${'█'.repeat(cells)}${'░'.repeat(barCells - cells)}`)
    parts.push(`${Math.floor(done * 100)} %`)
  }
  parts.push(`${rows.toLocaleString('en')} ${unit}`)
  if (seconds > 0) parts.push(`${Math.round(rows / seconds).toLocaleString('en')}/s`)
  if (bytes !== undefined && bytes > 0) parts.push(byteText(bytes))
  // The first part is seldom as fast as the rest: 17 minutes were once announced for a load of 100 seconds.
  if (isEven && share !== undefined && share >= minShare && share < 1)
    parts.push(`${durationText((seconds * (1 - share)) / share)} left`)
  if (note !== undefined && note !== '') parts.push(note)
  return parts.join(' · ')
}

/** `1.5 GB`: decimal units, as disks are sold. */
export function byteText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
