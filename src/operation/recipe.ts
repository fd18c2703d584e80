/** A task that takes several operations, shown in the documentation; a test runs each. */
export interface Recipe {
  /** Names its page. */
  name: string
  /** The task, as a user would ask for it. */
  title: string
  /** The result, and what it costs. */
  intro: string
  steps: readonly RecipeStep[]
}

export interface RecipeStep {
  /** Its id. */
  operation: string
  /** Its purpose, in one sentence. */
  note: string
  /** Members; a name in capitals is replaced by the value an earlier step saved under it. */
  input: Readonly<Record<string, unknown>>
  /** `X-Dry-Run: 1`: only its price is requested. */
  isDryRun?: true
  /** The file that is sent, for operations that take one. */
  file?: string
  /** Members of the output that later steps need, by name in capitals. */
  keep?: Readonly<Record<string, string>>
  /** Repeated every 30 seconds until a member of the output has this value, or the value that means failure. */
  until?: { member: string; value: string; failed: string }
}
