/**
 * Wraps a pure builder, so that the value is made on first use, deeply frozen and kept. Reference bodies are shared
 * by all callers, and freezing makes that safe.
 */
export function buildOnce<T>(build: () => T): () => T {
  let built: { value: T } | undefined
  return () => {
    built ??= { value: deepFreeze(build()) }
    return built.value
  }
}

/** Freezes plain objects and arrays. Maps and sets cannot be frozen and stay private to their module. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
  return value
}
