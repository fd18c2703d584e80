/** A copy of a JSON value as the stores take it: its texts without NUL characters and halves of characters. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as T
  if (Array.isArray(value)) return value.map((each) => storable(each) as unknown) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [storable(name), storable(each) as unknown]),
  ) as T
}
