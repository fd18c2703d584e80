import { requirements, type RequirementId } from './requirements.ts'

const known: ReadonlySet<string> = new Set(requirements.map((requirement) => requirement.id))

/**
 * Says that the surrounding test proves these requirements. Call it as the first line of a `test` or
 * `describe` body, with string literals only: the gate reads the citations from the source text, so that a
 * citation counts only where it is written. A misspelt id does not compile; one that reaches run time throws.
 */
export function verifies(...ids: [RequirementId, ...RequirementId[]]): void {
  for (const id of ids) {
    if (!known.has(id)) throw new Error(`verifies: no requirement has the id '${id}'`)
  }
}
