/** An AbortSignal that the first Ctrl-C (or SIGTERM) sets; the second ends the process at once. */
export function interruptSignal(onFirst: () => void): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController()
  const handle = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
    onFirst()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) process.on(name, handle)
  return {
    signal: controller.signal,
    dispose: () => {
      for (const name of signals) process.off(name, handle)
    },
  }
}
