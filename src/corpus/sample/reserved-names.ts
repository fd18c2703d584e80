// Identifiers that no real record has. A line with one of them means a record of the sample.

/**
 * An organization or member id of the sample: 16 digits, which is a million times the highest id of any network, and
 * still exact as a JavaScript number.
 */
export const reservedNumber = (number: number): string => String(9_000_000_000_000_000 + number)

/** A slug of the sample. `example` is reserved for made-up names (RFC 2606). */
export const reservedSlug = (slug: string): string => `${slug}-example`

/** An id of the sample for things that platforms number themselves: posts, articles, accounts. */
export const reservedId = (id: string): string => `sample-${id}`

/**
 * A domain label that nobody can own: registries refuse labels with hyphens in the third and fourth place (RFC 5890,
 * reserved LDH labels), so mail to a sample address reaches no real company.
 */
export function reservedLabel(label: string): string {
  return `${label.slice(0, 2)}--${label.slice(2)}`
}
