/** Those who asked not to be in the corpus. */
export interface SuppressedPeople {
  /** Those of some identifier tokens that are of suppressed people. */
  among(tokens: readonly string[]): Promise<ReadonlySet<string>>
}
