/** The issue that will bring a requirement, or the capability whose issue has no number yet. */
export type OpenIn = number | `later: ${string}`

/** One checkable statement of the specification. */
export interface Requirement<Id extends string = string> {
  /** Stable, dotted, each part in kebab case; never reused for another statement. */
  id: Id
  /** What must hold, in our own words. */
  text: string
  /** Document and heading it is read from; a number is the numbered rule under that heading. */
  source: string
  /** Set while no test can prove it yet; absent means a test must cite the id. */
  open?: OpenIn
}

/**
 * Statements of one heading that share a state. Written as an object, so that the compiler refuses the same
 * id twice in a group and knows every id as a literal type.
 */
export function group<const Id extends string>(
  from: { source: string; open?: OpenIn },
  texts: Readonly<Record<Id, string>>,
): readonly Requirement<Id>[] {
  return (Object.keys(texts) as Id[]).map((id) => ({ id, text: texts[id], ...from }))
}
