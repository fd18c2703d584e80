/** A copy of a JSON value that the stores accept: texts without NUL characters and unpaired surrogates. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as T
  if (Array.isArray(value)) return value.map((each) => storable(each) as unknown) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [storable(name), storable(each) as unknown]),
  ) as T
}

/** Marks that turn the direction of writing, which copied text carries invisibly. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const direction = new RegExp(directions.source)

/** A text without the marks of writing directions. */
export const withoutDirections = (text: string): string => text.replace(directions, '')

const hasDirection = (value: unknown): boolean => typeof value === 'string' && direction.test(value)

/** The same for members that hold names, and for lists of them. Everything else stays as it is. */
export function withoutDirectionsIn(members: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const value = members[name]
    if (typeof value === 'string' && hasDirection(value)) members[name] = withoutDirections(value)
    if (Array.isArray(value) && value.some(hasDirection))
      members[name] = value.map((each: unknown) =>
        typeof each === 'string' ? withoutDirections(each) : each,
      )
  }
}
