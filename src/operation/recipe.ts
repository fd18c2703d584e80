/** A task of several operations, told to those who read the documentation; a test runs each. */
export interface Recipe {
  /** Names its page. */
  name: string
  /** What is done, as one would ask for it. */
  title: string
  /** What comes of it, and what it costs. */
  intro: string
  steps: readonly RecipeStep[]
}

export interface RecipeStep {
  /** Its id. */
  operation: string
  /** What it is for, a sentence. */
  note: string
  /** Members; a name in capitals that an earlier step keeps stands for what was kept. */
  input: Readonly<Record<string, unknown>>
  /** `X-Dry-Run: 1`: asked for its price alone. */
  isDryRun?: true
  /** The file that is sent, for operations that take one. */
  file?: string
  /** By name in capitals: member of the output that later steps need. */
  keep?: Readonly<Record<string, string>>
  /** Repeated, 30 seconds between, until a member of the output has this value, or the one that says it failed. */
  until?: { member: string; value: string; failed: string }
}
