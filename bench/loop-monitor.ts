import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded into the measured process by `--import`: on SIGUSR2 it writes how late its event loop was since the last time.
const file = new URL(import.meta.url).searchParams.get('to')
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => {
  const ms = (nanoseconds: number) => nanoseconds / 1e6
  const seen = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) }
  delay.reset()
  if (file !== null) writeFileSync(file, JSON.stringify(seen))
})
